import Foundation
import Synchronization

/// The state of a connected agent, for people and for decisions.
package struct NodeState: Sendable, Hashable {
    package enum Phase: String, Sendable, Hashable {
        /// Its command has been started, and it has not said hello.
        case starting
        /// The agent is compared with this machine.
        case checking
        case up
        /// It finishes what it has begun.
        case draining
        case ended
    }

    /// The name of the pool, or `attached` for an agent that connected on its own.
    package var pool: String
    /// The machine's name; empty before it has said it.
    package var host = ""
    package var phase = Phase.starting
    package var slots = 0
    /// The requested number of slots.
    package var wanted: Int
    /// Jobs that it has: those that it does, and those that wait there with their sources.
    package var held = 0
    package var jobs = 0
    /// Jobs that were lost.
    package var losses = 0
    package var lossesInARow = 0
    /// Answers that were repeated here, and did not count.
    package var unconfirmed = 0
    /// Results that were rendered here too and were the same.
    package var verified = 0
    /// A source of which it made other files than this machine does; nil while none is known.
    package var mismatch: String?
    /// Of its slots, together.
    package var busySeconds = 0.0
    /// The user and system time that the agent reports.
    package var cpuSeconds = 0.0
    package var bytesReceived = 0
    package var bytesSent = 0
    package var lastError: String?

    package init(pool: String, wanted: Int = 0) {
        (self.pool, self.wanted) = (pool, wanted)
    }

    /// Slots that are doing something.
    package var busy: Int { min(held, slots) }
    /// Slots that can be given jobs.
    package var slotsUp: Int { phase == .up ? slots : 0 }
    /// Jobs that it had and that were done elsewhere.
    package var retries: Int { losses + unconfirmed }
}

/// The total work of a pool's agents, including ended ones.
package struct NodePoolState: Sendable, Hashable {
    package var name: String
    /// The number of connected agents.
    package var agents = 0
    /// Slots that were asked for and not ended.
    package var slotsWanted = 0
    package var slotsUp = 0
    /// The most slots that were up at the same time.
    package var mostSlotsUp = 0
    package var slotsBusy = 0
    /// Jobs that wait in agents with their sources.
    package var ahead = 0
    package var jobs = 0
    package var retries = 0
    package var verified = 0
    package var busySeconds = 0.0
    package var cpuSeconds = 0.0
    package var bytesReceived = 0
    package var bytesSent = 0
    package var lastError: String?
    /// When an agent is started again, after one could not be used.
    package var restsUntil: Date?

    package init(_ name: String) { self.name = name }

    mutating func add(_ node: NodeState) {
        if node.phase != .ended {
            agents += 1
            slotsWanted += node.slots > 0 ? node.slots : node.wanted
            slotsUp += node.slotsUp
            slotsBusy += node.busy
            ahead += node.held - node.busy
        }
        jobs += node.jobs
        retries += node.retries
        verified += node.verified
        busySeconds += node.busySeconds
        cpuSeconds += node.cpuSeconds
        bytesReceived += node.bytesReceived
        bytesSent += node.bytesSent
        lastError = node.lastError ?? lastError
    }
}

/// The state of one agent, which several tasks change.
package final class NodeRecord: Sendable {
    private let state: Mutex<NodeState>

    init(pool: String, wanted: Int = 0) {
        state = Mutex(NodeState(pool: pool, wanted: wanted))
    }

    var value: NodeState { state.withLock { $0 } }

    func note(_ change: (inout NodeState) -> Void) { state.withLock { change(&$0) } }
}

