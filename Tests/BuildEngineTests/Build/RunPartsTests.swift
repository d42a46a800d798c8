import BuildEngine
import Foundation
import Intake
import JobModel
import Publishing
import StateDatabase
import StickerConfiguration
import StickerManifest
import TestSupport
import Testing
import Texts
import WorkerPool

/// Tests single steps of a run. Other tests run these steps together.
@Suite("The parts of a run")
struct RunPartsTests {
    private typealias Samples = PlanSamples

    // MARK: Equal files and versions

    private func steps(_ plan: [PlannedSource]) -> [String] { plan.map(\.summary) }

    @Test(
        "of equal files the one that is published with these bytes is used, then a named one, then the shortest title")
    func duplicates() {
        let (long, short) = (
            Samples.source("Happy Cat copy.png", bytes: "cat"), Samples.source("Cat 10.png", bytes: "cat")
        )
        let named = Samples.source("Happy Cat copy.png", bytes: "cat") { $0.isNamed = true }
        var plan = [long, short, Samples.source("Cat 9.png", bytes: "cat")]
        DuplicateChoice(published: .none).apply(to: &plan)
        // `Cat 9` has the shortest title. Titles of equal length would be in natural order.
        #expect(steps(plan) == ["duplicate of cats/Cat 9.png", "duplicate of cats/Cat 9.png", "render"])
        #expect(plan[2].copies == ["cats/Happy Cat copy.png", "cats/Cat 10.png"])
        plan = [named, short]
        DuplicateChoice(published: .none).apply(to: &plan)
        #expect(steps(plan) == ["render", "duplicate of cats/Happy Cat copy.png"])
        plan = [named, short]
        DuplicateChoice(published: Samples.published(short)).apply(to: &plan)
        #expect(steps(plan) == ["duplicate of cats/Cat 10.png", "render"])
    }

    @Test("a source that is no longer a duplicate is rendered, and has no copies of an earlier plan")
    func formerDuplicate() {
        var plan = [Samples.source("Cat.png", bytes: "cat"), Samples.source("Copy.png", bytes: "cat")]
        let choice = DuplicateChoice(published: .none)
        choice.apply(to: &plan)
        #expect(steps(plan) == ["render", "duplicate of cats/Cat.png"])
        plan.remove(at: 0)
        choice.apply(to: &plan)
        #expect(steps(plan) == ["render"])
        plan[0].copies = ["cats/Gone.png"]
        choice.apply(to: &plan)
        #expect(plan[0].copies.isEmpty)
    }

    @Test("an unreadable published file keeps its place against a copy of what is published")
    func unreadableOriginal() {
        let original = Samples.source("Cat.png", bytes: "cat")
        var plan = [Samples.waiting("Cat.png", .postponed), Samples.source("A.png", bytes: "cat")]
        DuplicateChoice(published: Samples.published(original)).apply(to: &plan)
        #expect(plan[0].deferral != nil && plan[1].summary == "duplicate of cats/Cat.png")
    }

    @Test("the best version that is not rejected is used, and the last one if all are")
    func versions() {
        let files = ["Star.svg", "Star.png", "Star.jpg"]
        func plan(rejected: [String], published: PublishedSources = .none) -> ([String], Bool) {
            var plan = [Samples.source(files[0])]
            plan += (1...2).map { Samples.version(files[$0], of: files[0], rank: $0) }
            let made = Dictionary(
                uniqueKeysWithValues: rejected.map { (Samples.fingerprint($0), Samples.damaged) })
            let fallback = VersionFallback(rules: RuleSet(), published: published, made: made)
            // The next version may also be rejected, so the choice is repeated until nothing changes.
            var isChanged = false
            while fallback.apply(to: &plan) { isChanged = true }
            return (steps(plan), isChanged)
        }
        let best = plan(rejected: [])
        #expect(best.0 == ["render", "superseded by cats/Star.svg", "superseded by cats/Star.svg"] && !best.1)
        let next = plan(rejected: ["Star.svg"])
        #expect(next.0 == ["render", "render", "superseded by cats/Star.png"] && next.1)
        #expect(plan(rejected: files).0 == ["render", "render", "render"])
        // If a published source is damaged, its sticker remains published.
        let published = Samples.published(Samples.source("Star.svg"))
        #expect(plan(rejected: ["Star.svg"], published: published).1 == false)
    }

