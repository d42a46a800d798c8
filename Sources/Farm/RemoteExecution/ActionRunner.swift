import FarmProtocol
import FileAccess
import Foundation
import GRPCChannel
import JobModel
import RemoteExecutionMessages
import SwiftProtobuf

private typealias ActionResult = Build_Bazel_Remote_Execution_V2_ActionResult

/// Obtains the results of jobs from a farm.
struct ActionRunner: Sendable {
    let server: RemoteServer
    let blobs: ContentStore
    let settings: FarmSettings
    let capabilities: FarmCapabilities
    let environment: RenderEnvironmentTree

    private var farm: String { server.endpoint.name }
    /// Whether the farm supports only version 2.0, without `output_paths`.
    private var isOld: Bool { capabilities.versions.last == "2.0" }

    private func action(_ job: FarmJob) throws -> RemoteAction {
        guard job.inputs.allSatisfy({ Digest.isSHA256($0.sha256) }) else {
            throw FarmError(.unreadable, "A file of the job has no SHA-256.")
        }
        return try RemoteAction(job, settings, environment: environment, isOld: isOld)
    }

    /// Obtains the result of a job, and writes its answer to the job's file.
    ///
    /// - Parameter progress: called at each change of the phase.
    /// - Throws: `FarmError`; `CallFailure`; `CancellationError`.
    func run(
        _ job: FarmJob, progress: @escaping @Sendable (FarmProgress.Phase, _ worker: String?) async -> Void
    ) async throws -> FarmResult {
        let action = try action(job)
        if job.lookup != .execute, let cached = try await cached(action) {
            do {
                return try await take(cached, isCached: true, for: job, sent: 0)
            } catch let failure as CallFailure where failure.code == .notFound {
                // The cached result refers to a blob that the farm no longer has, so the action is executed again.
            }
        }
        guard job.lookup != .cache else { throw FarmError(.missing, "The farm's cache has no result.") }
        guard capabilities.executes else {
            throw FarmError(.missing, "The farm executes nothing, and its cache has no result.")
        }
        return try await execute(action, for: job, progress: progress)
    }

    /// Stores a result that this machine has rendered in the farm's action cache.
    ///
    /// - Throws: the errors of `run`.
    func store(_ job: FarmJob) async throws -> FarmResult {
        guard capabilities.stores else {
            throw FarmError(
                .farm, code: Int(CallFailure.Code.permissionDenied.rawValue),
                "The farm \(farm) does not store results of its clients.")
        }
        let action = try action(job)
        let answer = try await BlockingExecutor.run {
            do throws(SystemCallError) {
                let bytes = try OpenFile.contents(ofFileAt: job.answer, limit: settings.answerLimit)
                return BlobDigest(of: bytes)
            } catch {
                throw FarmError(
                    .unreadable, code: Int(error.code), "\(job.answer): the file cannot be read (\(error)).")
            }
        }
        let sent = try await blobs.send(action.description + [Blob(fileAt: job.answer, digest: answer)])
        let request = Build_Bazel_Remote_Execution_V2_UpdateActionResultRequest.with {
            $0.instanceName = server.instance
            $0.actionDigest = action.digest.message
            $0.actionResult.outputFiles = [
                .with {
                    $0.path = RemoteAction.answer
                    $0.digest = answer.message
                }
            ]
            $0.actionResult.executionMetadata.worker = ProcessInfo.processInfo.hostName
        }
        do {
            let _: ActionResult = try await server.repeating {
                try await server.unary(.updateActionResult, request)
            }
        } catch let failure as CallFailure where [.permissionDenied, .unimplemented].contains(failure.code) {
            // Either the token permits only reading, or the farm stores no results of its clients.
            throw FarmError(
                .farm, code: Int(failure.code.rawValue),
                "The farm \(farm) does not store this machine's results: \(FarmError.quoted(failure)).")
        }
        var result = FarmResult(id: job.id)
        result.sent = sent
        return result
    }

    // MARK: Results

    private func cached(_ action: RemoteAction) async throws -> ActionResult? {
        let request = Build_Bazel_Remote_Execution_V2_GetActionResultRequest.with {
            $0.instanceName = server.instance
            $0.actionDigest = action.digest.message
            $0.inlineOutputFiles = [RemoteAction.answer]
        }
        do {
            let result: ActionResult = try await server.repeating {
                try await server.unary(.getActionResult, request)
            }
            // A cached failure is ignored, because the job may succeed on another worker.
            return result.exitCode == 0 ? result : nil
        } catch let failure as CallFailure where failure.code == .notFound {
            return nil
        }
    }

