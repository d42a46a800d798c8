/// A Prometheus metric. The names and units of metrics follow https://prometheus.io/docs/practices/naming/.
package struct Metric: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// A value that only increases.
        case counter
        /// A value that may increase and decrease.
        case gauge
        /// The numbers of observations up to each upper bound.
        case histogram(buckets: [Double])
    }

    package let name: String
    package let kind: Kind
    package let help: String
    /// The name of the label. Nil for a metric without a label.
    package let label: String?
    /// The values of the label that are shown as 0 from the start, so that an alert can be tested before the first
    /// count.
    package let expected: [String]

    init(_ name: String, _ kind: Kind, _ help: String, by label: String? = nil, expected: [String] = []) {
        self.name = name
        self.kind = kind
        self.help = help
        self.label = label
        self.expected = expected
    }
}

extension Metric {
    /// All metrics, in the order in which they are written.
    package static let all: [Metric] = [
        sources, rejections, publications, workerRestarts, rescans, overflows, problems, hookDeliveries,
        hookEventsDropped, logLinesWithheld, queueDepth, waiting, publishedStickers, frozen, watchedFolders,
        dropToManifest, rendering,
    ]

    // MARK: Counters

    package static let sources = Metric(
        "stickerd_sources_total", .counter, "Sources with an outcome.", by: "outcome",
        expected: ["published", "rejected", "duplicate", "superseded", "removed"])
    package static let rejections = Metric(
        "stickerd_rejections_total", .counter, "Sources that were rejected, by the rule they broke.", by: "rule")
    package static let publications = Metric(
        "stickerd_publications_total", .counter, "Publications of the manifest.")
    package static let workerRestarts = Metric(
        "stickerd_worker_restarts_total", .counter, "Workers that were started to replace one that had failed.")
    package static let rescans = Metric(
        "stickerd_rescans_total", .counter, "Complete scans of the drop folder.")
    package static let overflows = Metric(
        "stickerd_event_overflows_total", .counter, "Overflows of the kernel's queue of file events.")
    package static let problems = Metric(
        "stickerd_environment_problems_total", .counter,
        "Failures of the environment, by subject.",
        by: "subject", expected: ["environment", "decisions", "watch"])
    package static let hookDeliveries = Metric(
        "stickerd_hook_deliveries_total", .counter, "Attempts to deliver an event, by result.", by: "result",
        expected: ["delivered", "failed", "given_up"])
    package static let hookEventsDropped = Metric(
        "stickerd_hook_events_dropped_total", .counter, "Events that were dropped because too many were waiting.")
    package static let logLinesWithheld = Metric(
        "stickerd_log_lines_withheld_total", .counter, "Log lines that were not written because they repeated others.")

    // MARK: Gauges

    package static let queueDepth = Metric(
        "stickerd_queue_depth", .gauge, "Complete sources that are not rendered yet.")
    package static let waiting = Metric(
        "stickerd_waiting_sources", .gauge, "Sources that are incomplete or still being written.")
    package static let publishedStickers = Metric(
        "stickerd_published_stickers", .gauge, "Stickers in the manifest.")
    package static let frozen = Metric(
        "stickerd_frozen", .gauge, "1 while removals are on hold, else 0.")
    package static let watchedFolders = Metric("stickerd_watched_folders", .gauge, "Folders that are watched.")

    // MARK: Histograms, in seconds

    package static let dropToManifest = Metric(
        "stickerd_drop_to_manifest_seconds",
        .histogram(buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800]),
        "The time from a source's last write to the manifest that contains its sticker.")
    package static let rendering = Metric(
        "stickerd_render_seconds", .histogram(buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]),
        "The time that a worker needed for a source.")
}
