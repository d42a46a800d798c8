import Foundation
import Glibc
import Logging
import Service
import Subprocess

/// Machines that are reached by a command.
package struct NodePool: Sendable, Hashable {
    package var name: String
    /// A program, found in PATH if it is not a path, and its arguments. An agent uses its standard input and output.
    package var launch: [String]
    /// The most slots of each agent that are used.
    package var slots: Int
    /// Agents that are there all the time.
    package var least = 0
    /// The most agents at a time.
    package var most = 1
    /// The time after which an idle agent is ended.
    package var idleLimit = Duration.seconds(60)
    /// An agent is started when so much work waits, in seconds of one worker.
    package var startSeconds = 60.0
    /// The time limit for the hello of an agent.
    package var launchLimit = Duration.seconds(600)

    package init(name: String, launch: [String], slots: Int) {
        (self.name, self.launch, self.slots) = (name, launch, slots)
    }
}

/// Starts agents when there is enough to do for them, and ends them when there is not.
struct NodeManager: Sendable {
    let pool: WorkerPool
    let settings: NodeSettings
    let command: WorkerCommand
    let logger: Logger

    private static let tick = Duration.milliseconds(100)
    /// The time limit for an agent to end after its input was closed.
    private static let farewell = Duration.seconds(3)
    static let mostDoublings = 4

    /// Serves until the queue is closed.
    func run() async {
        NodeManager.raiseDescriptorLimit()
        await withTaskGroup(of: Void.self) { group in
            for nodes in settings.pools { group.addTask { await run(nodes) } }
            group.addTask {
                while !pool.queue.isClosed {
                    pool.queue.dispatch(patience: settings.patience)
                    guard (try? await Task.sleep(for: NodeManager.tick)) != nil else { return }
                }
            }
        }
    }

    /// Each slot of an agent has separate pipes. The usual limit of 1,024 descriptors is enough for 150 slots.
    private static func raiseDescriptorLimit() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    /// Keeps as many agents of a pool as there is work for.
    private func run(_ nodes: NodePool) async {
        await withTaskGroup(of: RemoteNode.Ending?.self) { group in
            var (running, failures) = (0, 0)
            var notBefore = ContinuousClock.now
            group.addTask { await pause() }
            while let result = await group.next() {
                switch result {
                case .none: if !pool.queue.isClosed, !Task.isCancelled { group.addTask { await pause() } }
                case .finished: (running, failures) = (running - 1, 0)
                case .failed, .refused:
                    running -= 1
                    let rest = settings.rest.doubled(failures, atMost: NodeManager.mostDoublings)
                    failures += 1
                    notBefore = .now + rest
                    settings.board.noteRest(of: nodes.name, until: Date(timeIntervalSinceNow: rest / .seconds(1)))
                    if let fault = result?.fault { report(nodes, fault, rest) }
                }
                guard !pool.queue.isClosed, !Task.isCancelled, notBefore <= .now else { continue }
                // Beyond the minimum, agents start one at a time, because each takes its part of the waiting jobs.
                let isWanted = running < nodes.most && isWanted(nodes)
                let wanted = max(nodes.least, running + (isWanted ? 1 : 0))
                while running < wanted {
                    running += 1
                    let isExtra = running > nodes.least
                    group.addTask { await launch(nodes, isExtra: isExtra) }
                }
            }
        }
    }

    private func pause() async -> RemoteNode.Ending? {
        try? await Task.sleep(for: NodeManager.tick)
        return nil
    }

    /// Whether there is work for one more agent than are running.
    private func isWanted(_ nodes: NodePool) -> Bool {
        let waiting = pool.queue.waitingSeconds
        // Those that are being started will take their part.
        let expected = settings.board.nodes.count { $0.phase == .starting || $0.phase == .checking }
        return waiting > 0 && waiting >= nodes.startSeconds * Double(max(1, expected + 1))
    }

    private func report(_ nodes: NodePool, _ fault: NodeFault, _ rest: Duration) {
        if let failed = settings.failed { return failed(fault) }
        let reason = fault.reason
        settings.notice(
            "Pool \(nodes.name): an agent cannot be used: \(reason.hasSuffix(".") ? reason : reason + ".") Its jobs are done "
                + "elsewhere; the next attempt is in \(Int(rest / .seconds(1))) s. `stickerd doctor --workers` examines it."
        )
    }

