import BuildEngine
import DropWatcher
import Foundation
import JobModel
import Publishing
import StickerConfiguration
import Synchronization
import TestSupport
import Testing
import WorkerPool

/// The loop of a watch over a published library, in this process.
@Suite("The loop of a watch")
struct WatchEngineTests {
    private let library: PublishedLibrary
    private let workers = RefusingWorkers()

    init() async throws { library = try await PublishedLibrary() }

    /// Runs `body` with the loop of a watch that starts with all packs at rest.
    private func withEngine(
        observer: @escaping @Sendable (WatchEvent) -> Void = { _ in }, _ body: (inout WatchEngine) async throws -> Void
    ) async throws {
        let configuration = library.configuration
        let start = try #require(try await library.start())
        let lock = try await YieldingLock.take(configuration, notice: { _ in })
        let staging = Staging(publisher: library.publisher)
        defer { staging.close() }
        try await StickerPool.withWorkers(count: 1, command: workers.command) { pool in
            let configured = ConfiguredWorkers(configuration: configuration, command: workers.command)
            let context = WatchContext(
                recipes: Recipes(
                    configuration: configuration, backgrounds: [], identity: RenderIdentity(libraries: [:])),
                pool: pool, staging: staging, ledger: library.ledger, lock: lock,
                outputIdentity: OutputIdentity(configuration),
                approvals: configured.approvals(Reviews(), catalog: nil) { _ in }, pulse: .seconds(1),
                mostLoaded: 5_000, timing: WatchTiming(), clock: .system,
                status: StatusRecorder(configuration, workers: 1), observer: observer)
            let events = EventQueue()
            let watch = try DropWatch(
                root: configuration.drop, mode: .poll, pollInterval: .seconds(60), rescanInterval: .seconds(60),
                logger: .silent, observer: { event in events.enqueue { $0.drops.add(event) } })
            let queue = RenderQueue(jobs: 1, events: events) { _ in .wait(.notRendered) }
            var engine = try await WatchEngine(
                context: context, queue: queue, events: events, watch: watch, start: start)
            try await body(&engine)
            await queue.stop()
        }
    }

    @Test("a watch ends if its output folder is replaced, and names the folder and what it had published")
    func replaced() async throws {
        let manifest = try #require(library.folder.bytes("out/catalog.json"))
        try await withEngine { engine in
            try FileManager.default.moveItem(
                atPath: library.folder.file("out"), toPath: library.folder.file("moved"))
            try library.publisher.folder.makeFolder("")
            do {
                try await engine.run()
                Issue.record("it goes on")
            } catch let error as OutputReplaced {
                #expect(error.path == library.configuration.out && error.manifest == Digest.sha256(manifest))
                #expect("\(error)".hasPrefix(library.configuration.out))
            }
        }
    }

    @Test("a watch of an unchanged library gets ready, renders nothing and leaves the published state as it is")
    func unchanged() async throws {
        let manifest = library.folder.bytes("out/catalog.json")
        let isReady = Mutex(false)
        let running = Task {
            try await withEngine(observer: { event in if case .ready = event { isReady.withLock { $0 = true } } }) {
                engine in
                do { try await engine.run() } catch is CancellationError {}
                let output: OutputState = engine.output
                #expect(!output.isOutdated && output.requests.isEmpty)
                let removal: RemovalState = engine.removal
                #expect(removal.hold == nil)
                #expect(removal.policy.grace == .seconds(library.configuration.watch.retireAfterSeconds))
            }
        }
        try await eventually("it does not get ready") { isReady.withLock { $0 } }
        running.cancel()
        try await running.value
        #expect(library.folder.bytes("out/catalog.json") == manifest && workers.sources.isEmpty)
    }
}