    /// Writes the answer in a result to the job's file.
    ///
    /// - Throws: `CallFailure` with `notFound` if the farm no longer has the answer; the errors of `run`.
    private func take(
        _ result: ActionResult, isCached: Bool, for job: FarmJob, sent: Int
    ) async throws -> FarmResult {
        let worker = FarmError.line(result.executionMetadata.worker)
        guard result.exitCode == 0 else {
            throw FarmError(
                .worker, code: Int(result.exitCode), await words(of: result), worker: worker)
        }
        guard let output = result.outputFiles.first(where: { $0.path == RemoteAction.answer }),
            let digest = BlobDigest(output.digest)
        else { throw FarmError(.worker, "A worker of the farm gave no answer.", worker: worker) }
        guard digest.bytes <= settings.answerLimit else {
            throw FarmError(
                .worker,
                "A worker of the farm gave an answer of \(digest.bytes) bytes; at most \(settings.answerLimit) are "
                    + "allowed.",
                worker: worker)
        }
        do {
            try await server.repeating { try await write(output, digest, to: job.answer) }
        } catch var error as FarmError {
            error.worker = worker
            throw error
        }
        var taken = FarmResult(id: job.id)
        taken.worker = worker
        taken.cached = isCached
        taken.sent = sent
        taken.received = digest.bytes
        let metadata = result.executionMetadata
        taken.queueSeconds = ActionRunner.seconds(metadata.queuedTimestamp, metadata.workerStartTimestamp)
        taken.renderSeconds = ActionRunner.seconds(
            metadata.executionStartTimestamp, metadata.executionCompletedTimestamp)
        server.figures.count { if isCached { $0.hits += 1 } else { $0.misses += 1 } }
        return taken
    }

    private func write(
        _ output: Build_Bazel_Remote_Execution_V2_OutputFile, _ digest: BlobDigest, to path: String
    ) async throws {
        let file = AnswerFile(path)
        if output.contents.isEmpty {
            try await blobs.fetch(digest, to: file)
        } else {
            guard output.contents.count == digest.bytes else { throw FarmError.otherBytes }
            try await file.append(Array(output.contents))
            server.figures.count { $0.received += digest.bytes }
        }
        try Task.checkCancellation()
        try await file.finish(digest)
    }

    /// The number of seconds between two points in time. 0 if one of them is unknown.
    private static func seconds(_ start: Google_Protobuf_Timestamp, _ end: Google_Protobuf_Timestamp) -> Double {
        guard start.seconds > 0, end.seconds > 0 else { return 0 }
        let seconds = Double(end.seconds) - Double(start.seconds) + (Double(end.nanos) - Double(start.nanos)) / 1e9
        return max(0, seconds)
    }

    /// The maximum number of bytes that are read of a worker's error message.
    private static let wordLimit = 64 << 10

    /// The error message that the worker wrote.
    private func words(of result: ActionResult) async -> String {
        for (raw, digest) in [
            (result.stderrRaw, result.stderrDigest), (result.stdoutRaw, result.stdoutDigest),
        ] {
            var bytes = Array(raw)
            if bytes.isEmpty, let digest = BlobDigest(digest), (1...ActionRunner.wordLimit).contains(digest.bytes) {
                bytes = (try? await blobs.contents(of: digest)) ?? []
            }
            let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            if !text.isEmpty { return FarmError.line(text) }
        }
        return "The worker's program ended with status \(result.exitCode)."
    }

    // MARK: Execution

    private func execute(
        _ action: RemoteAction, for job: FarmJob,
        progress: @escaping @Sendable (FarmProgress.Phase, _ worker: String?) async -> Void
    ) async throws -> FarmResult {
        let all = action.inputs + action.description
        var sent = try await blobs.send(all)
        do {
            return try await attempt(
                action, for: job, skipsCache: job.lookup == .execute, sent: sent, progress: progress)
        } catch let failure as CallFailure where ActionRunner.isWorthAnotherAttempt(failure) {
            // The farm may have lost an input or an output. Farms report this with different statuses.
            await blobs.forget()
            server.figures.count { $0.retries += 1 }
        }
        sent += try await blobs.send(all)
        do {
            return try await attempt(action, for: job, skipsCache: true, sent: sent, progress: progress)
        } catch let failure as CallFailure where ActionRunner.isWorthAnotherAttempt(failure) {
            throw FarmError(
                .worker, code: Int(failure.code.rawValue),
                "The farm \(farm) cannot do the job: \(FarmError.quoted(failure)).")
        }
    }

    private static func isWorthAnotherAttempt(_ failure: CallFailure) -> Bool {
        switch failure.code {
        case .unavailable, .resourceExhausted, .unauthenticated, .permissionDenied, .deadlineExceeded: false
        default: true
        }
    }

    private func attempt(
        _ action: RemoteAction, for job: FarmJob, skipsCache: Bool, sent: Int,
        progress: @escaping @Sendable (FarmProgress.Phase, _ worker: String?) async -> Void
    ) async throws -> FarmResult {
        let execution = RemoteExecutionCall(
            server: server, action: action.digest, skipsCache: skipsCache, priority: job.priority, progress: progress)
        let response = try await execution.response()
        if response.hasStatus, response.status.code != 0 {
            let failure = CallFailure(response.status)
            guard failure.code != .deadlineExceeded else {
                throw FarmError(
                    .timeout, code: Int(failure.code.rawValue),
                    "A worker of the farm did not finish within \(job.timeout) s.",
                    worker: FarmError.line(response.result.executionMetadata.worker))
            }
            if failure.code == .unavailable || failure.code == .resourceExhausted {
                server.figures.count { $0.busy += 1 }
            }
            throw failure
        }
        return try await take(response.result, isCached: response.cachedResult, for: job, sent: sent)
    }
}
