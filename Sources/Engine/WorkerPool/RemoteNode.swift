import FileAccess
import Foundation
import Glibc
import JobModel
import Logging
import RenderProtocol
import WorkerProtocol

/// The reason why an agent gets no jobs.
package struct NodeRejection: Error, Hashable, CustomStringConvertible {
    /// A sentence, and what to do.
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}

/// The reason why an agent of a pool cannot be used.
package struct NodeFault: Sendable, Hashable {
    /// A sentence, or its beginning without a full stop.
    package var reason: String
    /// Whether it says what to do.
    package var isExplained: Bool

    package init(reason: String, isExplained: Bool) {
        (self.reason, self.isExplained) = (reason, isExplained)
    }
}

/// How agents on other machines are served.
package struct NodeSettings: Sendable {
    package var pools: [NodePool]
    /// The largest number of slots of agents that connect on their own. 0 allows none.
    package var attachedSlots: Int
    /// Compares an agent with this machine.
    ///
    /// Its parameters are what the agent says of itself, workers of the agent alone, and those of this machine. It throws
    /// `NodeRejection` for an agent that gets no jobs.
    package var check: @Sendable (AgentDescription, _ trial: WorkerPool, _ here: WorkerPool) async throws -> Void
    /// Hears, as sentences, what happens to agents.
    package var notice: @Sendable (String) -> Void
    /// Hears in place of `notice` why an agent of a pool cannot be used.
    package var failed: (@Sendable (NodeFault) -> Void)?
    package var board: NodeBoard
    /// Whether each slot is given a job more than it does, which waits there with its source.
    package var prefetches = true
    /// The share of remote results that are also rendered on this machine, from 0 to 1.
    package var verifyShare = 0.0
    /// The longest silence of an agent.
    package var silence = Duration.seconds(45)
    /// The time limit of a job on another machine.
    package var time = RemoteTime()
    /// The time after which an idle local worker repeats a job of another machine.
    package var patience = Duration.seconds(10)
    /// Whether another process of this output needs idle agents that connected on their own.
    package var hasRival: @Sendable () -> Bool = { false }
    /// The rest of a pool after a failure. It doubles with each further failure, up to 16 times.
    package var rest = Duration.seconds(30)

    package init(
        pools: [NodePool], attachedSlots: Int = 0, notice: @escaping @Sendable (String) -> Void = { _ in },
        check: @escaping @Sendable (AgentDescription, WorkerPool, WorkerPool) async throws -> Void = { _, _, _ in }
    ) {
        (self.pools, self.attachedSlots, self.notice, self.check) = (pools, attachedSlots, notice, check)
        board = NodeBoard(pools: pools.map(\.name) + (attachedSlots > 0 ? [NodeManager.attached] : []))
    }

    /// The most jobs that other machines can be at.
    package var mostSlots: Int {
        attachedSlots + pools.reduce(0) { $0 + $1.most * $1.slots }
    }
}

/// An agent on another machine, from its greeting to its end.
struct RemoteNode: Sendable {
    /// The result of the run.
    enum Ending: Sendable {
        /// It was not needed any more, or has finished what it had begun.
        case finished
        /// The reason why the agent cannot be used now.
        case failed(String)
        /// The reason why the agent must not be used, and the solution.
        case refused(String)

        var fault: NodeFault? {
            switch self {
            case .finished: nil
            case .failed(let reason): NodeFault(reason: reason, isExplained: false)
            case .refused(let reason): NodeFault(reason: reason, isExplained: true)
            }
        }
    }

    let pool: WorkerPool
    let settings: NodeSettings
    let record: NodeRecord
    let command: WorkerCommand
    let logger: Logger
    /// The most slots that are used.
    let slots: Int
    /// The time limit for the hello. A batch system may delay it.
    var launchLimit = Duration.seconds(60)
    /// The time after which an idle agent is ended. Nil for no limit.
    var idleLimit: Duration?
    /// A machine that loses so many jobs in a row is not given more.
    static let mostLosses = 3
    private static let tick = Duration.milliseconds(100)
    private static let rivalInterval = Duration.seconds(1)

