import FarmProtocol
import Foundation
import RenderProtocol
import StickerConfiguration
import Synchronization
import TestSupport
import WorkerPool
import WorkerProtocol

/// A simulated farm. The test controls its answers and its clock.
final class PlayedFarm: Sendable {
    private struct State {
        var report: (@Sendable (FarmReport) -> Void)?
        var commands: [FarmCommand] = []
        var notices: [String] = []
        var now = ContinuousClock.now
        var answersLookups = true
    }

    private let state = Mutex(State())
    private let folder: TemporaryFolder

    init(_ folder: TemporaryFolder) {
        self.folder = folder
    }

    /// - Parameter jobs: the maximum number of jobs at the same time.
    func use(jobs: Int = 50, _ purpose: FarmUse.Purpose = .build, executes: Bool = true) -> FarmUse {
        var settings = EngineSettings()
        (settings.url, settings.jobs, settings.verifyShare) = ("grpc://127.0.0.1:1", jobs, 0)
        var use = FarmUse(settings: settings, purpose: purpose, folder: folder.path) { [self] text in
            state.withLock { $0.notices.append(text) }
        }
        use.now = { [self] in state.withLock { $0.now } }
        use.connect = { [self] report in
            state.withLock { $0.report = report }
            let capabilities = FarmCapabilities(
                versions: ["2.0", "2.2"], executes: executes, stores: true, batchLimit: 1 << 20)
            report(.capabilities(capabilities))
            return { [self] command in
                state.withLock { $0.commands.append(command) }
                if case .cancel(let id) = command { report(.lost(FarmLoss(id: id, reason: .cancelled))) }
                if case .run(let job) = command, job.lookup == .cache, state.withLock({ $0.answersLookups }) {
                    report(.lost(FarmLoss(id: job.id, reason: .missing)))
                }
                return true
            }
        }
        return use
    }

    /// The jobs that were sent to the farm for execution, in this order.
    var jobs: [FarmJob] { runs.filter { $0.lookup != .cache } }

    /// The requests for results in the cache of the farm, in this order.
    var lookups: [FarmJob] { runs.filter { $0.lookup == .cache } }

    private var runs: [FarmJob] {
        state.withLock { $0.commands }.compactMap { if case .run(let job) = $0 { job } else { nil } }
    }

    /// From now on, the test answers requests for the cache. Before this call, the cache contains no results.
    func keepLookups() { state.withLock { $0.answersLookups = false } }

    /// The ids of jobs that are no longer needed.
    var cancelled: [UInt32] {
        state.withLock { $0.commands }.compactMap { if case .cancel(let id) = $0 { id } else { nil } }
    }

    var notices: String { state.withLock { $0.notices.joined(separator: "\n") } }

    /// Advances the clock of the pool.
    func advance(_ time: Duration) { state.withLock { $0.now += time } }

    func report(_ report: FarmReport) { state.withLock { $0.report }?(report) }

    func lose(_ job: FarmJob, _ reason: FarmLoss.Reason, code: Int = 0, words: String = "") {
        report(.lost(FarmLoss(id: job.id, reason: reason, code: code, words: words)))
    }

    /// Answers a job with a word.
    func answer(_ job: FarmJob, _ word: String, worker: String = "w1", version: RendererVersion = .current) throws {
        let encoder = JSONEncoder()
        var bytes = try Frame(.hello, payload: [UInt8](try encoder.encode(version))).encoded()
        bytes += try Frame(.start, job: 1).encoded()
        bytes += try Frame(.result, job: 1, payload: [UInt8](try encoder.encode(EchoMessage(word: word)))).encoded()
        try Data(bytes).write(to: URL(filePath: job.answer))
        var result = FarmResult(id: job.id)
        (result.worker, result.cached) = (worker, job.lookup == .cache)
        report(.done(result))
    }
}
