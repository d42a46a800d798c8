import EngineSupport
import FileAccess
import Foundation
import Logging
import RenderProtocol
import Service
import Subprocess
import WorkerProtocol

/// A slot of the pool, which runs at most one worker process at a time. The slot starts a process for the first
/// request, reuses the process for later requests, and replaces the process after it has died.
package struct WorkerSlot: Sendable {
    typealias Worker = Execution<FileDescriptorInput, FileDescriptorOutput, SequenceOutput>

    private let command: WorkerCommand
    private let queue: WorkerQueue
    private let logger: Logger
    private let onRestart: @Sendable () -> Void

    /// - Parameter onRestart: called when a process is started to replace one that died.
    package init(
        command: WorkerCommand, queue: WorkerQueue, logger: Logger, onRestart: @escaping @Sendable () -> Void = {}
    ) {
        (self.command, self.queue, self.logger, self.onRestart) = (command, queue, logger, onRestart)
    }

    /// The state of a process.
    private struct Progress {
        /// The current request, or the last request if it got no answer. Nil if all requests were answered.
        var current: PendingRequest?
        /// The number of answered requests.
        var answered = 0
        /// Whether the process has sent its hello. If it fails before, the request is not the cause.
        var isReady = false
    }

    /// Serves requests until the queue is closed.
    package func run() async {
        var hasDied = false
        while let request = await queue.next(for: nil) {
            if hasDied { onRestart() }
            hasDied = await serve(from: request)
        }
    }

    /// Runs one process from its first request to its end.
    ///
    /// - Returns: whether the process died. True if it ended unexpectedly, or was killed because of the time limit or
    ///   an invalid answer.
    private func serve(from first: PendingRequest) async -> Bool {
        let outputTail = OutputTail()
        var progress = Progress(current: first)
        do {
            let pipes = try WorkerPipes()
            defer { pipes.close() }
            let result = try await Subprocess.run(
                command.configuration,
                input: .fileDescriptor(.init(rawValue: pipes.workerInput), closeAfterSpawningProcess: false),
                output: .fileDescriptor(.init(rawValue: pipes.workerOutput), closeAfterSpawningProcess: false),
                error: .sequence
            ) { worker in
                pipes.closeWorkerEnds()
                return await converse(with: worker, through: pipes, outputTail: outputTail, progress: &progress)
            }
            let exit = WorkerFailure.Ending(result.terminationStatus)
            logger.debug(
                "A worker ended",
                metadata: [
                    "pid": "\(result.processIdentifier.value)", "ending": "\(exit)", "stderr": "\(outputTail.text)",
                ])
            if let current = progress.current {
                let (ending, tail) = (result.closureResult, outputTail.text)
                current.fail(
                    progress.isReady
                        ? ending.failure(
                            timeLimit: current.job?.timeLimit ?? .zero, command: command, exit: exit, outputTail: tail)
                        : ending.failureToStart(command, exit: exit, outputTail: tail))
            }
            return result.closureResult.isDeath
        } catch {
            progress.current?.fail(WorkerSlot.failure(toStart: command.executable, error))
            return false
        }
    }

    /// The error for a process that could not be started. A lack of file descriptors is a failure of the environment.
    private static func failure(toStart executable: String, _ error: any Error) -> any Error {
        let code = (error as? SubprocessError)?.underlyingError?.rawValue
        guard code == EMFILE || code == ENFILE else {
            return WorkerFailure.couldNotStart(executable: executable, reason: "\(error)")
        }
        return EngineError.tooManyOpenFiles(path: executable, action: "start a worker process")
    }

    /// Communicates with a process until one side ends the connection.
    ///
    /// - Returns: the reason why the connection has ended.
    private func converse(
        with worker: Worker, through pipes: WorkerPipes, outputTail: OutputTail, progress: inout Progress
    ) async -> WorkerConnection.Ending {
        let connection = WorkerConnection(wake: pipes.wakeWriting) {
            try? worker.send(signal: .kill, toProcessGroup: true)
        }
        logger.debug("A worker started", metadata: ["pid": "\(worker.processIdentifier.value)"])
        return await withTaskGroup(of: Bool.self) { group in
            group.addTask { [command] in
                await WorkerSlot.serve(connection, command: command, pipes: pipes)
                queue.wake(connection)
                return true
            }
            group.addTask {
                await Self.listen(to: worker.standardError) { outputTail.append($0) }
                return true
            }
            await answerAll(in: connection, progress: &progress)
            connection.finish()
            group.addTask {
                await Self.farewell(connection)
                return false
            }
            var listeners = 2
            while listeners > 0, let isListener = await group.next() {
                if isListener { listeners -= 1 }
            }
            group.cancelAll()
            return connection.ending ?? .hungUp
        }
    }

    /// The time limit for a worker to end after its input is closed.
    private static let patience = Duration.seconds(2)

    /// Kills the worker after the time limit, unless the task is cancelled because the worker has ended.
    private static func farewell(_ connection: WorkerConnection) async {
        guard (try? await Task.sleep(for: patience)) != nil else { return }
        connection.end(.dismissed)
    }

    /// The size of the stack of a connection's thread, in bytes.
    private static let stackSize = 1 << 20

    /// Runs the session of a connection on a separate thread, because it blocks. Ends the connection if no thread can
    /// be started.
    private static func serve(_ connection: WorkerConnection, command: WorkerCommand, pipes: WorkerPipes) async {
        do {
            try await BlockingExecutor.run(stackSize: stackSize) {
                WorkerSession(connection, command: command, pipes: pipes).run()
            }
        } catch {
            connection.end(.noThread("\(error)"))
            connection.threadEnded()
        }
    }

    /// Waits for the hello of the process, and then gives one request after another to the process.
    private func answerAll(in connection: WorkerConnection, progress: inout Progress) async {
        var begin = ContinuousClock.now
        while let request = progress.current {
            // Recorded before the hello, so that a cancellation kills a process that hangs.
            guard request.begin(connection) else {
                progress.current = await queue.next(for: connection)
                continue
            }
            if !progress.isReady {
                guard await greet(in: connection, for: request) else { return }
                progress.isReady = true
            }
            begin = .now
            let deliver: @Sendable () -> Void
            switch await connection.perform(request) {
            case .done:
                queue.noteRenderTime(of: request, begin.duration(to: .now))
                deliver = request.succeed(in: connection)
            case .failed(let error): deliver = { request.fail(error, in: connection) }
            case .over(let ending):
                if ending == .timedOut, let limit = request.job?.timeLimit {
                    request.fail(WorkerFailure.timedOut(seconds: limit / .seconds(1)), in: connection)
                }
                if case .rejected(let reason) = ending {
                    logger.warning("A worker's answer was rejected", metadata: ["reason": "\(reason)"])
                }
                return
            case .neverAsked:
                // The process died before it received this request. The request is queued again, unless the process has
                // answered no request. A worker that dies at every start must not be restarted forever.
                if progress.answered > 0 {
                    progress.current = nil
                    queue.putBack(request, from: connection)
                } else {
                    progress.isReady = false
                }
                return
            }
            progress.answered += 1
            progress.current = nil
            progress.current = await queue.next(for: connection, ready: deliver)
        }
    }

    /// Checks that a new process has the required version, before it gets its first job.
    ///
    /// - Parameter request: the first request, which fails with `WorkerFailure.otherVersion` if the version differs.
    /// - Returns: true if the version is right; false if it differs or the connection has ended without a hello.
    private func greet(in connection: WorkerConnection, for request: PendingRequest) async -> Bool {
        guard case .success(let hello) = await connection.hello() else { return false }
        guard let expected = command.version else { return true }
        let found = try? JSONDecoder().decode(RendererVersion.self, from: Data(hello))
        guard found == expected else {
            request.fail(WorkerFailure.otherVersion(executable: command.executable, found: found))
            connection.end(.dismissed)
            return false
        }
        return true
    }

    /// Reads the standard error of a process until its end.
    static func listen(
        to output: SubprocessOutputSequence, _ take: (UnsafeRawBufferPointer) -> Void
    ) async {
        do {
            for try await piece in output { piece.withUnsafeBytes(take) }
        } catch {
            // An error means that the process has closed the pipe.
        }
    }
}

extension WorkerFailure.Ending {
    init(_ status: TerminationStatus) {
        switch status {
        case .exited(let code): self = .exited(status: code)
        case .signaled(let number): self = .signalled(number)
        }
    }
}
