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
        var current: Ticket? = first
        var answered = 0
        do {
            let result = try await Subprocess.run(
                command.configuration, input: .inputWriter, output: .sequence, error: .sequence
            ) { worker in
                await converse(with: worker, outputTail: outputTail, current: &current, answered: &answered)
            }
            let exit = WorkerFailure.Ending(result.terminationStatus)
            logger.debug(
                "A worker ended",
                metadata: [
                    "pid": "\(result.processIdentifier.value)", "ending": "\(exit)", "stderr": "\(outputTail.text)",
                ])
            let isOutdated = answered > 0 && exit == .exited(status: WorkerExitStatus.outdated)
            if let current, isOutdated {
                // What it may use is no longer where it was when it started: a new worker takes the request.
                queue.putBack(current)
            } else if let current {
                current.fail(result.closureResult.failure(of: current, exit: exit, outputTail: outputTail.text))
            }
            return !isOutdated && result.closureResult.isDeath
        } catch {
            current?.fail(WorkerFailure.couldNotStart(executable: command.executable, reason: "\(error)"))
            return false
        }
    }

    /// Speaks with a process until one side ends it, and returns why; its pipes have then been read to the end.
    ///
    /// - Parameters:
    ///   - current: the ticket that the process is at, left in place when it got no answer.
    ///   - answered: counts the requests that it answered.
    private func converse(
        with worker: Worker, outputTail: OutputTail, current: inout Ticket?, answered: inout Int
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
            await answerAll(
                in: conversation, through: worker.standardInputWriter, current: &current, answered: &answered)
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

    /// Asks the process one request after the other.
    private func answerAll(
        in conversation: WorkerConnection, through writer: StandardInputWriter, current: inout Ticket?,
        answered: inout Int
    ) async {
        var isFresh = true
        if let version = command.version, let ticket = current {
            do {
                try await greet(version, in: conversation, through: writer)
            } catch let failure as WorkerFailure {
                current = nil
                ticket.fail(failure)
                return
            } catch {
                return
            }
        }
        while let ticket = current {
            guard ticket.begin(in: conversation) else {
                current = await queue.next(for: conversation)
                continue
            }
            guard conversation.ask() else {
                // It died while it waited: that is not this request's doing, unless it dies whenever it is started.
                if !isFresh {
                    current = nil
                    queue.putBack(ticket)
                }
                return
            }
            isFresh = false
            do {
                let answer = try await exchange(
                    ticket.line, timeLimit: ticket.timeLimit, in: conversation, through: writer
                ) {
                    ticket.fail(WorkerFailure.timedOut(seconds: ticket.timeLimit / .seconds(1)))
                }
                let deliver = try await ticket.read(answer)
                answered += 1
                current = nil
                current = await queue.next(for: conversation, ready: deliver)
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

    /// How long a process may take to start and to answer the greeting.
    private static var greetingLimit: Duration { .seconds(60) }

    /// Asks a process that has just started which stickerd it belongs to: the request that comes next is of this one.
    ///
    /// - Throws: `WorkerFailure.otherVersion`; `WorkerConnection.Ending` when no answer came.
    private func greet(
        _ version: RendererVersion, in conversation: WorkerConnection, through writer: StandardInputWriter
    ) async throws {
        guard conversation.ask() else { throw conversation.ending ?? .hungUp }
        let line = try [UInt8](JSONEncoder().encode(WorkerRequest.greeting)) + [UInt8(ascii: "\n")]
        let answer = try await exchange(line, timeLimit: Self.greetingLimit, in: conversation, through: writer)
        let response = try? JSONDecoder().decode(WorkerResponse.self, from: Data(answer))
        guard case .greeting(version) = response else {
            conversation.end(.dismissed)
            let found: RendererVersion? = if case .greeting(let found) = response { found } else { nil }
            throw WorkerFailure.otherVersion(executable: command.executable, found: found)
        }
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
