import BuildEngine
import FileAccess
import Intake
import JobModel
import StateDatabase
import StickerManifest
import Testing

@Suite("The states of sources after a run")
struct SourceOutcomesTests {
    private typealias Samples = PlanSamples

    private func entries(
        _ plan: [PlannedSource], states: [SourceStatus], ignored: [IgnoredEntry] = [], kept: [LedgerSource] = []
    ) -> [LedgerSource] {
        let outcomes = zip(plan, states).map { source, state in
            SourceOutcome(
                path: source.path, pack: source.art.pack, id: source.art.id, state: state, reason: "why", isNew: false)
        }
        return LedgerEntries.of(plan, outcomes: outcomes, ignored: ignored, kept: kept)
    }

    // MARK: The state database

    @Test("a source that waits has no result, although its recipe is known, so that it is planned again")
    func waiting() {
        let rows = entries([Samples.source("Cat.png"), Samples.source("Dog.png")], states: [.waiting, .published])
        #expect(rows.map(\.fingerprint) == [nil, Samples.fingerprint("Dog.png")])
        #expect(rows.map(\.sha256) == ["Cat.png", "Dog.png"])
        #expect(rows.map(\.reason) == ["why", "why"])
    }

    @Test("each path has one row: art comes before an ignored file, and that before a missing source")
    func once() {
        let kept = ["cats/Cat.png", "cats/readme.txt", "cats/Gone.png"].map { path in
            LedgerSource(path: path, stamp: nil, sha256: "old", pack: "cats", id: "old", state: .published)
        }
        let rows = entries(
            [Samples.source("Cat.png")], states: [.published],
            ignored: [
                IgnoredEntry(path: "cats/Cat.png", reason: .unreadable),
                IgnoredEntry(path: "cats/readme.txt", reason: .unreadable, detail: "first"),
                IgnoredEntry(path: "cats/readme.txt", reason: .unreadable, detail: "second"),
            ], kept: kept)
        #expect(rows.map(\.path) == ["cats/Cat.png", "cats/readme.txt", "cats/Gone.png"])
        #expect(rows.map(\.state) == [.published, .ignored, .published])
        #expect(rows[1].reason.hasSuffix(": first") && rows[2].id == "old")
    }

    // MARK: A publish hold

    @Test("during a publish hold, every source that differs from the published state waits")
    func onHold() {
        let (cat, dog, star) = (
            Samples.source("Cat.png"), Samples.source("Dog.png"), Samples.source("Star.png", bytes: "broken")
        )
        let version = Samples.version("Cat.gif", of: "Cat.png", rank: 1)
        let published = Samples.catalog([
            (cat, Samples.result("cat")), (dog, Samples.result("dog")), (star, Samples.damaged),
        ])
        let now = [version, cat, dog, star, Samples.source("New.png")]
        let listing = DropListing(packs: [Samples.pack], art: now.map(\.art), ignored: [])
        func outcomes(_ changed: [String: String] = [:]) -> [SourceStatus] {
            let digests = now.map { source in
                (
                    source.path,
                    KnownDigest(stamp: source.art.stamp, sha256: changed[source.path] ?? source.sha256 ?? "")
                )
            }
            return SourceOutcomes.onHold(
                listing, catalog: published, digests: Dictionary(digests) { first, _ in first }
            ).map(\.state)
        }
        #expect(outcomes() == [.superseded, .published, .published, .rejected, .waiting])
        #expect(
            outcomes(["cats/Dog.png": "changed", "cats/Star.png": "repaired"])
                == [.superseded, .published, .waiting, .waiting, .waiting])
    }

    @Test("during a publish hold, a source that was written again and not read yet waits")
    func unreadOnHold() {
        let cat = Samples.source("Cat.png")
        let stamp = FileStat(size: 1, modified: 9, changed: 9, inode: 9, device: 9)
        let outcomes = SourceOutcomes.onHold(
            DropListing(packs: [Samples.pack], art: [cat.art], ignored: []),
            catalog: Samples.catalog([(cat, Samples.result("cat"))]),
            digests: [cat.path: KnownDigest(stamp: stamp, sha256: "Cat.png")])
        #expect(outcomes.map(\.state) == [.waiting] && outcomes.map(\.reason) == ["publishing is on hold"])
    }
}
