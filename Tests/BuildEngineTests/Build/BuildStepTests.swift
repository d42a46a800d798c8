import BuildEngine
import DropWatcher
import FileAccess
import Foundation
import Intake
import JobModel
import Publishing
import StateDatabase
import StickerConfiguration
import StickerManifest
import Synchronization
import TestSupport
import Testing
import WorkerPool

/// The steps of a build in this process, with workers that do no job.
@Suite("The steps of a build")
struct BuildStepTests {
    private let folder: TemporaryFolder
    private let workers = RefusingWorkers()
    private let publisher: Publisher
    private let configuration: Configuration

    init() throws {
        folder = try TemporaryFolder()
        var configuration = Configuration(drop: folder.file("drop"), out: folder.file("out"))
        configuration.state = folder.file("state")
        configuration.sheets.pictures = .never
        publisher = Publisher(out: configuration.out)
        self.configuration = configuration
    }

    // MARK: Rendering

    /// Tasks for the sources `a` to `d`, whose files are larger in this order.
    private let tasks = ["a", "b", "c", "d"].enumerated().compactMap { place, name in
        PlanSamples.source("\(name).png") { $0.stamp.size = place + 1 }.task
    }

    /// Renders the tasks with one worker.
    ///
    /// - Returns: the paths that have an outcome, and the fingerprints of the saved results.
    private func render(
        mayBegin: @escaping @Sendable () async throws -> Bool
    ) async throws -> (paths: [String], saved: Set<String>, failure: (any Error)?) {
        let saved = Mutex<Set<String>>([])
        return try await StickerPool.withWorkers(count: 1, command: workers.command) { pool in
            let step = RenderStep(
                renderer: SourceRenderer(pool: pool, staging: Staging(folder: folder.path)),
                save: { results in saved.withLock { $0.formUnion(results.keys) } }, observer: { _ in },
                mayBegin: mayBegin)
            do {
                let outcomes = try await step.run(tasks, jobs: 1)
                return (outcomes.keys.sorted(), saved.withLock { $0 }, nil)
            } catch {
                return ([], saved.withLock { $0 }, error)
            }
        }
    }

    @Test("the largest files are rendered first, and no task starts that may not")
    func order() async throws {
        let begun = Mutex(0)
        let made = try await render {
            begun.withLock { count in
                count += 1
                return count <= 2
            }
        }
        #expect(made.paths == ["cats/c.png", "cats/d.png"])
        #expect(made.saved == Set(["c.png", "d.png"].map(PlanSamples.fingerprint)))
        #expect(workers.sources == ["/drop/cats/c.png", "/drop/cats/d.png"])
    }

    @Test("what is finished is saved before a stopped run ends")
    func stopped() async throws {
        let begun = Mutex(0)
        let made = try await render {
            let count = begun.withLock { count in
                count += 1
                return count
            }
            guard count <= 2 else { throw CancellationError() }
            return true
        }
        #expect(made.failure is CancellationError && made.saved.count == 1)
    }

    // MARK: Icons

    private func icons(_ packs: [DroppedPack], previous: Catalog?) async throws -> IconStep.Icons {
        try await StickerPool.withWorkers(count: 1, command: workers.command) { pool in
            let staging = Staging(publisher: publisher)
            defer { staging.close() }
            return try await IconStep(
                configuration: configuration, identity: RenderIdentity(libraries: [:]), pool: pool,
                publisher: publisher, staging: staging, known: [:]
            ).run(packs, previous: previous)
        }
    }

    @Test("an icon that cannot be rendered or read is reported, and the published one stays", arguments: [true, false])
    func icon(exists: Bool) async throws {
        if exists { try folder.write([UInt8](SampleArt.png("icon")), to: "drop/cats/icon.png") }
        var pack = PlanSamples.pack
        pack.icon = ScannedFile(
            path: "cats/icon.png", absolutePath: folder.file("drop/cats/icon.png"),
            stamp: FileStat(size: 1, modified: 0, changed: 0, inode: 1, device: 1))
        let published = IconRendition(
            path: "assets/icon.png", name: "packs/cats/icon.png", width: 1, height: 1, bytes: 1, sha256: "0")
        let previous = Catalog(
            generator: "",
            packs: [Pack(id: "cats", title: "Cats", titles: [:], size: .regular, icon: [published], stickers: [])],
            rejected: [])
        let icons: IconStep.Icons = try await icons([pack], previous: previous)
        #expect(icons.renditions == ["cats": [published]] && icons.artifacts.isEmpty)
        #expect(icons.notices.count == 1 && icons.notices.first?.contains("icon.png") == true)
        #expect(workers.sources.isEmpty != exists)
    }

    @Test("a pack without an icon has none, and no worker is asked")
    func noIcon() async throws {
        let icons = try await icons([PlanSamples.pack], previous: nil)
        #expect(icons.renditions.isEmpty && icons.notices.isEmpty && workers.sources.isEmpty)
    }

    // MARK: The whole pass

    /// Builds the drop folder as it is.
    private func build(_ ledger: Ledger) async throws -> BuildSummary {
        try await StickerPool.withWorkers(count: 1, command: workers.command) { pool in
            let staging = Staging(publisher: publisher)
            defer { staging.close() }
            let baseline = Baseline(
                Recipes(configuration: configuration, backgrounds: [], identity: RenderIdentity(libraries: [:])),
                previous: PublishedCatalog.read(publisher) { _ in }, ledger: ledger, notice: { _ in })
            let (listing, assets) = (try DropScanner.list(configuration.drop), try publisher.listAssets())
            let planner = baseline.planner(reading: SourceReader(known: { _ in nil }), assets: assets)
            let pass = BuildPass(
                baseline: baseline, decisions: try await baseline.decisions(),
                workers: ConfiguredWorkers(configuration: configuration, command: workers.command), pool: pool,
                files: FinishedFiles(publisher: publisher, staging: staging, ledger: ledger), planner: planner,
                removals: Removals(ofNothingIn: DropView(ofEverything: listing)), observer: { _ in })
            return try await pass.run(listing, plan: try await planner.plan(listing), assets: assets)
        }
    }

    @Test("sources that no worker can render are published as rejected with the reason, and not rendered again")
    func rejected() async throws {
        for name in ["a", "b"] { try folder.write([UInt8](SampleArt.png(name)), to: "drop/cats/\(name).png") }
        try publisher.folder.makeFolder("")
        let ledger = try await Ledger.open(folder: configuration.stateFolder).ledger
        let first = try await build(ledger)
        #expect(first.rendered == 2 && first.changed)
        let rejected = try #require(try publisher.folder.manifest.catalog()).rejected
        #expect(rejected.map(\.path) == ["cats/a.png", "cats/b.png"])
        #expect(rejected.allSatisfy { $0.findings.map(\.message).joined().contains("took longer than 60 seconds") })
        let second = try await build(ledger)
        #expect(second.rendered == 0 && !second.changed)
        #expect(second.outcomes.map(\.state) == first.outcomes.map(\.state))
    }
}
