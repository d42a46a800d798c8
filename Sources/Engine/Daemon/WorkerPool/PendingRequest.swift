import Foundation
import Synchronization

/// One request on its way through the pool. It is settled exactly once, by whoever comes first: the answer, a failure,
/// or the caller who no longer wants it.
final class PendingRequest<Response: Decodable & Sendable>: Sendable {
    private enum State {
        case new
        case waiting(CheckedContinuation<Response, any Error>)
        case running(CheckedContinuation<Response, any Error>, WorkerConnection)
        case settled
    }

    /// The request as JSON, with its newline.
    let line: [UInt8]
    let timeLimit: Duration
    private let check: @Sendable (Response) async throws -> Response
    private let state = Mutex<State>(.new)

    /// - Parameter check: as in `WorkerPool.perform`.
    /// - Throws: `WorkerFailure.unwritableRequest`.
    init(
        request: some Encodable, timeLimit: Duration, check: @escaping @Sendable (Response) async throws -> Response
    ) throws {
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            line = try [UInt8](encoder.encode(request)) + [UInt8(ascii: "\n")]
        } catch {
            throw WorkerFailure.unwritableRequest(String(describing: error))
        }
        self.timeLimit = timeLimit
        self.check = check
    }

    /// True once nobody waits for it any more.
    var isSettled: Bool {
        state.withLock {
            if case .settled = $0 { true } else { false }
        }
    }

    /// Takes the continuation of the caller; returns false, having resumed it, when the caller has given up already.
    func wait(_ continuation: CheckedContinuation<Response, any Error>) -> Bool {
        let isWanted = state.withLock { state in
            guard case .new = state else { return false }
            state = .waiting(continuation)
            return true
        }
        if !isWanted { continuation.resume(throwing: CancellationError()) }
        return isWanted
    }

    /// Says which worker has it, so that giving up stops that worker; false when nobody waits for it any more.
    func begin(in conversation: WorkerConnection) -> Bool {
        state.withLock { state in
            guard case .waiting(let continuation) = state else { return false }
            state = .running(continuation, conversation)
            return true
        }
    }

    /// Says that the worker which had it never saw it.
    func putBack() {
        state.withLock { state in
            if case .running(let continuation, _) = state { state = .waiting(continuation) }
        }
    }

    /// Reads an answer. From here on giving up no longer stops the worker, which is free for another request.
    ///
    /// - Returns: what to call to wake the caller.
    /// - Throws: when it is not the JSON asked for, or `RejectedAnswer`; the ticket is then still to be settled.
    func read(_ answer: [UInt8]) async throws -> @Sendable () -> Void {
        let response = try JSONDecoder().decode(Response.self, from: Data(answer))
        let result: Result<Response, any Error>
        do {
            result = .success(try await check(response))
        } catch let rejection as RejectedAnswer {
            throw rejection
        } catch {
            result = .failure(error)
        }
        let continuation = takeContinuation()
        return { continuation?.resume(with: result) }
    }

    /// Settles it without an answer.
    func fail(_ error: any Error) {
        takeContinuation()?.resume(throwing: error)
    }

    /// The caller gives up: a worker that is at it is killed.
    func cancel() {
        state.withLock { state in
            // Within the lock, since a worker that has answered may be at somebody else's request the next moment.
            if case .running(_, let conversation) = state { conversation.end(.unwanted) }
        }
        fail(CancellationError())
    }

    private func takeContinuation() -> CheckedContinuation<Response, any Error>? {
        state.withLock { state in
            defer { state = .settled }
            return switch state {
            case .waiting(let continuation), .running(let continuation, _): continuation
            case .new, .settled: nil
            }
        }
    }
}
