import BuildEngine
import FileAccess
import Foundation
import Intake
import JobModel
import Publishing
import Synchronization
import TestSupport
import Testing

/// Tests the plans of a drop folder with many packs.
@Suite("The plan of a library")
struct BuildPlannerTests {
    private static let packs = 20
    private static let sourcesPerPack = 3

    /// A drop folder with its known state. It records which stored results the planner requests.
    private final class Library: Sendable {
        let folder: TemporaryFolder
        let asked = Mutex<[String]>([])

        init() throws {
            folder = try TemporaryFolder()
            for pack in 0..<BuildPlannerTests.packs {
                for source in 0..<BuildPlannerTests.sourcesPerPack {
                    try drop("pack \(pack)/Source \(source).png", "\(pack) \(source)")
                }
            }
        }

        func drop(_ path: String, _ content: String) throws {
            let file = URL(filePath: folder.file(path))
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try SampleArt.png(content).write(to: file)
        }

        func planner(
            results: [String: StickerResult] = [:], assets: AssetNames = [], mostReads: Int? = nil,
            deferring deferred: [String: Deferral] = [:]
        ) -> BuildPlanner {
            BuildPlanner(
                recipes: Recipes(
                    configuration: PlanSamples.configuration, backgrounds: [],
                    identity: RenderIdentity(libraries: [:])),
                reader: SourceReader(known: { _ in nil }, deferral: { deferred[$0] }, mostReads: mostReads),
                published: .none, assets: assets
            ) { [self] fingerprints in
                asked.withLock { $0 += fingerprints }
                return results.filter { fingerprints.contains($0.key) }
            }
        }

        func listing() throws -> DropListing { try DropScanner.list(folder.path) }
    }

    @Test("one drop in a library of many packs plans its pack alone")
    func onePack() async throws {
        let library = try Library()
        let first = try await library.planner().plan(try library.listing())
        #expect(first.plannedCount == Self.packs * Self.sourcesPerPack)
        try library.drop("pack 7/New.png", "new")
        let listing = try library.listing()
        let second = try await library.planner().plan(listing, after: first)
        #expect(second.plannedCount == Self.sourcesPerPack + 1)
        #expect(second.sources.map(\.path) == listing.art.map(\.path))
        #expect(second.sources.first { $0.path == "pack 7/New.png" }?.needsRendering == true)
        #expect(try await library.planner().plan(listing, after: second).plannedCount == 0)
    }

    @Test("other settings of a pack plan that pack again")
    func packSettings() async throws {
        let library = try Library()
        let first = try await library.planner().plan(try library.listing())
        try Data(#"{"size": "small"}"#.utf8).write(to: URL(filePath: library.folder.file("pack 3/pack.json")))
        let second = try await library.planner().plan(try library.listing(), after: first)
        #expect(second.plannedCount == Self.sourcesPerPack)
        #expect(second.sources.first { $0.path == "pack 3/Source 0.png" }?.size == .small)
    }

    @Test("a finished rendering plans the packs that wait for it again")
    func finished() async throws {
        let library = try Library()
        let listing = try library.listing()
        let first = try await library.planner().plan(listing)
        let task = try #require(first.sources.first?.task)
        let second = try await library.planner().plan(
            listing, after: first, made: [task.fingerprint: PlanSamples.result("a")])
        #expect(second.plannedCount == Self.sourcesPerPack)
    }

    @Test("an asset that vanished plans its pack again, and its source is rendered")
    func vanishedAsset() async throws {
        let library = try Library()
        let listing = try library.listing()
        let fingerprints = try await library.planner().plan(listing).sources.compactMap(\.fingerprint)
        let results = Dictionary(fingerprints.map { ($0, PlanSamples.result($0)) }) { first, _ in first }
        let assets = AssetNames(results.values.flatMap(\.files).map(OutputNames.asset))
        let complete = try await library.planner(results: results, assets: assets).plan(listing)
        #expect(complete.sources.allSatisfy { !$0.needsRendering })
        let vanished = OutputNames.asset(PlanSamples.result(fingerprints[0]).files[0])
        let plan = try await library.planner(results: results, assets: assets.subtracting([vanished]))
            .plan(listing, after: complete)
        #expect(plan.plannedCount == Self.sourcesPerPack)
        #expect(plan.sources.filter(\.needsRendering).map(\.fingerprint) == [fingerprints[0]])
    }

    @Test("every stored result is requested once")
    func lookups() async throws {
        let library = try Library()
        let plan = try await library.planner().plan(try library.listing())
        #expect(library.asked.withLock { $0.sorted() } == plan.sources.compactMap(\.fingerprint).sorted())
    }

    @Test("equal bytes in two packs are two stickers")
    func equalBytesInPacks() async throws {
        let library = try Library()
        try library.drop("pack 1/Same.png", "same")
        try library.drop("pack 2/Same.png", "same")
        let plan = try await library.planner().plan(try library.listing())
        #expect(plan.sources.filter { $0.path.hasSuffix("Same.png") }.allSatisfy { $0.needsRendering })
    }

    @Test("beyond the most reads sources are postponed, and planned again next time")
    func postponed() async throws {
        let library = try Library()
        let listing = try library.listing()
        let first = try await library.planner(mostReads: 6).plan(listing)
        #expect(first.sources.count { $0.deferral == nil } == 6)
        #expect(first.sources.count { $0.deferral == .postponed } == Self.packs * Self.sourcesPerPack - 6)
        let second = try await library.planner().plan(listing, after: first)
        #expect(second.sources.allSatisfy { $0.deferral == nil })
    }

    @Test("a deferred source is not read, and one that vanished waits with the reason")
    func deferred() async throws {
        let library = try Library()
        let listing = try library.listing()
        try FileManager.default.removeItem(atPath: library.folder.file("pack 0/Source 1.png"))
        let plan = try await library.planner(deferring: ["pack 0/Source 0.png": .rendering]).plan(listing)
        #expect(plan.sources[0].deferral == .rendering)
        #expect(plan.sources[1].deferral == .unreadable(.vanished(listing.art[1].absolutePath)))
        #expect(plan.sources[2].needsRendering)
    }
}
