import FarmProtocol
import Foundation
import GRPCChannel
import RemoteExecutionMessages

/// Executes the jobs of one `stickerd` process on a farm.
///
/// Each job ends with exactly one `FarmReport.done` or `FarmReport.lost`.
package actor Farm {
    private let report: @Sendable (FarmReport) -> Void
    private let counter = FigureCounter()
    private var settings: FarmSettings?
    /// The connection, or the running attempt to connect.
    private var connection: Task<ActionRunner, any Error>?
    /// The last refusal. It is the answer to jobs that `stickerd` sent before it received the refusal.
    private var refusal: (error: FarmError, time: ContinuousClock.Instant)?
    private var jobs: [UInt32: (task: Task<Void, Never>, phase: FarmProgress.Phase?)] = [:]
    private var timer: Task<Void, Never>?

    /// The time after a refusal during which no new connection is attempted.
    private static let refusalTime = Duration.seconds(1)

    /// - Parameter report: called with each report, in order.
    package init(report: @escaping @Sendable (FarmReport) -> Void) { self.report = report }

    /// Performs a command.
    ///
    /// - Returns: false if the command violates the protocol.
    package func perform(_ command: FarmCommand) -> Bool {
        switch command {
        case .settings(let settings):
            guard self.settings == nil else { return false }
            self.settings = settings
            Task { _ = try? await self.runner() }
        case .run(let job):
            return start(job) { runner in
                try await runner.run(job) { phase, worker in
                    await self.reach(phase, worker, of: job.id)
                }
            }
        case .store(let job): return start(job) { try await $0.store(job) }
        case .cancel(let id):
            let task = jobs[id]?.task
            end(id, .lost(FarmLoss(id: id, reason: .cancelled, words: "The result is no longer needed.")))
            task?.cancel()
        }
        return true
    }

    // MARK: Jobs

    private func start(_ job: FarmJob, _ body: @escaping @Sendable (ActionRunner) async throws -> FarmResult) -> Bool {
        guard settings != nil, jobs[job.id] == nil else { return false }
        let task = Task {
            do {
                self.end(job.id, .done(try await body(self.runner())))
            } catch {
                self.lose(job.id, error)
            }
        }
        jobs[job.id] = (task, nil)
        startTimer()
        return true
    }

    private func reach(_ phase: FarmProgress.Phase, _ worker: String?, of id: UInt32) {
        guard jobs[id] != nil else { return }
        jobs[id]?.phase = phase
        report(.stage(FarmProgress(id: id, phase: phase, worker: worker)))
    }

    private func lose(_ id: UInt32, _ error: any Error) {
        let error = farmError(error)
        if error.reason == .refused { refuse(error) }
        end(
            id,
            .lost(
                FarmLoss(id: id, reason: error.reason, code: error.code, words: error.words, worker: error.worker)))
    }

    private func farmError(_ error: any Error) -> FarmError {
        switch error {
        case let error as FarmError: error
        case let failure as CallFailure: FarmError(failure, farm: connectionName)
        case is CancellationError: FarmError(.cancelled, "The result is no longer needed.")
        default: FarmError(.farm, FarmError.line("\(error)"))
        }
    }

    /// Reports the end of a job, unless the job has already ended.
    private func end(_ id: UInt32, _ end: FarmReport) {
        guard jobs.removeValue(forKey: id) != nil else { return }
        report(end)
    }

    // MARK: Connection

    private var connectionName: String {
        settings.flatMap { try? FarmEndpoint($0).name } ?? ""
    }

    private func runner() async throws -> ActionRunner {
        if let connection { return try await connection.value }
        if let refusal, refusal.time.duration(to: .now) < Farm.refusalTime { throw refusal.error }
        guard let settings else { throw FarmError.settings("The farm has no settings.") }
        let counter = counter
        let attempt = Task.detached { try await Farm.connect(settings, counter) }
        connection = attempt
        do {
            let runner = try await attempt.value
            refusal = nil
            report(.capabilities(runner.capabilities))
            return runner
        } catch {
            let error = farmError(error)
            refuse(error)
            throw error
        }
    }

    private static func connect(_ settings: FarmSettings, _ counter: FigureCounter) async throws -> ActionRunner {
        guard settings.version == FarmProtocol.version else {
            throw FarmError.settings(
                "stickerd and stickerd-farm are from different releases. Install both from the same release.")
        }
        let server = try RemoteServer(settings, figures: counter)
        let capabilities = try await RemoteCapabilities.request(from: server)
        let environment =
            switch settings.environment {
            case .image: RenderEnvironmentTree.installed(program: settings.program)
            case .inputs: try await RenderEnvironmentTree.make(settings)
            }
        return ActionRunner(
            server: server, blobs: ContentStore(server, batchLimit: capabilities.batchLimit), settings: settings,
            capabilities: capabilities, environment: environment)
    }

    /// Ends all jobs, because the farm cannot be used. The next job starts a new connection.
    private func refuse(_ error: FarmError) {
        guard connection != nil else { return }
        connection = nil
        refusal = (error, .now)
        report(.refused(FarmRefusal(reason: error.refusal ?? .unreachable, code: error.code, words: error.words)))
        for (id, job) in jobs {
            job.task.cancel()
            end(id, .lost(FarmLoss(id: id, reason: .refused, code: error.code, words: error.words)))
        }
    }

    /// If a connection has failed, requests the capabilities again, because the farm may have been restarted with
    /// another version.
    private func examineConnection() async {
        guard let runner = try? await connection?.value, runner.server.takeInterruption() else { return }
        do {
            let capabilities = try await RemoteCapabilities.request(from: runner.server)
            guard capabilities != runner.capabilities else { return }
            let changed = ActionRunner(
                server: runner.server, blobs: runner.blobs, settings: runner.settings, capabilities: capabilities,
                environment: runner.environment)
            connection = Task { changed }
            report(.capabilities(capabilities))
        } catch let error as FarmError where error.refusal != .unreachable {
            refuse(error)
        } catch {
            // The jobs detect the failure themselves.
        }
    }

    // MARK: Figures

    private func startTimer() {
        guard timer == nil else { return }
        timer = Task {
            while !self.jobs.isEmpty {
                try? await Task.sleep(for: .seconds(1))
                self.report(.figures(self.figures))
                await self.examineConnection()
            }
            self.report(.figures(self.figures))
            self.timer = nil
        }
    }

    private var figures: FarmFigures {
        var figures = counter.current
        figures.unfinished = jobs.count
        for job in jobs.values {
            switch job.phase {
            case .queued: figures.queued += 1
            case .executing: figures.executing += 1
            case nil: break
            }
        }
        return figures
    }
}

