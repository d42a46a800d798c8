import Publishing
import StickerManifest
import Testing

@Suite("Approval before publishing")
struct ApprovalFilterTests {
    private func sticker(_ id: String, pixels: String) -> Sticker {
        Sticker(
            id: id, label: id, labels: [:], size: .regular,
            source: SourceArt(path: "cats/\(id).svg", sha256: "", bytes: 1, format: "svg", width: 1, height: 1),
            animation: nil,
            renditions: [
                Rendition(
                    scale: 3, path: "assets/\(pixels).png", name: "packs/cats/\(id)@3x.png", width: 1, height: 1,
                    bytes: 1, sha256: pixels, format: "png", colours: nil, fidelity: 1)
            ], previews: [], fit: Fit(summary: "", gaveUp: "nothing", attempts: []), findings: [], fingerprint: pixels,
            pixels: pixels)
    }

    private func catalog(_ stickers: Sticker...) -> Catalog {
        Catalog(
            generator: "stickerd 0",
            packs: [Pack(id: "cats", title: "Cats", titles: [:], size: .regular, icon: [], stickers: stickers)],
            rejected: [])
    }

    private func reviews(_ outcomes: [String: Review.Outcome]) -> Reviews {
        let pairs = outcomes.map {
            (Reviews.Key(pack: "cats", sticker: "one", pixels: $0.key), Review(outcome: $0.value))
        }
        return Reviews(Dictionary(pairs) { first, _ in first })
    }

    private func judged(
        _ catalog: Catalog, _ outcomes: [String: Review.Outcome], requiresApproval: Bool = true,
        previous: Catalog? = nil, assets: AssetNames = ["assets/a.png", "assets/b.png"]
    ) -> Catalog {
        ApprovalFilter(
            reviews: reviews(outcomes), requiresApproval: requiresApproval, previous: previous, assets: assets
        ).judged(catalog)
    }

    @Test("without the requirement everything is published, with the decisions about it")
    func notRequired() {
        let result = judged(catalog(sticker("one", pixels: "a")), ["a": .sentBack], requiresApproval: false)
        #expect(result.packs.first?.stickers.first?.review?.outcome == .sentBack)
        #expect(result.awaitingApproval == nil)
    }

    @Test("with it, approved stickers are published and all others wait")
    func required() {
        let stickers = catalog(sticker("one", pixels: "a"), sticker("two", pixels: "b"))
        let result = judged(stickers, ["a": .approved])
        #expect(result.packs.first?.stickers.map(\.id) == ["one"])
        #expect(result.awaitingApproval?.first?.stickers.map(\.id) == ["two"])
    }

    @Test("a pack without approved stickers is not published")
    func emptyPack() {
        #expect(judged(catalog(sticker("one", pixels: "a")), ["a": .sentBack]).packs == [])
    }

    @Test("the approved version stays until another one is approved, if its files exist")
    func earlierVersion() {
        let previous = catalog(sticker("one", pixels: "a"))
        let next = catalog(sticker("one", pixels: "b"))
        let waiting = judged(next, ["a": .approved], previous: previous)
        #expect(waiting.packs.first?.stickers.map(\.pixels) == ["a"])
        #expect(waiting.awaitingApproval?.first?.stickers.map(\.pixels) == ["b"])
        #expect(waiting.names["assets/b.png"] == "assets/b.png")
        #expect(judged(next, ["a": .approved], previous: previous, assets: ["assets/b.png"]).packs == [])
        #expect(judged(next, ["a": .sentBack], previous: previous).packs == [])
        let approved = judged(next, ["a": .approved, "b": .approved], previous: previous)
        #expect(approved.packs.first?.stickers.map(\.pixels) == ["b"] && approved.awaitingApproval == nil)
    }

    @Test("stickers that were published before approval was required stay, and only new and changed art waits")
    func switchedOn() {
        let previous = catalog(sticker("one", pixels: "a"), sticker("two", pixels: "b"))
        let next = catalog(sticker("one", pixels: "a"), sticker("two", pixels: "c"), sticker("three", pixels: "d"))
        let result = judged(next, [:], previous: previous)
        #expect(result.packs.first?.stickers.map(\.pixels) == ["a", "b"])
        #expect(result.awaitingApproval?.first?.stickers.map(\.id) == ["two", "three"])
        #expect(result.unapprovedCount == 2 && result.awaitingCount == 2)
        #expect(judged(next, ["a": .sentBack], previous: previous).packs.first?.stickers.map(\.pixels) == ["b"])
    }

    @Test("a published image whose approval was undone waits again")
    func undone() {
        let published = catalog(sticker("one", pixels: "a"))
        let key = Reviews.Key(pack: "cats", sticker: "one", pixels: "a")
        let result = ApprovalFilter(
            reviews: Reviews([:], open: [key]), requiresApproval: true, previous: published, assets: ["assets/a.png"]
        ).judged(published)
        #expect(result.packs == [] && result.awaitingApproval?.first?.stickers.map(\.id) == ["one"])
    }

    @Test("a decision alone brings a published manifest to where a build would")
    func renewed() {
        let previous = judged(
            catalog(sticker("one", pixels: "b"), sticker("two", pixels: "c")), ["a": .approved],
            previous: catalog(sticker("one", pixels: "a")))
        let assets: AssetNames = ["assets/a.png", "assets/b.png", "assets/c.png"]
        let renewed = ApprovalFilter.renewed(
            previous, reviews: reviews(["a": .approved, "b": .approved]), requiresApproval: true, assets: assets)
        #expect(renewed.packs.first?.stickers.map(\.pixels) == ["b"])
        #expect(renewed.awaitingApproval?.first?.stickers.map(\.id) == ["two"])
        let open = ApprovalFilter.renewed(renewed, reviews: Reviews(), requiresApproval: false, assets: assets)
        #expect(open.packs.first?.stickers.count == 2 && open.awaitingApproval == nil)
    }

    @Test("apps get neither decisions nor waiting stickers")
    func delivered() {
        let result = judged(catalog(sticker("one", pixels: "a"), sticker("two", pixels: "b")), ["a": .approved])
        #expect(result.delivered.awaitingApproval == nil)
        #expect(result.delivered.packs.flatMap(\.stickers).allSatisfy { $0.review == nil })
    }
}