    @Test("an approved picture is approved for its sticker in its pack only")
    func approvals() throws {
        let task = try #require(Samples.source("Cat.png").task)
        let result = Samples.result("new files", pixels: "image")
        func isCovered(pack: String, sticker: String) -> Bool {
            let key = Reviews.Key(pack: pack, sticker: sticker, pixels: "image")
            let approvals: InheritedApprovals = ConfiguredWorkers(
                configuration: Samples.configuration, command: WorkerCommand(executable: "/nonexistent")
            ).approvals(Reviews([key: Review(outcome: .approved)]), catalog: nil) { _ in }
            return approvals.cover(result, of: task)
        }
        #expect(isCovered(pack: "cats", sticker: "cat"))
        #expect(!isCovered(pack: "dogs", sticker: "cat") && !isCovered(pack: "cats", sticker: "kitten"))
    }

    // MARK: Reading

    /// A drop folder with three files. The last one was written last.
    private func drop() throws -> (folder: TemporaryFolder, listing: DropListing) {
        let folder = try TemporaryFolder()
        for (name, text) in [("a", "one"), ("b", "two"), ("c", "three")] {
            try folder.write([UInt8](SampleArt.png(text)), to: "cats/\(name).png")
        }
        var listing = try DropScanner.list(folder.path)
        for place in listing.art.indices { listing.art[place].stamp.changed = place }
        return (folder, listing)
    }

    private func digests(_ readings: [SourceReading]) -> [String?] {
        readings.map { if case .read(let sha256) = $0.content { sha256 } else { nil } }
    }

    private func deferrals(_ readings: [SourceReading]) -> [Deferral?] {
        readings.map { if case .deferred(let deferral) = $0.content { deferral } else { nil } }
    }

    @Test("a file with the timestamp of its last reading is not read again")
    func known() throws {
        let (folder, listing) = try drop()
        let (first, second) = (listing.art[0], listing.art[1])
        var other = second.stamp
        other.size += 1
        let known = [
            first.path: KnownDigest(stamp: first.stamp, sha256: "known"),
            second.path: KnownDigest(stamp: other, sha256: "outdated"),
        ]
        let digests = digests(SourceReader(known: { known[$0] }).read(listing))
        #expect(digests[0] == "known")
        let bytes = try #require(folder.bytes("cats/b.png"))
        #expect(digests[1] == Digest.sha256(bytes))
    }

    @Test("of many new files the newest are read first, and known ones do not count")
    func postponed() throws {
        let (folder, listing) = try drop()
        defer { withExtendedLifetime(folder) {} }
        let first = listing.art[0]
        let all = SourceReader(known: { _ in nil }, mostReads: 1).read(listing)
        #expect(deferrals(all) == [.postponed, .postponed, nil])
        let reader = SourceReader(
            known: { $0 == first.path ? KnownDigest(stamp: first.stamp, sha256: "known") : nil }, mostReads: 2)
        #expect(deferrals(reader.read(listing)) == [nil, nil, nil])
    }

    @Test("a deferred file is not read, and one that was removed or has changed since the listing is deferred")
    func deferred() throws {
        let (folder, listing) = try drop()
        try folder.remove("cats/b.png")
        let reader = SourceReader(
            known: { _ in nil }, deferral: { $0 == "cats/a.png" ? .publishHold : nil }, check: .listedStamps)
        let content: [SourceReading.Content] = reader.read(listing).map(\.content)
        #expect(content[0] == .deferred(.publishHold))
        guard case .deferred(.unreadable) = content[1] else {
            Issue.record("\(content[1])")
            return
        }
        // The timestamp of this file has changed since the listing.
        #expect(content[2] == .deferred(.unreadable(.changedWhileReading("cats/c.png"))))
    }

    @Test("a reading has the timestamp of the bytes that were hashed")
    func stamps() throws {
        let (folder, listing) = try drop()
        let readings = SourceReader(known: { _ in nil }).read(listing)
        #expect(readings.map(\.art.stamp) == (try DropScanner.list(folder.path)).art.map(\.stamp))
    }

    // MARK: The start of a run

