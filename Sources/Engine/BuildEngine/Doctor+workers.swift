import EngineSupport
import Foundation
import StickerConfiguration
import Synchronization
import WorkerPool
import WorkerProtocol

/// Looks at the machines of `workers.pools`.
extension Doctor {
    /// What was seen of one agent.
    private struct Found: Sendable {
        var agent: AgentDescription?
        var roundTrip: Duration?
        var comparison: Duration?
        var fault: NodeFault?
    }

    /// Starts an agent of each pool, and compares it with this machine.
    func workers(_ worker: WorkerCommand) async -> [Check] {
        let pools = configuration.workers.pools
        guard !pools.isEmpty else {
            let attached = configuration.workers.attachedSlots
            return [
                Check(
                    "workers", .good,
                    attached > 0
                        ? "no pools; agents with up to \(attached) slots may attach"
                        : "no pools: only this machine renders")
            ]
        }
        var checks: [Check] = []
        for pool in pools { checks.append(await check(pool, worker)) }
        return checks
    }

    private func check(_ settings: WorkerSettings.Pool, _ worker: WorkerCommand) async -> Check {
        let name = "pool \(settings.name)"
        let found: Found
        do {
            found = try await examine(settings, worker)
        } catch {
            return Check(name, .bad, "\(error)", fix: "stickerd doctor")
        }
        let byHand = "by hand, as this user: \(Doctor.text(settings.launch)). It must write nothing and wait"
        if let fault = found.fault {
            return Check(
                name, .bad, fault.reason.hasSuffix(".") ? String(fault.reason.dropLast()) : fault.reason,
                fix: fault.isExplained ? "" : byHand)
        }
        guard let agent = found.agent, let comparison = found.comparison, let roundTrip = found.roundTrip else {
            return Check(
                name, .bad, "no agent answered within \(settings.launchSeconds) s",
                fix: byHand)
        }
        let slots =
            agent.slots == settings.slots
            ? "\(agent.slots) slots" : "\(agent.slots) slots, of which \(min(agent.slots, settings.slots)) are used"
        return Check(
            name, .good,
            "\(agent.host) (\(agent.processor.architecture), \(agent.processor.library)), \(slots); a job without a picture "
                + "takes \(Doctor.milliseconds(roundTrip)) ms; the test pictures are the same as here, after "
                + "\(Doctor.milliseconds(comparison)) ms")
    }

    private func examine(_ settings: WorkerSettings.Pool, _ worker: WorkerCommand) async throws -> Found {
        let found = Mutex(Found())
        try FileManager.default.createDirectory(
            atPath: configuration.stateFolder, withIntermediateDirectories: true)
        let qualification = NodeQualification(
            stateFolder: configuration.stateFolder, requiresSandbox: configuration.workers.requireSandbox, isFresh: true
        )
        var pool = NodePool(settings)
        (pool.least, pool.most) = (1, 1)
        let record: @Sendable ((inout Found) -> Void) -> Void = { change in found.withLock { change(&$0) } }
        var nodes = NodeSettings(
            pools: [pool],
            check: { agent, trial, here in
                record { $0.agent = agent }
                let begin = ContinuousClock.now
                try await qualification.check(agent, trial, here)
                let compared = ContinuousClock.now
                try await NodeQualification.ping(trial)
                record { ($0.comparison, $0.roundTrip) = (begin.duration(to: compared), compared.duration(to: .now)) }
            })
        nodes.failed = { fault in record { $0.fault = $0.fault ?? fault } }
        return try await StickerPool.withWorkers(
            count: BuildRun.workers(configuration.jobs), command: worker, nodes: nodes
        ) { _ in
            let deadline = ContinuousClock.now + .seconds(settings.launchSeconds + 300)
            while ContinuousClock.now < deadline {
                let state = found.withLock { $0 }
                if state.roundTrip != nil || state.fault != nil { return state }
                try await Task.sleep(for: .milliseconds(20))
            }
            return found.withLock { $0 }
        }
    }

    /// A command as a shell takes it.
    private static func text(_ command: [String]) -> String {
        command.map { argument in
            let isPlain =
                !argument.isEmpty && argument.allSatisfy { $0.isLetter || $0.isNumber || "-_./=:@,+%".contains($0) }
            return isPlain ? argument : "'\(argument.replacing("'", with: "'\\''"))'"
        }.joined(separator: " ")
    }

    private static func milliseconds(_ time: Duration) -> Int { Int(time / .milliseconds(1)) }
}
