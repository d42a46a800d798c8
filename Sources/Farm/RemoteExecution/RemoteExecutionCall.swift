import FarmProtocol
import GRPCChannel
import RemoteExecutionMessages
import SwiftProtobuf

/// The execution of one action. It continues after lost connections and restarts of the farm.
struct RemoteExecutionCall: Sendable {
    typealias Response = Build_Bazel_Remote_Execution_V2_ExecuteResponse

    let server: RemoteServer
    let action: BlobDigest
    let skipsCache: Bool
    let priority: Int32
    /// Called at each change of the phase.
    let progress: @Sendable (FarmProgress.Phase, _ worker: String?) async -> Void

    /// The duration after which a stream is replaced, because proxies close streams that are idle for long.
    private static let streamTime = Duration.seconds(120)
    /// A stream that received something and lasted for at least this time is not counted as a failed attempt.
    private static let goodTime = Duration.seconds(20)
    /// The time for which a farm that cannot be reached is assumed to be restarting. During this time, `stickerd`
    /// renders the job on its own machine if a worker is idle there.
    private static let restartTime = Duration.seconds(45)

    private struct State {
        /// The name of the operation, as soon as it is known.
        var name: String?
        var phase: FarmProgress.Phase?
        var response: Response?
        var hasDelivered = false
    }

    /// Waits for the result of the execution. If the task is cancelled, the execution is cancelled too.
    ///
    /// - Throws: `CallFailure`; `FarmError` for an unusable token; `CancellationError`.
    func response() async throws -> Response {
        var state = State()
        do {
            return try await wait(&state)
        } catch {
            if Task.isCancelled, let name = state.name { cancel(name) }
            throw error
        }
    }

    private func wait(_ state: inout State) async throws -> Response {
        var (failures, heard) = (0, ContinuousClock.now)
        while true {
            let start = ContinuousClock.now
            state.hasDelivered = false
            var failure = CallFailure(.unavailable, "the farm ended a call without an answer")
            do {
                try await receive(&state)
                if let response = state.response { return response }
            } catch let error as CallFailure {
                failure = error
            }
            try Task.checkCancellation()
            let time = start.duration(to: .now)
            if failure.code == .deadlineExceeded, time >= Self.streamTime - .seconds(1) { continue }
            if failure.code == .notFound, state.name != nil {
                // The farm no longer knows the operation. The action can safely be executed again.
                state.name = nil
            } else if !Self.isInterruption(failure) {
                throw failure
            }
            if state.hasDelivered { heard = .now }
            if state.hasDelivered, time >= Self.goodTime { failures = 0 }
            failures += 1
            let mayRestart = !state.hasDelivered && heard.duration(to: .now) < Self.restartTime
            guard failures <= RemoteServer.repetitions || mayRestart else {
                throw CallFailure(.unavailable, "it was interrupted \(failures) times; the last reason: \(failure)")
            }
            server.figures.count { $0.retries += 1 }
            try await Task.sleep(for: RemoteServer.pause(before: failures))
        }
    }

    private static func isInterruption(_ failure: CallFailure) -> Bool {
        switch failure.code {
        case .unavailable, .deadlineExceeded, .cancelled, .aborted: true
        case .internal, .unknown: failure.words.contains("GOAWAY") || failure.words.contains("RST_STREAM")
        default: false
        }
    }

    /// Receives states of the operation until the stream ends or the operation is done.
    private func receive(_ state: inout State) async throws {
        if let name = state.name {
            let request = Build_Bazel_Remote_Execution_V2_WaitExecutionRequest.with { $0.name = name }
            try await server.serverStreaming(.waitExecution, request, within: Self.streamTime) {
                try await take($0, &state)
            }
        } else {
            let request = Build_Bazel_Remote_Execution_V2_ExecuteRequest.with {
                $0.instanceName = server.instance
                $0.actionDigest = action.message
                $0.skipCacheLookup = skipsCache
                $0.executionPolicy.priority = priority
                $0.inlineOutputFiles = [RemoteAction.answer]
            }
            try await server.serverStreaming(.execute, request, within: Self.streamTime) { try await take($0, &state) }
        }
    }

    private func take(_ operation: Google_Longrunning_Operation, _ state: inout State) async throws {
        state.hasDelivered = true
        if state.name == nil, !operation.name.isEmpty { state.name = operation.name }
        let metadata = try? Build_Bazel_Remote_Execution_V2_ExecuteOperationMetadata(unpackingAny: operation.metadata)
        let worker = metadata?.partialExecutionMetadata.worker ?? ""
        await report(metadata?.stage ?? .unknown, worker: worker.isEmpty ? nil : FarmError.line(worker), &state)
        guard operation.done else { return }
        if case .error(let status)? = operation.result {
            state.response = .with { $0.status = status }
            return
        }
        guard let response = try? Response(unpackingAny: operation.response) else {
            throw CallFailure(.unknown, "the farm's answer cannot be read")
        }
        state.response = response
    }

    private func report(
        _ stage: Build_Bazel_Remote_Execution_V2_ExecutionStage.Value, worker: String?, _ state: inout State
    ) async {
        let next: FarmProgress.Phase
        switch stage {
        case .queued: next = .queued
        case .executing: next = .executing
        case .completed: return
        // Some farms do not report stages. The job was accepted, so it is at least queued.
        default: next = state.phase ?? .queued
        }
        guard state.phase != next else { return }
        state.phase = next
        await progress(next, worker)
    }

    /// Requests that the farm end an operation that is no longer needed. Some farms do not support this.
    private func cancel(_ name: String) {
        let server = server
        Task.detached {
            let request = Google_Longrunning_CancelOperationRequest.with { $0.name = name }
            let _: Google_Protobuf_Empty? = try? await server.unary(.cancelOperation, request, within: .seconds(5))
        }
    }
}