    /// Starts an agent and serves it to its end.
    private func launch(_ nodes: NodePool, isExtra: Bool) async -> RemoteNode.Ending {
        let record = settings.board.add(pool: nodes.name, wanted: nodes.slots)
        var node = RemoteNode(
            pool: pool, settings: settings, record: record, command: command, logger: logger, slots: nodes.slots)
        node.launchLimit = nodes.launchLimit
        node.idleLimit = isExtra ? nodes.idleLimit : nil
        do {
            let (ending, tail) = try await NodeManager.connect(nodes.launch) { [node] input, output in
                await node.run(input: input, output: output)
            }
            guard case .failed(let reason) = ending, !tail.isEmpty else { return ending }
            let text = reason.hasSuffix(".") ? String(reason.dropLast()) : reason
            return .failed("\(text). Its command wrote: \(tail)")
        } catch is CancellationError {
            return .finished
        } catch {
            record.note {
                $0.phase = .ended
                $0.lastError = "\(error)"
            }
            return .failed("\(nodes.launch.first ?? "its command") cannot be started: \(error)")
        }
    }

    /// Serves an agent that connected on its own.
    ///
    /// - Parameter descriptor: the descriptor of a socket, owned by the caller.
    func serve(attached descriptor: Int32) async {
        let taken = settings.board.nodes.reduce(0) { sum, node in
            sum + (node.pool == NodeManager.attached && node.phase != .ended ? max(1, node.slots) : 0)
        }
        let free = settings.attachedSlots - taken
        guard free > 0 else {
            settings.notice("An agent that attached was sent away: workers.attachedSlots allows no more slots.")
            return
        }
        let record = settings.board.add(pool: NodeManager.attached)
        let node = RemoteNode(
            pool: pool, settings: settings, record: record, command: command, logger: logger, slots: free)
        let ending = await node.run(input: descriptor, output: descriptor)
        guard let fault = ending.fault, isNews(fault, of: record.value) else { return }
        let name = record.value.host.isEmpty ? "An attached agent" : "The agent on \(record.value.host)"
        let reason = fault.reason
        settings.notice(
            "\(name) has ended: \(reason.hasSuffix(".") ? reason : reason + ".") Its jobs are done elsewhere.")
    }

    /// Whether people must be notified of a fault of an agent that connected on its own. Its machine rests if the agent
    /// must not be used, or could not do its jobs.
    private func isNews(_ fault: NodeFault, of node: NodeState) -> Bool {
        // A connection that breaks says nothing about the machine.
        guard !node.host.isEmpty, fault.isExplained || node.lossesInARow >= RemoteNode.mostLosses else { return true }
        return settings.board.noteRest(ofHost: node.host, fault, first: settings.rest)
    }

    /// The pool name of agents that connected on their own.
    static let attached = "attached"

    /// Starts a command, and calls `body` with its standard input and output.
    ///
    /// - Parameter body: receives the descriptor for the command's output, and the one for its input.
    /// - Returns: the result of `body`, and the cleaned end of the command's standard error.
    /// - Throws: an error if the command cannot be started.
    static func connect<Value: Sendable>(
        _ launch: [String], body: @escaping @Sendable (Int32, Int32) async -> Value
    ) async throws -> (Value, errors: String) {
        let errors = OutputTail()
        let pipes = try WorkerPipes()
        defer { pipes.close() }
        var options = PlatformOptions()
        options.processGroupID = 0
        options.teardownSequence = [.send(signal: .kill, toProcessGroup: true, allowedDurationToNextStep: .zero)]
        let program = launch.first ?? ""
        let configuration = Subprocess.Configuration(
            executable: program.contains("/") ? .path(.init(program)) : .name(program),
            arguments: .init(Array(launch.dropFirst())), environment: .inherit, workingDirectory: "/",
            platformOptions: options)
        let result = try await Subprocess.run(
            configuration,
            input: .fileDescriptor(.init(rawValue: pipes.workerInput), closeAfterSpawningProcess: false),
            output: .fileDescriptor(.init(rawValue: pipes.workerOutput), closeAfterSpawningProcess: false),
            error: .sequence
        ) { process in
            pipes.closeWorkerEnds()
            return await withTaskGroup(of: Value?.self) { group in
                group.addTask {
                    do {
                        for try await piece in process.standardError { piece.withUnsafeBytes { errors.append($0) } }
                    } catch {
                        // A pipe that cannot be read has ended.
                    }
                    return nil
                }
                let value = await body(pipes.output, pipes.input)
                pipes.closeInput()
                group.addTask {
                    try? await Task.sleep(for: farewell)
                    try? process.send(signal: .kill, toProcessGroup: true)
                    return nil
                }
                _ = await group.next()
                group.cancelAll()
                return value
            }
        }
        return (result.closureResult, errors.text.harmlessLine(limit: 500))
    }
}
