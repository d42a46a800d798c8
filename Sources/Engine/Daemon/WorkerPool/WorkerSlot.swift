import Foundation
import Logging
import Service
import Subprocess
import WorkerProtocol

/// A place in the pool for one worker process at a time. It starts a process when the first request comes, keeps it
/// for those that follow, and starts another after one has died.
struct WorkerSlot<Response: Decodable & Sendable>: Sendable {
    typealias Ticket = PendingRequest<Response>
    typealias Worker = Execution<CustomWriteInput, SequenceOutput, SequenceOutput>

    let command: WorkerCommand
    let queue: WorkerQueue<Response>
    let logger: Logger
    /// Called when a process is started in place of one that died.
    var onRestart: @Sendable () -> Void = {}

    /// How far a process has come.
    private struct Progress {
        /// The request that it is at, left in place when it got no answer.
        var current: Ticket?
        /// How many requests it has answered.
        var answered = 0
        /// Whether it got ready for requests, which a command without a version is from the beginning. A process that
        /// did not has failed by itself, and no request is to blame.
        var isReady: Bool
    }

    /// Serves until the queue is closed.
    func run() async {
        var hasDied = false
        while let ticket = await queue.next(for: nil) {
            if hasDied { onRestart() }
            hasDied = await serve(from: ticket)
        }
    }

    /// Runs one process from its first request to its end.
    ///
    /// - Returns: whether it died: it ended by itself, or was stopped at the time limit or for a wrong answer.
    private func serve(from first: Ticket) async -> Bool {
        let outputTail = OutputTail()
        var progress = Progress(current: first, isReady: command.version == nil)
        do {
            let result = try await Subprocess.run(
                command.configuration, input: .inputWriter, output: .sequence, error: .sequence
            ) { worker in
                await converse(with: worker, outputTail: outputTail, progress: &progress)
            }
            let exit = WorkerFailure.Ending(result.terminationStatus)
            logger.debug(
                "A worker ended",
                metadata: [
                    "pid": "\(result.processIdentifier.value)", "ending": "\(exit)", "stderr": "\(outputTail.text)",
                ])
            let isOutdated = progress.answered > 0 && exit == .exited(status: WorkerExitStatus.outdated)
            if let current = progress.current, isOutdated {
                // What it may use is no longer where it was when it started: a new worker takes the request.
                queue.putBack(current)
            } else if let current = progress.current {
                let (ending, tail) = (result.closureResult, outputTail.text)
                current.fail(
                    progress.isReady
                        ? ending.failure(of: current, exit: exit, outputTail: tail)
                        : ending.failureToStart(command, exit: exit, outputTail: tail))
            }
            return !isOutdated && result.closureResult.isDeath
        } catch {
            progress.current?.fail(WorkerFailure.couldNotStart(executable: command.executable, reason: "\(error)"))
            return false
        }
    }

    /// Speaks with a process until one side ends it, and returns why; its pipes have then been read to the end.
    private func converse(
        with worker: Worker, outputTail: OutputTail, progress: inout Progress
    ) async -> WorkerConnection.Ending {
        let conversation = WorkerConnection { try? worker.send(signal: .kill, toProcessGroup: true) }
        logger.debug("A worker started", metadata: ["pid": "\(worker.processIdentifier.value)"])
        return await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                await Self.listen(to: worker.standardOutput) { conversation.receive($0) }
                conversation.end(.hungUp)
                queue.wake(conversation)
                return true
            }
            group.addTask {
                await Self.listen(to: worker.standardError) { outputTail.append($0) }
                return true
            }
            await answerAll(in: conversation, through: worker.standardInputWriter, progress: &progress)
            try? await worker.standardInputWriter.finish()
            group.addTask {
                await conversation.farewell()
                return false
            }
            var listeners = 2
            while listeners > 0, let isListener = await group.next() {
                if isListener { listeners -= 1 }
            }
            group.cancelAll()
            return conversation.ending ?? .hungUp
        }
    }

    /// Greets the process, and asks it one request after the other.
    private func answerAll(
        in conversation: WorkerConnection, through writer: StandardInputWriter, progress: inout Progress
    ) async {
        while let ticket = progress.current {
            // Before the greeting: whoever gives up meanwhile need not wait for a process that hangs.
            guard ticket.begin(in: conversation) else {
                progress.current = await queue.next(for: conversation)
                continue
            }
            if !progress.isReady {
                guard await greet(in: conversation, through: writer, for: ticket) else { return }
                progress.isReady = true
            }
            guard conversation.ask() else {
                // It died while it waited: that is not this request's doing. One that dies whenever it is started must
                // not be started for ever.
                if progress.answered > 0 {
                    progress.current = nil
                    queue.putBack(ticket)
                } else {
                    progress.isReady = command.version == nil
                }
                return
            }
            do {
                let answer = try await exchange(
                    ticket.line, timeLimit: ticket.timeLimit, in: conversation, through: writer
                ) {
                    ticket.fail(WorkerFailure.timedOut(seconds: ticket.timeLimit / .seconds(1)))
                }
                let deliver = try await ticket.read(answer)
                progress.answered += 1
                progress.current = nil
                progress.current = await queue.next(for: conversation, ready: deliver)
            } catch is WorkerConnection.Ending {
                return
            } catch let rejection as RejectedAnswer {
                logger.warning("A worker's answer was rejected", metadata: ["reason": "\(rejection.reason)"])
                conversation.end(.rejected(rejection.reason))
                return
            } catch {
                conversation.end(.outOfStep("\(error)"))
                return
            }
        }
    }

    /// Asks a process that has just started which stickerd it belongs to: the request that comes next is of this one.
    ///
    /// - Parameter ticket: fails with `WorkerFailure.otherVersion` when the process belongs to another.
    /// - Returns: whether it belongs to this one; false also when no answer came, and the conversation is over.
    private func greet(
        in conversation: WorkerConnection, through writer: StandardInputWriter, for ticket: Ticket
    ) async -> Bool {
        guard conversation.ask(), let line = try? JSONEncoder().encode(WorkerRequest.greeting),
            let answer = try? await exchange(
                [UInt8](line) + [UInt8(ascii: "\n")], timeLimit: command.startLimit, in: conversation, through: writer)
        else { return false }
        let response = try? JSONDecoder().decode(WorkerResponse.self, from: Data(answer))
        let found: RendererVersion? = if case .greeting(let found) = response { found } else { nil }
        guard let found, found == command.version else {
            ticket.fail(WorkerFailure.otherVersion(executable: command.executable, found: found))
            conversation.end(.dismissed)
            return false
        }
        return true
    }

    /// One line and its answer.
    ///
    /// - Parameter onTimeout: called when the limit is reached, before the process is killed.
    /// - Throws: `WorkerConnection.Ending` when none came.
    private func exchange(
        _ line: [UInt8], timeLimit: Duration, in conversation: WorkerConnection, through writer: StandardInputWriter,
        onTimeout: @escaping @Sendable () -> Void = {}
    ) async throws -> [UInt8] {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await Task.sleep(for: timeLimit)
                onTimeout()
                conversation.end(.timedOut)
            }
            // A worker that does not take the request is as good as gone.
            if (try? await writer.write(line)) != line.count { conversation.end(.hungUp) }
            let answer = await conversation.answer()
            group.cancelAll()
            return try answer.get()
        }
    }

    private static func listen(
        to output: SubprocessOutputSequence, _ take: (UnsafeRawBufferPointer) -> Void
    ) async {
        do {
            for try await piece in output { piece.withUnsafeBytes(take) }
        } catch {
            // A pipe that cannot be read has ended.
        }
    }
}