/// Requests and checks the capabilities of a farm.
package enum RemoteCapabilities {
    /// The default limit of gRPC for a message in bytes, reduced by some reserve for everything besides the blobs.
    private static let messageLimit = (4 << 20) - (64 << 10)

    /// - Throws: `FarmError` with the reason `refused`.
    static func request(from server: RemoteServer) async throws -> FarmCapabilities {
        let request = Build_Bazel_Remote_Execution_V2_GetCapabilitiesRequest.with {
            $0.instanceName = server.instance
        }
        do {
            return try capabilities(
                try await server.unary(.getCapabilities, request, within: .seconds(10)), farm: server.endpoint.name)
        } catch let failure as CallFailure {
            switch failure.code {
            case .unauthenticated, .permissionDenied: throw FarmError(failure, farm: server.endpoint.name)
            case .notFound, .invalidArgument, .unimplemented:
                throw FarmError.unsupported(
                    "The farm \(server.endpoint.name) has no instance \"\(server.instance)\": "
                        + "\(FarmError.quoted(failure)).")
            default: throw FarmError.unreachable(failure, farm: server.endpoint.name)
            }
        }
    }

    /// - Throws: `FarmError` if the farm does not support version 2 of the protocol or SHA-256.
    package static func capabilities(
        _ answer: Build_Bazel_Remote_Execution_V2_ServerCapabilities, farm: String
    ) throws(FarmError) -> FarmCapabilities {
        let (low, high) = (answer.lowApiVersion, answer.highApiVersion)
        let isDeprecatedEnough = answer.hasDeprecatedApiVersion && answer.deprecatedApiVersion.major == 2
        guard high.major >= 2, low.major <= 2 || isDeprecatedEnough else {
            throw .unsupported(
                "The farm \(farm) speaks Remote Execution \(words(low)) to \(words(high)); stickerd speaks 2.0 to 2.12."
            )
        }
        let cache = answer.cacheCapabilities
        guard cache.digestFunctions.contains(.sha256) else {
            throw .unsupported("The farm \(farm) does not accept SHA-256.")
        }
        let limit = Int(clamping: cache.maxBatchTotalSizeBytes)
        let execution = answer.executionCapabilities
        let hashes = execution.digestFunctions + [execution.digestFunction]
        return FarmCapabilities(
            versions: [words(low), words(high)],
            executes: execution.execEnabled && (hashes.contains(.sha256) || hashes == [.unknown]),
            stores: cache.actionCacheUpdateCapabilities.updateEnabled,
            batchLimit: limit > 0 ? min(limit, messageLimit) : messageLimit)
    }

    private static func words(_ version: Build_Bazel_Semver_SemVer) -> String { "\(version.major).\(version.minor)" }
}
