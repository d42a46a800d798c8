import ControlSocket
import JobModel
import WorkerPool

extension EngineStatus.Renderings {
    /// Adds the work of other machines.
    ///
    /// - Parameter board: nil if other machines may not take part.
    mutating func add(_ board: NodeBoard?) {
        pools = board?.pools.map { EngineStatus.Pool($0) }
        agents = board?.nodes.map { EngineStatus.Agent($0) }
    }
}

extension EngineStatus.Pool {
    fileprivate init(_ pool: NodePoolState) {
        self.init(
            name: pool.name, agents: pool.agents, slotsWanted: pool.slotsWanted, slotsUp: pool.slotsUp,
            slotsBusy: pool.slotsBusy, ahead: pool.ahead, jobs: pool.jobs, retries: pool.retries,
            verified: pool.verified, cpuSeconds: Int(clamping: pool.cpuSeconds), bytesSent: pool.bytesSent,
            bytesReceived: pool.bytesReceived, lastError: pool.lastError, restsUntil: pool.restsUntil)
    }
}

extension EngineStatus.Agent {
    fileprivate init(_ node: NodeState) {
        self.init(
            pool: node.pool, host: node.host, state: node.phase.rawValue, slots: node.slots, busy: node.busy,
            jobs: node.jobs, losses: node.losses, busySeconds: Int(clamping: node.busySeconds),
            bytesReceived: node.bytesReceived, bytesSent: node.bytesSent, lastError: node.lastError)
        (slotsWanted, ahead, retries) = (node.slots > 0 ? node.slots : node.wanted, node.held - node.busy, node.retries)
        (cpuSeconds, verified) = (Int(clamping: node.cpuSeconds), node.verified)
    }
}
