import JobModel
import Reports
import WorkerPool

extension PoolReport {
    /// The statistics of the agents of each pool.
    ///
    /// - Parameter board: nil if no other machine may take part.
    static func all(_ board: NodeBoard?) -> [PoolReport] {
        guard let board else { return [] }
        let agents = Dictionary(grouping: board.nodes, by: \.pool)
        return board.pools.map { pool in
            PoolReport(
                name: pool.name, slots: pool.mostSlotsUp, jobs: pool.jobs, retries: pool.retries,
                verified: pool.verified, cpuSeconds: Int(clamping: pool.cpuSeconds), bytesSent: pool.bytesSent,
                bytesReceived: pool.bytesReceived, lastError: pool.lastError,
                agents: (agents[pool.name] ?? []).map { Agent($0) })
        }
    }
}

extension PoolReport.Agent {
    fileprivate init(_ node: NodeState) {
        self.init(
            host: node.host, slots: node.slots, jobs: node.jobs, retries: node.retries,
            cpuSeconds: Int(clamping: node.cpuSeconds), bytesSent: node.bytesSent, bytesReceived: node.bytesReceived,
            lastError: node.lastError)
    }
}
