import Synchronization
import Testing
import WorkerPool

@Suite("A request that is settled once")
struct PendingRequestTests {
    private final class Attempt: RequestAttempt {
        private let count = Mutex(0)
        var stops: Int { count.withLock { $0 } }
        func stop() { count.withLock { $0 += 1 } }
    }

    private struct Failed: Error {}

    private func request() -> PendingRequest {
        PendingRequest(job: nil) { _ in AnswerHandler(receiver: NoFiles()) { _ in } }
    }

    /// Waits for a request, while `act` changes it.
    private func wait(for request: PendingRequest, _ act: () -> Void) async throws {
        try await withCheckedThrowingContinuation { continuation in
            if request.wait(continuation) { act() }
        }
    }

    @Test("the first answer counts: the other attempt is stopped, and the answering one is not")
    func firstAnswer() async throws {
        let (request, one, other) = (request(), Attempt(), Attempt())
        try await wait(for: request) {
            #expect(request.begin(one) && request.begin(other))
            request.succeed(in: one)()
        }
        #expect(one.stops == 0 && other.stops == 1)
        #expect(request.isSettled)
    }

    @Test("an answer after a failure, and a failure after an answer, change nothing")
    func settledOnce() async throws {
        let (request, one) = (request(), Attempt())
        await #expect(throws: Failed.self) {
            try await wait(for: request) {
                _ = request.begin(one)
                request.fail(Failed(), in: one)
                request.succeed(in: one)()
            }
        }
        request.fail(Failed())
        #expect(!request.begin(one) && one.stops == 0)
    }

    @Test("a request goes back to the queue only when its last attempt has ended")
    func putBack() async throws {
        let (request, one, other) = (request(), Attempt(), Attempt())
        try await wait(for: request) {
            _ = (request.begin(one), request.begin(other))
            #expect(!request.putBack(from: one))
            #expect(request.putBack(from: other))
            #expect(!request.isSettled && request.begin(one))
            request.succeed(in: one)()
        }
        #expect(!request.putBack(from: one))
    }

    @Test("a cancellation stops every attempt, and the caller gets it as an error")
    func cancelled() async throws {
        let (request, attempts) = (request(), [Attempt(), Attempt()])
        await #expect(throws: CancellationError.self) {
            try await wait(for: request) {
                for attempt in attempts { _ = request.begin(attempt) }
                request.cancel()
            }
        }
        #expect(attempts.map(\.stops) == [1, 1])
    }

    @Test("a request that was cancelled before its caller waits is not waited for")
    func cancelledBefore() async throws {
        let request = request()
        request.cancel()
        await #expect(throws: CancellationError.self) {
            try await wait(for: request) { Issue.record("the cancelled request is still waiting") }
        }
    }

    @Test("before its caller waits, no attempt can begin")
    func notYet() {
        #expect(!request().begin(Attempt()))
    }
}
