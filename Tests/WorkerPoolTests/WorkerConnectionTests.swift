import Synchronization
import Testing
import WorkerPool

/// A connection without a process: the test is the thread that reads and writes the pipes.
@Suite("The connection to a worker")
struct WorkerConnectionTests {
    private let pipes: WorkerPipes

    init() throws { pipes = try WorkerPipes() }

    private func connection(_ kill: @escaping @Sendable () -> Void = {}) -> WorkerConnection {
        WorkerConnection(wake: pipes.wakeWriting, kill: kill)
    }

    private func request() -> PendingRequest {
        PendingRequest(job: nil) { _ in AnswerHandler(receiver: NoFiles()) { _ in } }
    }

    private func isNeverAsked(_ outcome: WorkerConnection.Outcome) -> Bool {
        if case .neverAsked = outcome { true } else { false }
    }

    @Test("only the first ending counts, and it kills the process once")
    func firstEnding() {
        let kills = Mutex(0)
        let connection = WorkerConnection(wake: pipes.wakeWriting) { kills.withLock { $0 += 1 } }
        #expect(connection.ending == nil)
        connection.end(.timedOut)
        connection.end(.hungUp)
        connection.stop()
        #expect(connection.ending == .timedOut && kills.withLock { $0 } == 1)
    }

    @Test("a hello is kept for a later caller, and a connection that ended has its reason instead")
    func hello() async {
        let greeted = connection()
        greeted.greeted([1])
        #expect(await greeted.hello() == .success([1]))
        let ended = connection()
        ended.end(.violation("words"))
        #expect(await ended.hello() == .failure(.violation("words")))
    }

    @Test("a caller that waits for the hello learns that the thread has ended")
    func endedThread() async {
        let connection = connection()
        let hello = Task.immediate { await connection.hello() }
        connection.threadEnded()
        #expect(await hello.value == .failure(.hungUp))
        #expect(await connection.hello() == .failure(.hungUp))
    }

    @Test("the thread gets a job before the reason of the end, and that before the end of the last job")
    func steps() async {
        let (connection, request) = (connection(), request())
        func isWaiting() -> Bool { if case .wait = connection.nextStep() { true } else { false } }
        #expect(isWaiting())
        let outcome = Task.immediate { await connection.perform(request) }
        connection.finish()
        connection.end(.timedOut)
        guard case WorkerConnection.Step.perform(let order) = connection.nextStep() else {
            Issue.record("no job")
            return
        }
        let given: WorkerConnection.Order = order
        #expect(given.request === request)
        given.continuation.resume(returning: .done)
        guard case .done = await outcome.value, case .end(.timedOut) = connection.nextStep() else {
            Issue.record("the job is not done, or the end is unknown")
            return
        }
    }

    @Test("the thread learns that no more jobs follow")
    func finish() {
        let connection = connection()
        connection.finish()
        guard case .finish = connection.nextStep() else {
            Issue.record("it waits")
            return
        }
    }

    @Test("a job is never asked after the end of the connection or of its thread, so another worker can do it")
    func neverAsked() async {
        let ended = connection()
        ended.end(.unwanted)
        #expect(isNeverAsked(await ended.perform(request())))
        let (finished, request) = (connection(), request())
        let waiting = Task.immediate { await finished.perform(request) }
        finished.threadEnded()
        #expect(isNeverAsked(await waiting.value))
        #expect(isNeverAsked(await finished.perform(request)))
    }

    @Test(
        "a worker has died unless a caller or this machine ended the connection",
        arguments: [
            (WorkerConnection.Ending.hungUp, true), (.timedOut, true), (.stalled, true), (.violation(""), true),
            (.rejected(""), true), (.dismissed, false), (.unwanted, false), (.noThread(""), false),
        ])
    func deaths(ending: WorkerConnection.Ending, isDeath: Bool) {
        #expect(ending.isDeath == isDeath)
    }
}
