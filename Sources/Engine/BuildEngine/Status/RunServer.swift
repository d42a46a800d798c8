import ControlSocket
import Foundation
import Glibc
import JobModel
import StickerConfiguration
import Synchronization
import WorkerPool

/// Serves a build or a rebuild while it renders with other machines: `stickerd status` requests its progress, and
/// agents connect to it.
final class RunServer: Sendable {
    /// The run that is served.
    enum Run: Sendable {
        case build
        case rebuild

        /// The command.
        var command: String {
            switch self {
            case .build: "stickerd build"
            case .rebuild: "stickerd rebuild"
            }
        }

        /// The name of its socket in the state folder. A rebuild may run beside a build, so each has its own.
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
        /// Nil before it is known.
        var total: Int?
    }

    private let run: Run
    private let configuration: Configuration
    private let observer: @Sendable (BuildEvent) -> Void
    private let state = Mutex(State())
    private let begin = Date()

    /// - Parameter observer: receives the events of the run and of agents.
    init(_ run: Run, _ configuration: Configuration, observer: @escaping @Sendable (BuildEvent) -> Void) {
        self.run = run
        self.configuration = configuration
        self.observer = observer
    }

    /// Reads the progress from an event, and forwards the event.
    func observe(_ event: BuildEvent) {
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

    /// The configured machines, including agents that connect on their own. Nil if none may take part.
    var nodes: NodeSettings? {
        NodeSettings(configuration, stateFolder: configuration.stateFolder, attaching: true) { [observer] in
            observer(.notice($0))
        }
    }

    /// Runs `body`, answers requests, and serves agents if other machines may take part. The pool is closed at the end.
    func serve<Value: Sendable>(_ pool: StickerPool, _ body: () async throws -> Value) async throws -> Value {
        guard let board = pool.nodes else { return try await body() }
        let service: ControlServer.AgentService? =
            configuration.workers.attachedSlots > 0 ? { @Sendable in _ = await pool.attach($0) } : nil
        return try await ControlServer.withServer(
            folder: configuration.stateFolder, name: run.socket,
            notice: {
                observer(.notice("Agents cannot attach to this \(run.command), nor can it be asked: \($0)."))
            },
            handler: { [self] _ in ControlResponse(status: status(of: board, slots: pool.slotsUp)) },
            attaching: { service }
        ) {
            // Agents are sent away before their connections are closed, which would look like a fault of theirs.
            defer { pool.close() }
            return try await body()
        }
    }

    /// - Parameter slots: how many jobs can be done at a time now.
    private func status(of board: NodeBoard, slots: Int) -> EngineStatus {
        var status = EngineStatus(configuration, published: nil, limit: 0)
        status.engine = EngineStatus.Process(
            process: Int(getpid()), command: run.command, version: StickerdVersion.number, since: begin)
        status.rendering.workers = BuildRun.renderings(configuration)
        status.rendering.progress = progress(slots: slots)
        status.rendering.add(board)
        return status
    }

    private func progress(slots: Int) -> EngineStatus.Progress? {
        state.withLock { state in
            guard let total = state.total else { return nil }
            // As it is now, and not when the last source was done.
            let now = state.estimate.note(done: state.done, of: total, slots: slots)
            return EngineStatus.Progress(
                done: now.done, total: now.total, secondsLeft: now.secondsLeft.map { Int(min($0, 1e9).rounded(.up)) })
        }
    }
}
