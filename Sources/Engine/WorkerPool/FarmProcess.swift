import EngineSupport
import FarmProtocol
import FileAccess
import Foundation
import Glibc
import Logging
import RenderProtocol
import Service
import Subprocess
import Synchronization
import TextEscaping
import WorkerProtocol

/// Runs the program `stickerd-farm`, which communicates with the Remote Execution engine, and restarts the program
/// after it has ended.
///
/// The program is separate because it links gRPC, and a fault of gRPC must not end the daemon
/// (docs/decisions/remote-execution.md).
package final class FarmProcess: Sendable {
    private struct State {
        /// The commands for the running program. Nil while the program is not running.
        var commands: AsyncStream<FarmCommand>.Continuation?
        var isClosed = false
    }

    private let use: FarmUse
    /// The command that starts a local worker.
    private let worker: WorkerCommand
    private let jobs: FarmJobs
    private let logger: Logger
    private let state = Mutex(State())

    /// The time limit for the program to end after its input is closed.
    private static let patience = Duration.seconds(1)
    private static let longestPause = Duration.seconds(60)
    /// The pause before a restart after the program has ended `mostEnds` times in a minute.
    private static let rest = Duration.seconds(480)
    private static let mostEnds = 5
    /// The maximum size of an answer in bytes.
    private static let answerLimit = 512 << 20

    package init(_ use: FarmUse, command: WorkerCommand, jobs: FarmJobs, logger: Logger) {
        (self.use, worker, self.jobs, self.logger) = (use, command, jobs, logger)
    }

    /// Ends the program.
    func close() {
        let commands = state.withLock { state in
            state.isClosed = true
            return state.commands
        }
        commands?.finish()
    }

    /// Runs the program until `close` is called or the task is cancelled.
    ///
    /// - Parameter pool: the workers, which determine the identity of the renderer of this machine.
    package func run(asking pool: StickerPool) async {
        removeLeftovers()
        guard let program = InstalledProgram.path(of: InstalledProgram.farm) else {
            use.notice(
                "engine.url is set in pipeline.json, but \(InstalledProgram.farm) was not found beside stickerd or "
                    + "in ../libexec/stickerd. Install it from the same release; until then, everything is rendered "
                    + "on this machine."
            )
            return
        }
        // If the renderer has no identity, the next job reports the reason.
        guard let settings = try? await settings(asking: pool) else { return }
        var backoff = Backoff(first: .seconds(1), longest: FarmProcess.longestPause)
        var ends: [ContinuousClock.Instant] = []
        while !isOver {
            let begin = ContinuousClock.now
            let words = await converse(program, settings)
            guard !isOver else { break }
            if begin.duration(to: .now) > FarmProcess.longestPause { backoff.succeeded() }
            ends = ends.filter { $0.duration(to: .now) < .seconds(60) } + [.now]
            let isOften = ends.count >= FarmProcess.mostEnds
            jobs.disconnect(words, rest: isOften ? FarmProcess.rest : nil)
            let pause = backoff.failed(at: .now)
            await wait(isOften ? FarmProcess.rest : pause)
        }
        jobs.disconnect("", rest: nil)
    }

    private var isOver: Bool { Task.isCancelled || state.withLock { $0.isClosed } }

    private func wait(_ time: Duration) async {
        let end = ContinuousClock.now + time
        while !isOver, .now < end { try? await Task.sleep(for: .milliseconds(100)) }
    }

    private func settings(asking pool: StickerPool) async throws -> FarmSettings {
        try FileManager.default.createDirectory(atPath: use.folder, withIntermediateDirectories: true)
        let state = URL(filePath: use.folder).deletingLastPathComponent().path(percentEncoded: false)
        let identification = RendererIdentification(command: worker, stateFolder: state, logger: logger)
        let identity = try await identification.identity(asking: pool)
        let engine = use.settings
        var settings = FarmSettings(
            url: engine.url ?? "", identity: identity.digest(), answerLimit: FarmProcess.answerLimit)
        (settings.instance, settings.platform, settings.salt) = (engine.instance, engine.platform, engine.salt)
        (settings.insecure, settings.formats) = (engine.insecure, use.formats)
        (settings.tokenFile, settings.authority) = (engine.tokenFile, engine.authority)
        (settings.certificate, settings.key) = (engine.certificate, engine.key)
        if engine.environment == .inputs {
            settings.environment = .inputs
            settings.renderer = worker.executable
            settings.rendererFiles = try await pool.description().files.filter { !$0.contains(".so") }
            settings.environmentCache = "\(state)engine-environment.json"
        }
        return settings
    }

    /// Removes answer files of this process and of processes that no longer exist.
    private func removeLeftovers() {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: use.folder)) ?? [] {
            let process = name.drop { $0 == "." }.prefix { $0 != "." }
            guard let process = pid_t(process), process == getpid() || kill(process, 0) != 0 && errno == ESRCH else {
                continue
            }
            unlink("\(use.folder)/\(name)")
        }
    }

    /// Runs the program once.
    ///
    /// - Returns: the reason why the program ended, for messages.
    private func converse(_ program: String, _ settings: FarmSettings) async -> String {
        let outputTail = OutputTail()
        let (commands, continuation) = AsyncStream.makeStream(of: FarmCommand.self)
        continuation.yield(.settings(settings))
        state.withLock { state in
            state.commands = continuation
            if state.isClosed { continuation.finish() }
        }
        defer { state.withLock { $0.commands = nil } }
        do {
            let pipes = try WorkerPipes()
            defer { pipes.close() }
            let command = WorkerCommand(executable: program, environment: ProcessInfo.processInfo.environment)
            let result = try await Subprocess.run(
                command.configuration,
                input: .fileDescriptor(.init(rawValue: pipes.workerInput), closeAfterSpawningProcess: false),
                output: .fileDescriptor(.init(rawValue: pipes.workerOutput), closeAfterSpawningProcess: false),
                error: .sequence
            ) { process in
                pipes.closeWorkerEnds()
                jobs.connect { if case .terminated = continuation.yield($0) { false } else { true } }
                return await withTaskGroup(of: String?.self) { group in
                    group.addTask { [self] in await listen(pipes) }
                    group.addTask {
                        await FarmProcess.write(commands, to: pipes)
                        pipes.closeInput()
                        return nil
                    }
                    group.addTask {
                        await WorkerSlot.listen(to: process.standardError) { outputTail.append($0) }
                        return nil
                    }
                    var fault: String?
                    // The first of the three tasks to end closes the commands, so that the others also end. After the
                    // time limit, the program is killed.
                    for await found in group.prefix(2) {
                        fault = found ?? fault
                        continuation.finish()
                        group.addTask {
                            guard (try? await Task.sleep(for: FarmProcess.patience)) != nil else { return nil }
                            try? process.send(signal: .kill, toProcessGroup: true)
                            return nil
                        }
                    }
                    group.cancelAll()
                    return fault
                }
            }
            let ending = WorkerFailure.Ending(result.terminationStatus)
            let tail = EscapedText.line(String(outputTail.text.suffix(300)))
            logger.debug("stickerd-farm ended", metadata: ["ending": "\(ending)", "stderr": "\(tail)"])
            return result.closureResult
                ?? "\(InstalledProgram.farm) ended with \(ending)" + (tail.isEmpty ? "" : ": \(tail)")
        } catch {
            return "\(program) cannot be started: \(error)"
        }
    }

    /// Reads reports until the program ends.
    ///
    /// - Returns: a description of the violation if the program violated the protocol. Otherwise nil.
    private func listen(_ pipes: WorkerPipes) async -> String? {
        do {
            return try await BlockingExecutor.run(stackSize: 1 << 20) { [jobs] in
                var reader = FrameReader(pipes.output)
                do {
                    while try reader.read({ event in
                        guard case .frame(let frame) = event else { throw ProtocolViolation.malformed(.data) }
                        jobs.receive(try FarmProtocol.report(frame))
                    }) {}
                    return nil
                } catch {
                    return "\(InstalledProgram.farm) violated the protocol: \(error)"
                }
            }
        } catch {
            return "\(error)"
        }
    }

    /// Writes commands until the stream ends or the program stops reading.
    private static func write(_ commands: AsyncStream<FarmCommand>, to pipes: WorkerPipes) async {
        for await command in commands {
            do {
                try await BlockingExecutor.run(stackSize: 1 << 20) {
                    try FrameWriter(pipes.input, patience: 60_000).write(try FarmProtocol.frame(command))
                }
            } catch {
                return
            }
        }
    }
}
