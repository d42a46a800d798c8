import ControlSocket
import DropWatcher
import FileAccess
import Foundation
import Glibc
import JobModel
import Publishing
import StateDatabase
import StickerConfiguration
import StickerManifest
import Synchronization
import WorkerPool

/// Stores the status of a running engine for `stickerd status`. The engine updates the status continuously, so that a
/// request never waits for the engine.
package final class StatusRecorder: Sendable {
    private struct State {
        var isReady = false
        var watching: WatchStatus?
        var sources: Int?
        var catalog: Catalog?
        var atRest: AtRest?
        var deferred: [String: String] = [:]
        var unused: [UnusedFile] = []
        var workerRestarts = 0
        var decisionsLost: String?
        var problem: EngineStatus.Problem?
        var queue: RenderQueue?
        var pool: StickerPool?
        var watch: DropWatch?
        var lastTurn = SuspendingClock.now

        /// A sentence about each part of the engine that makes no progress. Empty if all parts make progress.
        var stalled: [String] {
            let stillness = SuspendingClock.now - lastTurn
            let loop =
                stillness > ThreadPulse.limit
                ? "The main loop has made no progress for \(stillness.components.seconds) seconds; the limit is "
                    + "\(ThreadPulse.limit.components.seconds)." : nil
            return [loop, watch?.stall].compactMap(\.self)
        }
    }

    /// The numbers of stickers in packs at rest. A pack at rest has no unpublished changes, and the engine does not
    /// keep it in memory.
    package struct AtRest: Sendable {
        var stickers: Int
        var awaitingApproval: Int
        var unapproved: Int

        package init(stickers: Int, awaitingApproval: Int, unapproved: Int) {
            (self.stickers, self.awaitingApproval, self.unapproved) = (stickers, awaitingApproval, unapproved)
        }
    }

    /// The start time of the first engine of this process. A reload starts another engine.
    private static let start = Date()
    private let configuration: Configuration
    private let workers: Int
    private let state = Mutex(State())

    /// - Parameter workers: the maximum number of sources that are rendered at the same time.
    package init(_ configuration: Configuration, workers: Int) {
        self.configuration = configuration
        self.workers = workers
        _ = StatusRecorder.start
    }

    /// Updates the status with an event. Events that do not affect the status are ignored.
    package func record(_ event: WatchEvent) {
        state.withLock { state in
            switch event {
            case .ready(let status):
                state.isReady = true
                state.watching = status
            case .turned: state.lastTurn = .now
            case .progress(let progress): state.watching = progress.watch
            case .workerRestarted: state.workerRestarts += 1
            case .decisionsLost(let text): state.decisionsLost = text
            case .recovered:
                state.problem?.resolved = Date()
                state.problem?.retryAt = nil
            default: break
            }
        }
    }

    /// Sets the queue. The status shows its jobs.
    func record(queue: RenderQueue) {
        state.withLock { $0.queue = queue }
    }

    /// Sets the watch of the drop folder. The status shows whether it is stalled.
    func record(watch: DropWatch) {
        state.withLock { $0.watch = watch }
    }

    /// Sets the pool. The status shows its work at the farm.
    func record(pool: StickerPool) {
        state.withLock { $0.pool = pool }
    }

    /// Records the state of the library.
    ///
    /// - Parameters:
    ///   - sources: the number of sources in the drop folder. Nil before the first listing.
    ///   - catalog: the published catalog of the packs that are not at rest.
    ///   - atRest: the totals of the packs at rest. Nil if no packs are at rest.
    ///   - deferred: the deferrals of sources, by path.
    ///   - unused: the unused files.
    package func record(
        sources: Int?, catalog: Catalog?, atRest: AtRest?, deferred: [String: String], unused: [UnusedFile]
    ) {
        state.withLock { state in
            state.sources = sources
            state.catalog = catalog
            state.atRest = atRest
            state.deferred = deferred
            state.unused = unused
        }
    }

    /// Records a failure of the environment.
    ///
    /// - Parameter delay: the time until the next attempt. Nil if no attempt is scheduled.
    package func recordFailure(_ message: String, retryIn delay: Duration?) {
        let now = Date()
        state.withLock { state in
            var problem = EngineStatus.Problem(message: message, since: now)
            if let last = state.problem, last.resolved == nil {
                problem.since = last.since
                problem.attempts = last.attempts + 1
            }
            problem.retryAt = delay.map { now.addingTimeInterval($0 / .seconds(1)) }
            state.problem = problem
        }
    }

    /// The current status.
    ///
    /// - Parameter limit: the maximum number of entries in each list.
    private func status(limit: Int) async throws -> EngineStatus {
        let state = state.withLock { $0 }
        let activity = await state.queue?.activity
        var status = try await BlockingExecutor.run { [configuration] in
            var published = state.catalog.map { PublishedSummary($0) }
            if let others = state.atRest { published?.add(others) }
            var status = EngineStatus(configuration, published: published, limit: limit)
            // While the engine yields the output, another process may use it.
            status.holder = OutputLock.currentHolder(configuration).flatMap { holder in
                holder.process == getpid() ? nil : EngineStatus.Process(holder)
            }
            return status
        }
        status.engine = EngineStatus.Process(
            process: Int(getpid()), command: YieldingLock.command, version: StickerdVersion.number,
            since: StatusRecorder.start)
        status.rendering.farm = state.pool?.farm?.work
        status.isReady = state.isReady
        status.watching = state.watching.map {
            EngineStatus.Watching(mode: $0.mode.rawValue, reason: $0.reason, folders: $0.folders)
        }
        status.sources.count = state.sources
        status.sources.deferred = EngineStatus.Listing(
            state.deferred.sorted { $0.key < $1.key }.map { .bounded(path: $0.key, reason: $0.value) }, limit: limit)
        status.sources.unused = EngineStatus.Listing(
            state.unused.map { .bounded(path: $0.path, reason: $0.reason) }, limit: limit)
        let unreadable = state.unused.filter(\.isUnreadable)
        status.sources.unreadable =
            unreadable.isEmpty
            ? nil
            : EngineStatus.Listing(unreadable.map { .bounded(path: $0.path, reason: $0.reason) }, limit: limit)
        status.sources.unusedCount = state.unused.count { $0.isSource }
        status.rendering.queued = activity?.waiting ?? 0
        status.rendering.active = activity?.rendering ?? []
        status.rendering.workers = workers
        status.rendering.workerRestarts = state.workerRestarts
        status.decisionsLost = state.decisionsLost
        status.problem = state.problem
        status.stalled = state.stalled.isEmpty ? nil : state.stalled
        return status
    }
}

extension StatusRecorder {
    /// Answers a request for the status.
    package func response(to request: ControlRequest) async throws -> ControlResponse {
        let limit = max(0, min(request.limit ?? StatusQuery.mostEntries, StatusQuery.mostEntries))
        return ControlResponse(status: try await status(limit: limit))
    }
}