    /// Serves a connection until one side ends it.
    ///
    /// - Parameters:
    ///   - input: what the agent writes; it stays the caller's.
    ///   - output: what the agent reads; it stays the caller's.
    func run(input: Int32, output: Int32) async -> Ending {
        let pipes: WorkerPipes
        do {
            pipes = try WorkerPipes()
        } catch {
            return .failed("\(error)")
        }
        defer { pipes.close() }
        var limits = NodeLink.Limits()
        limits.silence = settings.silence
        limits.beat = min(limits.beat, settings.silence / 4)
        let link = NodeLink(wake: pipes.wakeWriting, limits: limits)
        return await withTaskGroup(of: Ending?.self) { group in
            group.addTask {
                await RemoteNode.relay(link, input: input, output: output, wakeReading: pipes.wakeReading)
                return nil
            }
            group.addTask {
                let ending = await serve(link)
                link.end(.dismissed)
                return ending
            }
            var ending = Ending.finished
            for await result in group { ending = result ?? ending }
            note(link)
            record.note {
                $0.phase = .ended
                $0.lastError = ending.fault?.reason ?? $0.lastError
            }
            return ending
        }
    }

    /// Notes what has come and gone so far.
    private func note(_ link: NodeLink) {
        let (traffic, figures) = (link.traffic, link.figures)
        record.note {
            ($0.bytesReceived, $0.bytesSent) = traffic
            $0.cpuSeconds = figures?.cpuSeconds ?? $0.cpuSeconds
        }
    }

    private static func relay(_ link: NodeLink, input: Int32, output: Int32, wakeReading: Int32) async {
        do {
            try await BlockingExecutor.run(stackSize: 1 << 20) {
                NodeRelay(link, input: input, output: output, wakeReading: wakeReading).run()
            }
        } catch {
            link.end(.noThread("\(error)"))
            link.threadEnded()
        }
    }

    private func serve(_ link: NodeLink) async -> Ending {
        do {
            let description = try await greet(link)
            record.note {
                $0.slots = min(slots, description.slots)
                $0.phase = .checking
            }
            try await check(description, link)
            record.note { $0.phase = .up }
            settings.board.noteUp(pool: record.value.pool)
            logger.info(
                "An agent is ready",
                metadata: [
                    "pool": "\(record.value.pool)", "host": "\(record.value.host)", "slots": "\(record.value.slots)",
                ])
            return await work(link)
        } catch is CancellationError {
            return .finished
        } catch {
            // A regular end is not a fault, even during the comparison.
            noteDraining(link)
            // A stopping pool waits for no agent and records no fault.
            if pool.queue.isClosed || link.ending == .dismissed || link.isDraining { return .finished }
            guard let rejection = error as? NodeRejection else { return .failed("\(error)") }
            link.end(.refused(rejection.description))
            return .refused(rejection.description)
        }
    }

    private func greet(_ link: NodeLink) async throws -> AgentDescription {
        let timer = Task { [launchLimit, pool] in
            let deadline = ContinuousClock.now + launchLimit
            while ContinuousClock.now < deadline, !pool.queue.isClosed { try await Task.sleep(for: RemoteNode.tick) }
            link.end(pool.queue.isClosed ? .dismissed : .unanswered(seconds: Int(launchLimit / .seconds(1))))
        }
        defer { timer.cancel() }
        let hello = try await withTaskCancellationHandler {
            try await link.hello().get()
        } onCancel: {
            link.end(.dismissed)
        }
        guard let description = try? JSONDecoder().decode(AgentDescription.self, from: Data(hello)) else {
            throw NodeRejection(
                "it is not an agent of this stickerd. Install stickerd-render from the same release there, and start it with "
                    + "--slots.")
        }
        let host = description.host.harmlessLine(limit: 100)
        record.note { $0.host = host }
        guard description.version == .current else {
            throw NodeRejection(
                "it runs stickerd-render \(description.version), and this is stickerd \(RendererVersion.current). Install "
                    + "the same release on both machines.")
        }
        let architecture = ProcessorClass.current.architecture
        guard description.processor.architecture == architecture else {
            throw NodeRejection(
                "its processor is \(description.processor.architecture.harmlessLine(limit: 40)) and this machine's is "
                    + "\(architecture); they make different bytes. Use machines of one architecture.")
        }
        guard description.slots >= 1 else { throw NodeRejection("it has no slots.") }
        guard !settings.board.distrusts(host: host) else {
            throw NodeRejection(
                "its machine, \(host), has sent wrong files in this run. Examine it before it renders again.")
        }
        // Agents of a pool rest with their pool.
        if record.value.pool == NodeManager.attached, let rest = settings.board.rest(ofHost: host) {
            throw rest.isExplained ? NodeRejection(rest.reason) : CancellationError()
        }
        return description
    }

