import FileAccess
import Foundation
import Glibc
import Logging
import RenderProtocol
import WorkerProtocol

/// A slot of an agent on another machine. It gives the agent one job after the other.
///
/// A failure there never counts against a job. A job that timed out, ended its process or was rejected is repeated on
/// this machine. A job that was lost otherwise is repeated on another machine.
struct RemoteSlot: Sendable {
    let link: NodeLink
    /// The machine's name.
    let host: String
    let queue: WorkerQueue
    /// Time limits for starting and sending, which do not depend on the machine.
    let command: WorkerCommand
    let record: NodeRecord
    let logger: Logger
    /// Whether the agent is being tried: then a failure is the caller's.
    var isTrial = false

    /// Serves until the queue or the link is closed.
    func run() async {
        while link.ending == nil, !link.isDraining,
            let request = await queue.next(for: nil, at: isTrial ? .here : .node(link.number, host: host))
        {
            guard link.ending == nil, !link.isDraining else {
                queue.noteReturn(of: request)
                return isTrial ? request.fail(WorkerFailure.poolEnded) : queue.add(request)
            }
            await serve(from: request)
        }
    }

    /// Runs one session from its first request to its end.
    private func serve(from first: PendingRequest) async {
        let pipes: WorkerPipes
        do {
            pipes = try WorkerPipes()
        } catch {
            return giveBack(first, in: nil)
        }
        defer { pipes.close() }
        let (input, output) = (dup(pipes.workerInput), dup(pipes.workerOutput))
        for end in [input, output] where end >= 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let slot = link.newSlot()
        link.perform(.open(slot: slot, input: input, output: output))
        pipes.closeWorkerEnds()
        let connection = WorkerConnection(wake: pipes.wakeWriting) { [link] in link.perform(.cancel(slot: slot)) }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [command, link] in
                await RemoteSlot.serve(connection, command: command, pipes: pipes, numbers: link.jobs)
                queue.wake(connection)
            }
            await answerAll(from: first, in: connection, slot: slot)
            connection.end(.dismissed)
        }
    }

    private static func serve(
        _ connection: WorkerConnection, command: WorkerCommand, pipes: WorkerPipes, numbers: JobNumbers
    ) async {
        do {
            try await BlockingExecutor.run(stackSize: 1 << 20) {
                WorkerSession(connection, command: command, pipes: pipes, numbers: numbers).run()
            }
        } catch {
            connection.end(.noThread("\(error)"))
            connection.threadEnded()
        }
    }

    private func answerAll(from first: PendingRequest, in connection: WorkerConnection, slot: Int) async {
        var current: PendingRequest? = first
        while let request = current {
            guard request.begin(in: connection) else {
                queue.noteReturn(of: request)
                current = await next(for: connection)
                continue
            }
            record.note { $0.held += 1 }
            let outcome = await connection.perform(request)
            let begin = request.attempts.begin
            queue.noteReturn(of: request)
            record.note {
                $0.held -= 1
                $0.busySeconds += (begin?.duration(to: .now) ?? .zero) / .seconds(1)
            }
            let deliver: @Sendable () -> Void
            switch outcome {
            case .done:
                record.note {
                    // Test pictures do not count as jobs.
                    $0.jobs += isTrial ? 0 : 1
                    $0.lossesInARow = 0
                }
                request.note { $0.answeredBy = record }
                deliver = request.succeed(in: connection)
            case .failed(let error): deliver = { request.fail(error, in: connection) }
            case .unconfirmed:
                record.note { $0.unconfirmed += 1 }
                request.note { $0.isLocal = true }
                deliver = { [queue] in queue.putBack(request, from: connection) }
                if isTrial { request.fail(WorkerFailure.rejectedAnswer("it rejected art that is not at fault")) }
            case .over(let ending): return lose(request, in: connection, slot: slot, ending)
            case .neverAsked: return giveBack(request, in: connection)
            }
            current = await next(for: connection, ready: deliver)
        }
    }

    private func next(
        for connection: WorkerConnection, ready: () -> Void = {}
    ) async -> PendingRequest? {
        await queue.next(for: connection, at: isTrial ? .here : .node(link.number, host: host), ready: ready)
    }

    /// A request that the agent never saw.
    private func giveBack(_ request: PendingRequest, in connection: WorkerConnection?) {
        queue.noteReturn(of: request)
        if isTrial { return request.fail(WorkerFailure.poolEnded) }
        if let connection { queue.putBack(request, from: connection) } else { queue.add(request) }
    }

    /// The agent had a request and did not answer it.
    private func lose(
        _ request: PendingRequest, in connection: WorkerConnection, slot: Int, _ ending: WorkerConnection.Ending
    ) {
        let loss = link.takeLoss(of: slot)
        // The cause of the end is more useful than its symptom.
        let ending = connection.ending ?? ending
        guard ending != .unwanted, !request.isSettled else { return }
        if isTrial { return request.fail(WorkerFailure.died(.exited(status: 1), outputTail: reason(ending, loss))) }
        // One that the agent had not begun has lost nothing, and one that is sent away loses nothing more.
        guard loss?.reason != .returned, ending != .recalled, link.ending != .dismissed else {
            return queue.putBack(request, from: connection)
        }
        let reason = reason(ending, loss)
        // The end of a connection loses all jobs of an agent. That is one fault, reported separately.
        let isOfLink = loss == nil && link.ending != nil
        record.note {
            $0.losses += 1
            $0.lossesInARow += isOfLink ? 0 : 1
            $0.lastError = reason
        }
        logger.warning(
            "A job was lost on another machine", metadata: ["host": "\(host)", "reason": "\(reason)"])
        request.note {
            $0.count += 1
            $0.avoided.insert(host)
            // The cause may be the source or the machine. A repetition on this machine shows which.
            if ending == .timedOut || loss?.reason == .ended { $0.isLocal = true }
        }
        queue.putBack(request, from: connection)
    }

    private func reason(_ ending: WorkerConnection.Ending, _ loss: JobLoss?) -> String {
        if let loss { return "\(loss)" }
        if let ending = link.ending { return "\(ending)" }
        return switch ending {
        case .hungUp, .dismissed, .unwanted, .recalled: "the connection ended"
        case .noThread(let reason): reason
        case .timedOut: "it took too long"
        case .stalled: "it took nothing of a file that it had asked for"
        case .violation(let detail): "it sent \(detail)"
        case .rejected(let reason): "its answer was rejected: \(reason)"
        }
    }
}

extension JobLoss: CustomStringConvertible {
    package var description: String {
        let ending =
            switch (signal, status) {
            case (let signal?, _): "signal \(signal)"
            case (_, let status?): "exit status \(status)"
            default: "no status"
            }
        let tail = detail.harmlessLine(limit: 400)
        switch reason {
        case .ended: return "its process ended with \(ending)" + (tail.isEmpty ? "" : ": \(tail)")
        case .didNotStart: return "no process could be started: \(tail.isEmpty ? ending : tail)"
        case .returned: return "the agent is ending"
        case .violation: return "its process sent \(tail)"
        }
    }
}

extension String {
    /// One line without control characters, for text that another machine wrote.
    func harmlessLine(limit: Int) -> String {
        let scalars = unicodeScalars.map { scalar -> Character in
            let isPlain = scalar.properties.generalCategory != .control && scalar.properties.generalCategory != .format
            return isPlain ? Character(scalar) : " "
        }
        let line = String(scalars).split(separator: " ").joined(separator: " ")
        return line.count > limit ? "…" + line.suffix(limit) : line
    }
}
