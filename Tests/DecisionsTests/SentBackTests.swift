import Decisions
import Publishing
import StickerManifest
import Testing

@Suite("Stickers that were sent back, by the decisions")
struct SentBackDecisionTests {
    private func decision(_ outcome: Decision.Outcome, _ pixels: Character, minute: Int) -> Decision {
        Decision(
            key: Reviews.Key(pack: "cats", sticker: "one", pixels: String(repeating: pixels, count: 64)),
            outcome: outcome, reviewer: "Ada", comment: "\(minute)", decided: "2026-11-25T14:0\(minute):00Z")
    }

    private func pack(_ pixels: Character) -> Pack {
        Pack(id: "cats", title: "Cats", titles: [:], size: .regular, icon: [], stickers: [.one(pixels)])
    }

    @Test("the last decision about an image counts, and each reviewed image is a version")
    func versions() {
        let decisions = [
            decision(.sentBack, "a", minute: 0), decision(.approved, "b", minute: 1),
            decision(.sentBack, "c", minute: 2), decision(.reopened, "a", minute: 3),
            decision(.sentBack, "c", minute: 4),
        ]
        let sentBack = decisions.sentBack
        #expect(sentBack.count == 1)
        let third = sentBack[decisions[2].key]
        #expect(third?.version == 3 && third?.comment == "4" && third?.decided == "2026-11-25T14:04:00Z")
    }

    @Test("a newer version that awaits approval replaces the sticker")
    func newest() {
        let decisions = [decision(.sentBack, "a", minute: 0)].sentBack
        var catalog = Catalog(generator: "stickerd 0", packs: [pack("a")], rejected: [])
        #expect(catalog.stickers(sentBack: decisions).map(\.path) == ["cats/One.svg"])
        catalog.awaitingApproval = [pack("b")]
        #expect(catalog.stickers(sentBack: decisions).isEmpty)
        catalog.packs = [pack("b")]
        catalog.awaitingApproval = [pack("a")]
        #expect(catalog.stickers(sentBack: decisions).map(\.id) == ["one"])
    }

    @Test("in a manifest the newest version counts as sent back, unless its source was replaced")
    func manifest() {
        var returned = pack("a")
        returned.stickers[0].review = Review(outcome: .sentBack, reviewer: "Ada", comment: "Too dark.")
        var catalog = Catalog(generator: "stickerd 0", packs: [returned], rejected: [])
        #expect(catalog.sentBack.map(\.sticker.id) == ["one"])
        catalog.rejected = [
            RejectedSource(
                pack: "cats", id: "one", path: "cats/One.svg", sha256: "other", bytes: 1, findings: [],
                keepsEarlierVersion: true)
        ]
        #expect(catalog.sentBack.isEmpty)
        catalog.rejected = []
        catalog.awaitingApproval = [pack("b")]
        #expect(catalog.sentBack.isEmpty)
    }
}
