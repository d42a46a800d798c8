import ControlSocket
import Foundation
import Glibc
import JobModel
import StickerConfiguration
import Synchronization
import WorkerPool

/// Reports the progress of a build or a rebuild to `stickerd status` while the farm renders for this run.
package final class RunServer: Sendable {
    /// The kind of run.
    package enum Run: Sendable {
        case build
        case rebuild

        /// The name of the command.
        var command: String {
            switch self {
            case .build: "stickerd build"
            case .rebuild: "stickerd rebuild"
            }
        }

        /// The name of the run's socket in the state folder. The names differ, because a rebuild and a build can run at
        /// the same time.
        fileprivate var socket: String {
            switch self {
            case .build: ControlServer.buildFileName
            case .rebuild: ControlServer.renderFileName
            }
        }
    }

    private struct State {
        var estimate = ProgressEstimate()
        var done = 0
        /// The number of sources to render. Nil before it is known.
        var total: Int?
    }

    private let run: Run
    private let configuration: Configuration
    private let observer: @Sendable (BuildEvent) -> Void
    private let state = Mutex(State())
    private let begin = Date()

    /// - Parameter observer: receives the events of the run.
    package init(_ run: Run, _ configuration: Configuration, observer: @escaping @Sendable (BuildEvent) -> Void) {
        self.run = run
        self.configuration = configuration
        self.observer = observer
    }

    /// Updates the progress from an event, and forwards the event to the observer.
    package func observe(_ event: BuildEvent) {
        state.withLock { state in
            switch event {
            case .planned(_, let toRender): state = State(total: toRender)
            case .rendered(_, let done, let total, let slots):
                (state.done, state.total) = (done, total)
                _ = state.estimate.note(done: done, of: total, slots: slots)
            default: break
            }
        }
        observer(event)
    }

    /// Runs `body`. If a farm is used, also answers requests for the status while `body` runs.
    package func serve<Value: Sendable>(_ pool: StickerPool, _ body: () async throws -> Value) async throws -> Value {
        guard let farm = pool.farm else { return try await body() }
        return try await ControlServer.withServer(
            folder: configuration.stateFolder, name: run.socket,
            notice: { observer(.notice("`stickerd status` cannot ask this \(run.command): \($0).")) },
            handler: { [self] _ in ControlResponse(status: status(of: farm.work, slots: pool.slotsUp)) },
            body)
    }

    /// - Parameter slots: the number of jobs that can run at the same time now.
    private func status(of farm: RemoteWork, slots: Int) -> EngineStatus {
        var status = EngineStatus(configuration, published: nil, limit: 0)
        status.engine = EngineStatus.Process(
            process: Int(getpid()), command: run.command, version: StickerdVersion.number, since: begin)
        status.rendering.workers = BuildRun.renderings(configuration)
        status.rendering.progress = progress(slots: slots)
        status.rendering.farm = farm
        return status
    }

    private func progress(slots: Int) -> EngineStatus.Progress? {
        state.withLock { state in
            guard let total = state.total else { return nil }
            // The estimate is updated here, because the remaining time changes even if no source was finished.
            let now = state.estimate.note(done: state.done, of: total, slots: slots)
            return EngineStatus.Progress(
                done: now.done, total: now.total, secondsLeft: now.secondsLeft.map { Int(min($0, 1e9).rounded(.up)) })
        }
    }
}
