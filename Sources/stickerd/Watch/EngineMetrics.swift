import JobModel
import Service

/// The metrics of the Remote Execution engine for /metrics.
enum EngineMetrics {
    static func families(_ work: RemoteWork) -> [Metrics.Family] {
        func family(_ name: String, _ kind: Metric.Kind, _ help: String, _ value: Double) -> Metrics.Family {
            Metrics.Family("stickerd_engine_\(name)", kind, help, values: [([], value)])
        }
        func family(
            _ name: String, _ help: String, label: String, _ values: [(String, Double)]
        ) -> Metrics.Family {
            Metrics.Family(
                "stickerd_engine_\(name)", .counter, help, values: values.map { ([(label, $0.0)], $0.1) })
        }
        return [
            family("up", .gauge, "Whether the engine can be used: 1 or 0.", work.state == .up ? 1 : 0),
            family(
                "tokens", .gauge, "The largest number of jobs that the engine gets at present.", Double(work.tokens)),
            family("queued", .gauge, "Jobs that wait at the engine for a worker.", Double(work.queued)),
            family("executing", .gauge, "Jobs that workers of the engine are running.", Double(work.executing)),
            family(
                "jobs_total", "Jobs by outcome: done by a worker, cached, or lost and done on this machine.",
                label: "outcome",
                [("done", Double(work.done)), ("cached", Double(work.cached)), ("lost", Double(work.lost))]),
            family(
                "bytes_total", "Bytes of files, by direction.", label: "direction",
                [("sent", Double(work.bytesSent)), ("received", Double(work.bytesReceived))]),
            family(
                "seconds_total", "Time of finished jobs, by stage, in seconds.", label: "stage",
                [("queued", work.queueSeconds), ("executing", work.renderSeconds)]),
        ]
    }
}