    /// Has the agent compared with this machine, by jobs that only it does.
    private func check(_ description: AgentDescription, _ link: NodeLink) async throws {
        let trial = WorkerPool(queue: WorkerQueue())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<min(slots, description.slots, 8) {
                let slot = slot(link, queue: trial.queue, isTrial: true)
                group.addTask { await slot.run() }
            }
            group.addTask {
                while link.ending == nil, !pool.queue.isClosed {
                    guard (try? await Task.sleep(for: RemoteNode.tick)) != nil else { return }
                }
                trial.queue.close()
            }
            defer {
                trial.queue.close()
                group.cancelAll()
            }
            do {
                try await settings.check(description, trial, pool)
            } catch WorkerFailure.poolEnded {
                throw link.ending ?? .closed
            }
        }
    }

    private func slot(_ link: NodeLink, queue: WorkerQueue, isTrial: Bool = false) -> RemoteSlot {
        RemoteSlot(
            link: link, host: record.value.host, queue: queue, command: command, record: record, logger: logger,
            isTrial: isTrial)
    }

    /// Gives the agent jobs until there are none, it ends, or it loses too many.
    private func work(_ link: NodeLink) async -> Ending {
        let slots = record.value.slots
        let sessions = settings.prefetches ? 2 * slots : slots
        pool.queue.open(node: link.number, slots: slots)
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<sessions {
                let slot = slot(link, queue: pool.queue)
                group.addTask {
                    await slot.run()
                    return true
                }
            }
            group.addTask {
                await watch(link)
                return false
            }
            var open = sessions
            for await isSlot in group where isSlot {
                open -= 1
                if open == 0 { group.cancelAll() }
            }
        }
        let state = record.value
        if let path = state.mismatch {
            return .failed(
                "it made other files of \(path) than this machine does (workers.verifyShare). Examine \(state.host): its "
                    + "memory, its programs, and who can change them. All of its results of this build are rendered "
                    + "again here; after a watch, which publishes at once, run `stickerd rebuild`")
        }
        if state.lossesInARow >= RemoteNode.mostLosses {
            return .failed("it lost \(state.lossesInARow) jobs in a row; the last one because \(state.lastError ?? "")")
        }
        guard let ending = link.ending, ending != .dismissed, !link.isDraining, !pool.queue.isClosed else {
            return .finished
        }
        return .failed("\(ending)")
    }

    /// Sends the agent's slots away when it gets no more jobs.
    private func watch(_ link: NodeLink) async {
        var idleSince = ContinuousClock.now
        var nextLook = idleSince + RemoteNode.rivalInterval
        while (try? await Task.sleep(for: RemoteNode.tick)) != nil {
            let now = ContinuousClock.now
            note(link)
            let state = record.value
            if state.held > 0 { idleSince = now }
            noteDraining(link)
            var isIdle = idleLimit.map { idleSince.duration(to: now) >= $0 } ?? false
            if state.pool == NodeManager.attached, state.held == 0, now >= nextLook {
                nextLook = now + RemoteNode.rivalInterval
                isIdle = isIdle || settings.hasRival()
            }
            let isBad = state.lossesInARow >= RemoteNode.mostLosses || state.mismatch != nil
            guard link.ending != nil || link.isDraining || isIdle || isBad || pool.queue.isClosed else { continue }
            pool.queue.close(node: link.number)
            // A machine that loses everything is not waited for.
            if isBad { link.end(.dismissed) }
        }
        noteDraining(link)
        pool.queue.close(node: link.number)
    }

    private func noteDraining(_ link: NodeLink) {
        guard link.isDraining, record.value.phase != .draining else { return }
        record.note { $0.phase = .draining }
        settings.notice(
            "The agent on \(record.value.host) is ending: it finishes what it has begun, and the rest is done elsewhere."
        )
    }
}
