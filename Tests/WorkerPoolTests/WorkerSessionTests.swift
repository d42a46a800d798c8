import FileAccess
import Foundation
import Glibc
import RenderProtocol
import Synchronization
import TestSupport
import Testing
import WorkerPool

/// A worker in this process, with its own copies of the ends of the pipes, like a process.
private final class PlayedWorker: Sendable {
    private let input: Int32
    private let output: Int32

    init(_ pipes: WorkerPipes) {
        (input, output) = (dup(pipes.workerInput), dup(pipes.workerOutput))
        pipes.closeWorkerEnds()
    }

    /// Closes the pipes, like a process that exits.
    func exit() {
        close(input)
        close(output)
    }

    func say(_ frames: Frame...) throws {
        let writer = FrameWriter(output)
        for frame in frames { try writer.write(frame) }
    }

    /// The next frame of the daemon. Nil at the end of the input.
    func hear() throws -> Frame? {
        let reader = FrameInput(input)
        return try reader.next().map { try reader.frame($0) }
    }

    /// Answers each job with its request, until the input ends.
    func echo() throws {
        try say(Frame(.hello))
        while let job = try hear() {
            try say(Frame(.start, job: job.job), Frame(.result, job: job.job, payload: job.payload))
        }
    }
}

@Suite("The session of a worker")
struct WorkerSessionTests {
    private let pipes: WorkerPipes
    private let connection: WorkerConnection

    init() throws {
        // As in a pool.
        signal(SIGPIPE, SIG_IGN)
        pipes = try WorkerPipes()
        connection = WorkerConnection(wake: pipes.wakeWriting) {}
    }

    /// Runs a session with a worker to its end.
    private func session(
        startLimit: Duration = .seconds(60), _ play: @escaping @Sendable (PlayedWorker) throws -> Void,
        _ body: (WorkerConnection) async throws -> Void
    ) async throws {
        var command = WorkerCommand(executable: "/nonexistent")
        command.startLimit = startLimit
        let worker = PlayedWorker(pipes)
        async let played: Void = BlockingExecutor.run {
            defer { worker.exit() }
            try play(worker)
        }
        async let session: Void = BlockingExecutor.run { [connection, command, pipes] in
            WorkerSession(connection, command: command, pipes: pipes).run()
        }
        try await body(connection)
        try await session
        try? await played
    }

    /// Gives the worker a job.
    private func perform(
        _ word: String, within timeLimit: Duration = .seconds(60),
        taking take: @escaping @Sendable (String) throws -> Void = { _ in }
    ) async -> WorkerConnection.Outcome {
        let job = WorkerJob(request: Array(word.utf8), timeLimit: timeLimit)
        return await connection.perform(
            PendingRequest(job: job) { _ in
                AnswerHandler(receiver: NoFiles()) { answer in
                    if case .result(let json) = answer { try take(String(decoding: json, as: UTF8.self)) }
                }
            })
    }

    private func ending(_ outcome: WorkerConnection.Outcome) -> WorkerConnection.Ending? {
        if case .over(let ending) = outcome { ending } else { nil }
    }

    @Test("a worker says hello and answers jobs, until its input ends")
    func jobs() async throws {
        let words = Mutex<[String]>([])
        try await session({ try $0.echo() }) { connection in
            #expect(await connection.hello() == .success([]))
            for word in ["one", "two"] {
                guard case .done = await perform(word, taking: { word in words.withLock { $0.append(word) } }) else {
                    Issue.record("\(word) is not done")
                    return connection.finish()
                }
            }
            connection.finish()
        }
        #expect(words.withLock { $0 } == ["one", "two"])
        #expect(connection.ending == .hungUp)
    }

    @Test("an error of the caller fails its job only, and a false answer ends the connection")
    func errors() async throws {
        try await session({ try $0.echo() }) { connection in
            _ = await connection.hello()
            guard case .failed(is CocoaError) = await perform("one", taking: { _ in throw CocoaError(.fileNoSuchFile) })
            else {
                Issue.record("the job has not failed")
                return connection.finish()
            }
            #expect(connection.ending == nil)
            let outcome = await perform("two") { _ in throw RejectedAnswer("it is no word") }
            #expect(ending(outcome) == .rejected("it is no word"))
        }
        #expect(connection.ending == .rejected("it is no word"))
    }

    @Test("a worker that says anything without a job violates the protocol")
    func unasked() async throws {
        try await session({ try $0.say(Frame(.hello), Frame(.start, job: 1)) }) { _ in }
        guard case .violation(let words)? = connection.ending else {
            Issue.record("\(String(describing: connection.ending))")
            return
        }
        #expect(words.contains("nothing had been asked"))
    }

    @Test("a worker that ends before its hello has hung up")
    func noHello() async throws {
        try await session({ _ in }) { connection in
            #expect(await connection.hello() == .failure(.hungUp))
        }
    }

    @Test("a worker is not waited for without end: neither for its hello, nor for an answer")
    func patience() async throws {
        try await session(startLimit: .milliseconds(20), { _ = try $0.hear() }) { connection in
            #expect(await connection.hello() == .failure(.timedOut))
        }
    }

    @Test("a job that is not answered in time ends the connection")
    func silence() async throws {
        let play: @Sendable (PlayedWorker) throws -> Void = { worker in
            try worker.say(Frame(.hello))
            while try worker.hear() != nil {}
        }
        try await session(play) { _ in
            #expect(ending(await perform("one", within: .milliseconds(20))) == .timedOut)
        }
        #expect(connection.ending == .timedOut)
    }
}

@Suite("The slot of a worker")
struct WorkerSlotTests {
    private func ask(_ queue: WorkerQueue) async throws {
        let request = PendingRequest(job: nil) { _ in AnswerHandler(receiver: NoFiles()) { _ in } }
        try await withCheckedThrowingContinuation { continuation in
            if request.wait(continuation) { queue.add(request) }
        }
    }

    @Test("a program that cannot be started fails each request with its path, and counts as no death of a worker")
    func cannotStart() async throws {
        let queue = WorkerQueue()
        let restarts = Mutex(0)
        let command = WorkerCommand(executable: "/nonexistent/stickerd-render")
        await withTaskGroup(of: Void.self) { group in
            let slot = WorkerSlot(command: command, queue: queue, logger: .silent) { restarts.withLock { $0 += 1 } }
            group.addTask { await slot.run() }
            for _ in 0..<2 {
                let error = await #expect(throws: WorkerFailure.self) { try await ask(queue) }
                #expect(error.map { "\($0)".contains("/nonexistent/stickerd-render") } == true)
            }
            queue.close()
        }
        #expect(restarts.withLock { $0 } == 0)
        await #expect(throws: WorkerFailure.self) { try await ask(queue) }
    }
}