/// All agents of a pool of workers, those that are there and the last ones that have ended.
package final class NodeBoard: Sendable {
    private struct State {
        var records: [NodeRecord] = []
        /// The work of agents that are no longer listed.
        var earlier: [NodePoolState]
        /// Who made what, by fingerprint.
        var makers: [String: NodeRecord] = [:]
        /// The most slots that were up, by pool.
        var mostSlotsUp: [String: Int] = [:]
        /// Machines that made something else than this one does.
        var distrusted: Set<String> = []
        /// When an agent is started again, by pool.
        var rests: [String: Date] = [:]
        /// Machines of agents that connected on their own.
        var hostRests = HostRests()
    }

    private let state: Mutex<State>
    /// Of those that have ended.
    private static let kept = 16

    /// - Parameter pools: the names of those that are shown before they have an agent.
    package init(pools: [String] = []) {
        state = Mutex(State(earlier: pools.map { NodePoolState($0) }))
    }

    package var nodes: [NodeState] { state.withLock { $0.records.map(\.value) } }

    /// In the order in which they came to be known.
    package var pools: [NodePoolState] {
        state.withLock { state in
            var pools = state.earlier
            for record in state.records { NodeBoard.add(record.value, to: &pools) }
            for index in pools.indices {
                let name = pools[index].name
                pools[index].mostSlotsUp = state.mostSlotsUp[name] ?? 0
                pools[index].restsUntil = state.rests[name].flatMap { $0 > Date() ? $0 : nil }
            }
            return pools
        }
    }

    /// An agent of a pool can be given jobs from now on.
    func noteUp(pool: String) {
        state.withLock { state in
            let slots = state.records.map(\.value).filter { $0.pool == pool }.reduce(0) { $0 + $1.slotsUp }
            state.mostSlotsUp[pool] = max(slots, state.mostSlotsUp[pool] ?? 0)
        }
    }

    /// No agent of a pool is started for a while.
    func noteRest(of pool: String, until time: Date) { state.withLock { $0.rests[pool] = time } }

    /// The reason why agents of a machine that connect on their own get no jobs. Nil if they do.
    func rest(ofHost host: String) -> NodeFault? { state.withLock { $0.hostRests.reason(for: host) } }

    /// Rests a machine: agents of it that connect on their own get no jobs for a while.
    ///
    /// - Returns: the result of `HostRests.add`.
    func noteRest(ofHost host: String, _ fault: NodeFault, first: Duration) -> Bool {
        state.withLock { $0.hostRests.add(host, fault, first: first) }
    }

    /// Slots that can be given jobs now.
    package var slotsUp: Int { nodes.reduce(0) { $0 + $1.slotsUp } }

    private static func add(_ node: NodeState, to pools: inout [NodePoolState]) {
        if let index = pools.firstIndex(where: { $0.name == node.pool }) { return pools[index].add(node) }
        var pool = NodePoolState(node.pool)
        pool.add(node)
        pools.append(pool)
    }

    /// - Parameter wanted: how many slots the agent is asked for.
    func add(pool: String, wanted: Int = 0) -> NodeRecord {
        let record = NodeRecord(pool: pool, wanted: wanted)
        state.withLock { state in
            let ended = state.records.filter { $0.value.phase == .ended }
            if ended.count >= NodeBoard.kept {
                state.records.removeAll { $0 === ended[0] }
                NodeBoard.add(ended[0].value, to: &state.earlier)
            }
            state.records.append(record)
        }
        return record
    }

    // MARK: Results that are rendered here too

    /// Notes who made a result; nil for this machine.
    func note(maker: NodeRecord?, of fingerprint: String) { state.withLock { $0.makers[fingerprint] = maker } }

    /// A machine made something else than this one does: none of its agents gets jobs, and nothing that it made counts.
    ///
    /// - Parameter path: the source.
    package func distrust(host: String, path: String) {
        let records = state.withLock { state in
            state.distrusted.insert(host)
            return state.records.filter { $0.value.host == host }
        }
        for record in records { record.note { $0.mismatch = $0.mismatch ?? path } }
    }

    /// Whether a machine made something else than this one does.
    func distrusts(host: String) -> Bool { state.withLock { $0.distrusted.contains(host) } }

    /// Whether a result was made by a machine that is not trusted any more.
    func distrusts(fingerprint: String) -> Bool {
        state.withLock { state in
            guard !state.distrusted.isEmpty, let maker = state.makers[fingerprint] else { return false }
            return state.distrusted.contains(maker.value.host)
        }
    }
}
