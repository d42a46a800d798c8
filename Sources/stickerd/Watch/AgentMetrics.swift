import Service
import WorkerPool

/// What /metrics shows of agents on other machines: of each pool what all its agents have done, and of each agent that is
/// there what it does.
enum AgentMetrics {
    static func families(_ board: NodeBoard) -> [Metrics.Family] {
        let pools = board.pools
        func pool(_ name: String, _ kind: Metric.Kind, _ help: String, _ value: (NodePoolState) -> Double)
            -> Metrics.Family
        {
            Metrics.Family("stickerd_pool_\(name)", kind, help, values: pools.map { ([("pool", $0.name)], value($0)) })
        }
        // Several agents can run on one machine, and each has separate values.
        let agents = board.nodes.filter { $0.phase != .ended }.enumerated().map { number, node in
            (labels: [("pool", node.pool), ("host", node.host), ("agent", String(number + 1))], node: node)
        }
        func agent(_ name: String, _ kind: Metric.Kind, _ help: String, _ value: (NodeState) -> Double)
            -> Metrics.Family
        {
            Metrics.Family(
                "stickerd_agent_\(name)", kind, help,
                values: agents.map { (labels: $0.labels.map { (name: $0.0, value: $0.1) }, value: value($0.node)) })
        }
        return [
            pool("agents", .gauge, "Agents that have been started and have not ended.") { Double($0.agents) },
            pool("slots_wanted", .gauge, "Slots of agents that have been started.") { Double($0.slotsWanted) },
            pool("slots_up", .gauge, "Slots that get jobs.") { Double($0.slotsUp) },
            pool("slots_busy", .gauge, "Slots that do a job.") { Double($0.slotsBusy) },
            pool("jobs_ahead", .gauge, "Jobs that wait in agents with their sources.") { Double($0.ahead) },
            pool("jobs_total", .counter, "Jobs that were done.") { Double($0.jobs) },
            pool("retries_total", .counter, "Jobs that were given to an agent, but finished elsewhere.") {
                Double($0.retries)
            },
            pool("verified_total", .counter, "Results that were rendered here too, and were the same.") {
                Double($0.verified)
            },
            pool("busy_seconds_total", .counter, "Time of all slots with a job, in seconds.") { $0.busySeconds },
            pool("cpu_seconds_total", .counter, "User and system CPU time, by what agents say, in seconds.") {
                $0.cpuSeconds
            },
            pool("sent_bytes_total", .counter, "Bytes that were sent to agents.") { Double($0.bytesSent) },
            pool("received_bytes_total", .counter, "Bytes that agents sent.") { Double($0.bytesReceived) },
            agent("slots_up", .gauge, "Slots of the agent that get jobs.") { Double($0.slotsUp) },
            agent("slots_busy", .gauge, "Slots of the agent that do a job.") { Double($0.busy) },
            agent("jobs", .gauge, "Jobs that the agent has done.") { Double($0.jobs) },
            agent("retries", .gauge, "Jobs of the agent that were done elsewhere in the end.") { Double($0.retries) },
            agent("cpu_seconds", .gauge, "User and system CPU time of the agent, in seconds.") { $0.cpuSeconds },
        ]
    }
}
