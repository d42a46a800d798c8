import Glibc
import JobModel
import RenderProtocol

/// Reads and writes the pipes to one worker. A session is used by one thread, which may block.
package final class WorkerSession {
    private typealias Ending = WorkerConnection.Ending

    private let connection: WorkerConnection
    private let command: WorkerCommand
    private let pipes: WorkerPipes
    private var reader: FrameReader
    private let writer: FrameWriter
    private var sequence = AnswerSequence()
    /// The number of the last job.
    private var number: UInt32 = 0
    /// The buffer for reading files.
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)

    /// - Parameter pipes: the pipes to the worker, which are closed at the end of the session.
    package init(_ connection: WorkerConnection, command: WorkerCommand, pipes: WorkerPipes) {
        self.connection = connection
        self.command = command
        self.pipes = pipes
        reader = FrameReader(pipes.output)
        writer = FrameWriter(pipes.input, patience: WorkerSession.milliseconds(command.transferLimit))
    }

    deinit { buffer.deallocate() }

    /// Reads the hello, and serves jobs until one side ends the connection.
    package func run() {
        do {
            try greet()
            try serve()
        } catch {
            connection.end(WorkerSession.ending(for: error) ?? .hungUp)
        }
        connection.threadEnded()
        pipes.close()
    }

    private func greet() throws {
        let deadline = ContinuousClock.now + command.startLimit
        var hello: [UInt8]?
        while hello == nil {
            try receive(until: deadline) { if case .hello(let json) = $0 { hello = json } }
        }
        connection.greeted(hello ?? [])
    }

    private func serve() throws {
        while true {
            switch connection.nextStep() {
            case .end: return
            case .finish:
                pipes.closeInput()
                return try readToEnd()
            case .perform(let order):
                let (outcome, ending) = perform(order.request)
                if let ending { connection.end(ending) }
                order.continuation.resume(returning: outcome)
            case .wait:
                // Between jobs, a worker must not write anything.
                if try wait(until: nil, breaksForSteps: true) { try read { _ in } }
            }
        }
    }

    private func readToEnd() throws {
        while true {
            _ = try wait(until: nil)
            let count = Glibc.read(pipes.output, buffer.baseAddress, buffer.count)
            guard count > 0 || count < 0 && errno == EINTR else { throw Ending.hungUp }
        }
    }

    // MARK: A job

    /// Performs a job.
    ///
    /// - Returns: the outcome, and the reason why the connection has ended. The reason is nil if it is still open.
    private func perform(_ request: PendingRequest) -> (WorkerConnection.Outcome, WorkerConnection.Ending?) {
        guard let job = request.job else { return (.done, nil) }
        let sender: JobFileSender
        do {
            sender = try JobFileSender(job.files, buffer: buffer)
        } catch {
            return (.failed(error), nil)
        }
        let handler = request.makeHandler(nil)
        var failure: JobFileFailure?
        do {
            let answer = try converse(job, sender, handler.receiver, &failure)
            if let failure { throw failure }
            try handler.complete(answer)
            return (.done, nil)
        } catch {
            handler.receiver.discard()
            if let failure { return (.failed(failure), WorkerSession.ending(for: error)) }
            if let ending = WorkerSession.ending(for: error) { return (.over(ending), ending) }
            // The handler failed. If the answer was not read to its end, the worker cannot be used again.
            return (.failed(error), sequence.isIdle ? nil : .dismissed)
        }
    }

    /// Sends a job to the worker, sends the files that it requests, and receives the files of its answer.
    ///
    /// - Parameter failure: receives the reason if a file could not be sent. The job has then failed, whatever the
    ///   worker answers.
    private func converse(
        _ job: WorkerJob, _ sender: JobFileSender, _ receiver: any FileReceiver, _ failure: inout JobFileFailure?
    ) throws -> WorkerAnswer {
        number &+= 1
        guard sequence.begin(number, limits: job.limits) else { throw Ending.violation("it was not ready for a job") }
        do {
            try writer.write(
                Frame(.job, job: number, payload: job.request), patience: WorkerSession.milliseconds(job.timeLimit))
        } catch let error as PipeError where error == .timedOut {
            throw Ending.timedOut
        }
        var deadline = ContinuousClock.now + job.timeLimit
        // The time for transfers extends the deadline, but only up to a limit, because a worker could read slowly on
        // purpose.
        var allowance = command.transferLimit + .seconds(sender.mebibytes)
        func uncounted<Value>(_ body: () throws -> Value) rethrows -> Value {
            let begin = ContinuousClock.now
            defer {
                let time = min(begin.duration(to: .now), allowance)
                allowance -= time
                deadline += time
            }
            return try body()
        }
        var answer: WorkerAnswer?
        while answer == nil {
            try receive(until: deadline) { event in
                switch event {
                case .started: deadline = .now + job.timeLimit
                case .needs(let place):
                    // The time for sending files and for storing the answer's files extends the deadline.
                    try uncounted { try send(place, job: number, sender, &failure) }
                case .file(_, let kind):
                    guard let kind = FileKind(rawValue: kind) else {
                        throw RejectedAnswer("a file has an unknown kind")
                    }
                    if failure == nil { try uncounted { try receiver.begin(kind) } }
                case .bytes(let bytes): if failure == nil { try uncounted { try receiver.append(bytes) } }
                case .fileEnded: if failure == nil { try uncounted { try receiver.end() } }
                case .result(let json): answer = .result(json)
                case .failed(let json): answer = .failure(json)
                case .hello: break
                }
            }
        }
        guard let answer else { throw Ending.hungUp }
        return answer
    }

    /// Sends a requested file.
    ///
    /// - Parameter failure: receives the reason if the file could not be sent. All later files are aborted.
    private func send(
        _ place: Int, job: UInt32, _ sender: JobFileSender, _ failure: inout JobFileFailure?
    ) throws {
        let hasSeenArt = sender.hasSent
        do {
            if failure == nil { try sender.send(place, job: job, to: writer) { failure = $0 } }
            if failure != nil { try writer.write(Frame(.abort, job: job)) }
        } catch let error as PipeError where error == .timedOut {
            // Before the worker has read a source, the machine is probably overloaded. Afterwards, the source may have
            // compromised the worker.
            throw hasSeenArt ? Ending.timedOut : Ending.stalled
        }
    }

    // MARK: Pipes

    private func receive(
        until deadline: ContinuousClock.Instant, _ take: (AnswerSequence.Event) throws -> Void
    ) throws {
        _ = try wait(until: deadline)
        try read(take)
    }

    private func read(_ take: (AnswerSequence.Event) throws -> Void) throws {
        guard try reader.read({ try take(try sequence.take($0)) }) else { throw Ending.hungUp }
    }

    /// Waits until the worker has written data or closed its output.
    ///
    /// - Parameters:
    ///   - deadline: the time limit. Nil for no limit.
    ///   - breaksForSteps: whether to return when the connection has a next step.
    /// - Returns: true if data can be read; false if the connection has a next step.
    /// - Throws: `WorkerConnection.Ending` if the connection has ended or the deadline has passed.
    private func wait(until deadline: ContinuousClock.Instant?, breaksForSteps: Bool = false) throws -> Bool {
        while true {
            if let ending = connection.ending { throw ending }
            // Checked in each iteration, because a worker may write data continuously.
            if let deadline, deadline <= .now { throw Ending.timedOut }
            var waiting = (
                pollfd(fd: pipes.output, events: Int16(POLLIN), revents: 0),
                pollfd(fd: pipes.wakeReading, events: Int16(POLLIN), revents: 0)
            )
            let time = deadline.map { WorkerSession.milliseconds(ContinuousClock.now.duration(to: $0)) } ?? -1
            let count = withUnsafeMutableBytes(of: &waiting) {
                poll($0.baseAddress?.assumingMemoryBound(to: pollfd.self), 2, time)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Ending.hungUp }
            guard count > 0 else { throw Ending.timedOut }
            if waiting.1.revents != 0 {
                var bytes = [UInt8](repeating: 0, count: 64)
                _ = Glibc.read(pipes.wakeReading, &bytes, bytes.count)
            }
            // The output is checked first, because a worker that has ended cannot do another step.
            if waiting.0.revents != 0 { return true }
            if waiting.1.revents != 0, breaksForSteps { return false }
        }
    }

    /// The ending of the connection that an error causes. Nil if the connection can continue.
    private static func ending(for error: any Error) -> WorkerConnection.Ending? {
        switch error {
        case let ending as Ending: ending
        case let violation as ProtocolViolation: .violation("\(violation)")
        case let rejection as RejectedAnswer: .rejected(rejection.reason)
        case is PipeError: .hungUp
        default: nil
        }
    }

    /// The duration in milliseconds for poll(2), rounded up. At least 0.
    private static func milliseconds(_ duration: Duration) -> Int32 {
        let (seconds, attoseconds) = duration.components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        guard seconds < 1_000_000 else { return Int32.max }
        return Int32(seconds * 1000) + Int32((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
