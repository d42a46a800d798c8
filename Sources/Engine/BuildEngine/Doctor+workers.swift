import EngineSupport
import Foundation
import StickerConfiguration
import Synchronization
import TextEscaping
import WorkerPool
import WorkerProtocol

/// Looks at the machines of `workers.pools`.
extension Doctor {
    /// The observations of one agent.
    private struct Found: Sendable {
        var agent: AgentDescription?
        var roundTrip: Duration?
        var comparison: Duration?
        /// Test pictures that it renders in a second, with all of its slots.
        var picturesPerSecond: Double?
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
        guard let agent = found.agent, let comparison = found.comparison, let roundTrip = found.roundTrip,
            let speed = found.picturesPerSecond
        else {
            return Check(
                name, .bad, "no agent answered within \(settings.launchSeconds) s",
                fix: byHand)
        }
        let slots =
            agent.slots == settings.slots
            ? "\(agent.slots) slots" : "\(agent.slots) slots, of which \(min(agent.slots, settings.slots)) are used"
        return Check(
            name, .good,
            "\(agent.host) (stickerd-render \(agent.version), \(agent.processor.architecture), \(agent.processor.library)), "
                + "\(slots); a job without a picture takes \(Doctor.milliseconds(roundTrip)) ms; the test pictures are the same as "
                + "here, after \(Doctor.milliseconds(comparison)) ms; it renders \(Doctor.oneDecimal(speed)) of them in a second"
        )
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
                let answered = ContinuousClock.now
                let pictures = try await qualification.measure(trial)
                let speed = Double(pictures) / (answered.duration(to: .now) / .seconds(1))
                record {
                    ($0.comparison, $0.roundTrip) = (begin.duration(to: compared), compared.duration(to: answered))
                    $0.picturesPerSecond = speed
                }
            })
        nodes.failed = { fault in record { $0.fault = $0.fault ?? fault } }
        return try await StickerPool.withWorkers(
            count: BuildRun.workers(configuration.jobs), command: worker, nodes: nodes
        ) { _ in
            let deadline = ContinuousClock.now + .seconds(settings.launchSeconds + 300)
            while ContinuousClock.now < deadline {
                let state = found.withLock { $0 }
                if state.picturesPerSecond != nil || state.fault != nil { return state }
                try await Task.sleep(for: .milliseconds(20))
            }
            return found.withLock { $0 }
        }
    }

    /// A command, quoted for a shell.
    private static func text(_ command: [String]) -> String {
        command.map(EscapedText.shell).joined(separator: " ")
    }

    private static func milliseconds(_ time: Duration) -> Int { Int(time / .milliseconds(1)) }

    private static func oneDecimal(_ number: Double) -> String { String(format: "%.1f", number) }
}