    @Test("the extent of a run changes where results are found, and not which")
    func baseline() async throws {
        let library = try await PublishedLibrary()
        let recipes = Recipes(
            configuration: library.configuration, backgrounds: [], identity: RenderIdentity(libraries: [:]))
        let catalog = try library.catalog()
        let fingerprints = catalog.finishedStickers.map(\.fingerprint) + ["unknown"]
        var found: [Set<String>] = []
        for extent: Baseline.Extent in [.library, .packs] {
            let baseline = Baseline(recipes, previous: catalog, ledger: library.ledger, extent: extent) { _ in }
            #expect(baseline.published == PublishedSources(catalog))
            found.append(Set(try await baseline.results(fingerprints).keys))
        }
        #expect(found == [Set(fingerprints.dropLast()), Set(fingerprints.dropLast())])
        let without = Baseline(recipes, previous: catalog, ledger: nil) { _ in }
        #expect(try await without.results(fingerprints).isEmpty)
    }

    // MARK: Sheets and audits

    private func pack() throws -> Pack {
        let sources = ["a.png", "b.png"].map { Samples.source($0) }
        return try #require(Samples.catalog(sources.map { ($0, Samples.result($0.art.id)) }).packs.first)
    }

    @Test("the page of a pack is written again for another language, another rejection and another order")
    func htmlPage() throws {
        let identity = RenderIdentity(libraries: [:])
        func digest(
            _ pack: Pack, language: Language = .english, rejected: [RejectedSource] = []
        ) throws -> String {
            try SheetDigests(pack, identity).ofPage(
                rejected: rejected, pngPages: [], backgrounds: [], language: language)
        }
        let pack = try pack()
        var turned = pack
        turned.stickers.reverse()
        let rejected = RejectedSource(
            pack: "cats", id: "x", path: "cats/x.png", sha256: "", bytes: 1, findings: [], keepsEarlierVersion: false)
        let other = try #require(Language.allCases.first { $0 != .english })
        let digests = [
            try digest(pack), try digest(turned), try digest(pack, language: other),
            try digest(pack, rejected: [rejected]),
        ]
        #expect(Set(digests).count == digests.count)
        #expect(try digest(pack) == digests[0])
    }

    @Test("an audit checks every published file, whatever it finds, and counts each source once")
    func audit() async throws {
        let library = try await PublishedLibrary()
        let audit = Audit(configuration: library.configuration)
        let intact: Audit.Result = try await audit.run()
        let asset = try #require(try library.catalog().finishedStickers.first?.renditions.first?.path)
        try library.folder.remove("out/" + asset)
        try library.folder.write("damaged", to: "out/" + asset)
        let damaged: Audit.Result = try await audit.run()
        #expect(damaged.checkedFiles == intact.checkedFiles && !damaged.faults.isEmpty)
        #expect(intact.balance == damaged.balance && intact.balance.totalArrivals == 3)
    }

    @Test("a folder without a manifest has no catalog to check, and a manifest that cannot be read is a damage")
    func integrity() async throws {
        let library = try await PublishedLibrary()
        func check() -> IntegrityCheck.Result {
            IntegrityCheck(out: library.publisher.folder, artifacts: [:]).run()
        }
        #expect(check().damages.isEmpty && check().catalog?.packs.count == 2)
        try library.folder.remove("out/catalog.json")
        #expect(check().catalog == nil && check().damages.isEmpty)
        try library.folder.write("{", to: "out/catalog.json")
        #expect(check().catalog == nil && check().damages.map(\.path) == ["catalog.json"])
    }

    @Test(
        "a damage is a sentence with its file, and has the keys of the report",
        arguments: [
            (Damage.Place.output, Damage.Kind.damaged, "out/packs/cats/cat@3x.png (assets/a.png) is damaged"),
            (.output, .missing, "out/packs/cats/cat@3x.png (assets/a.png) is missing."),
            (.output, .unknown, " is unused."),
            (.source, .missing, "assets/a.png existed at the last build"),
            (.source, .damaged, "assets/a.png is damaged"),
        ])
    func damage(place: Damage.Place, kind: Damage.Kind, words: String) throws {
        let json = """
            {"isRepaired":false,"kind":"\(kind.rawValue)","name":"packs/cats/cat@3x.png","path":"assets/a.png",\
            "place":"\(place.rawValue)"}
            """
        let damage = try JSONDecoder().decode(Damage.self, from: Data(json.utf8))
        #expect(damage.place == place && damage.kind == kind && damage.sentence.contains(words))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        #expect(String(decoding: try encoder.encode(damage), as: UTF8.self) == json)
    }
}
