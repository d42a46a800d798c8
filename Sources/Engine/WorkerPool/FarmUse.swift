import FarmProtocol
import StickerConfiguration
import Synchronization

/// The settings with which a command uses the Remote Execution engine.
package struct FarmUse: Sendable {
    package enum Purpose: Sendable {
        case build
        case rebuild
        /// All sources must be rendered again, so the cache is not used.
        case verify
        case watch
        /// The farm is tested, so only the farm renders.
        case test

        /// The priority of the jobs in Remote Execution. Jobs with smaller values are executed first.
        var priority: Int32 {
            switch self {
            case .build, .watch, .test: 0
            case .verify: 5
            case .rebuild: 10
            }
        }
    }

    package var settings: EngineSettings
    package var purpose: Purpose
    /// The absolute path of the folder for the answers of the farm. The folder is created when needed.
    package var folder: String
    /// The names of additional formats that the workers of the farm must decode.
    package var formats: [String] = []
    /// Called with messages about the farm.
    package var notice: @Sendable (String) -> Void
    /// Connects to a farm that a test provides. The argument receives the reports, and the result sends commands. Nil
    /// to run `stickerd-farm`.
    package var connect: (@Sendable (@escaping @Sendable (FarmReport) -> Void) -> FarmJobs.Link)?
    package var now: @Sendable () -> ContinuousClock.Instant = { .now }

    package init(
        settings: EngineSettings, purpose: Purpose, folder: String,
        notice: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        (self.settings, self.purpose, self.folder, self.notice) = (settings, purpose, folder, notice)
    }

    package var rules: WorkerQueue.FarmRules {
        WorkerQueue.FarmRules(
            isWatch: purpose == .watch, asksFirst: purpose != .verify && purpose != .test, isTest: purpose == .test)
    }
}

/// The makers of the farm's results in this run, and the workers that are no longer trusted.
package final class FarmMakers: Sendable {
    private struct State {
        var makers: [String: FarmMaker] = [:]
        var workers: Set<String> = []
        var distrusted: Set<String> = []
    }

    private let state = Mutex(State())

    package init() {}

    /// Records the maker of a result.
    ///
    /// - Parameter maker: the maker of the result. Nil for this machine.
    package func note(_ maker: FarmMaker?, of fingerprint: String) {
        state.withLock { state in
            state.makers[fingerprint] = maker
            if let worker = maker?.worker, !worker.isEmpty { state.workers.insert(worker) }
        }
    }

    /// The maker of a result. Nil for this machine.
    package func maker(of fingerprint: String) -> FarmMaker? { state.withLock { $0.makers[fingerprint] } }

    /// The number of workers with known names.
    package var count: Int { state.withLock { $0.workers.count } }

    /// Records that a worker is no longer trusted. An empty name means the whole farm.
    ///
    /// - Returns: whether it was trusted until now.
    package func distrust(_ worker: String) -> Bool { state.withLock { $0.distrusted.insert(worker).inserted } }

    package func distrusts(_ worker: String) -> Bool {
        state.withLock { $0.distrusted.contains(worker) || $0.distrusted.contains("") }
    }

    /// Whether any worker is no longer trusted. The cache must not be used then, because it may contain results of that
    /// worker.
    var hasDistrusted: Bool { state.withLock { !$0.distrusted.isEmpty } }

    /// Whether the whole farm is no longer trusted.
    package var distrustsAll: Bool { state.withLock { $0.distrusted.contains("") } }

    /// Whether a result of this run was made by a worker that is no longer trusted.
    package func distrusts(fingerprint: String) -> Bool {
        state.withLock { state in
            guard !state.distrusted.isEmpty, let maker = state.makers[fingerprint] else { return false }
            return state.distrusted.contains(maker.worker) || state.distrusted.contains("")
        }
    }
}
