import Synchronization

/// What has been measured so far. Any thread may write to it; writing takes well under a microsecond.
package final class Metrics: Sendable {
    /// The values of one metric with one label's value.
    enum Series: Sendable, Equatable {
        case value(Double)
        /// Observations a bucket, the last one for those beyond all bounds.
        case histogram(counts: [Int], sum: Double)
    }

    /// The most values of a label that are told apart; the rest is counted as `other`. A label's values stay in memory.
    static let mostLabelValues = 100

    private let series: Mutex<[Metric: [String: Series]]>

    package init() {
        var start: [Metric: [String: Series]] = [:]
        for metric in Metric.all {
            let labels = metric.label == nil ? [""] : metric.expected
            start[metric] = Dictionary(uniqueKeysWithValues: labels.map { ($0, metric.empty) })
        }
        series = Mutex(start)
    }

    /// Adds to a counter.
    package func count(_ metric: Metric, _ label: String = "", by amount: Int = 1) {
        change(metric, label) { series in
            if case .value(let value) = series { series = .value(value + Double(max(0, amount))) }
        }
    }

    /// Sets a gauge.
    package func set(_ metric: Metric, _ label: String = "", to value: Double) {
        change(metric, label) { series in
            if case .value = series { series = .value(value) }
        }
    }

    /// Adds an observation to a histogram.
    package func observe(_ metric: Metric, _ value: Double) {
        guard case .histogram(let buckets) = metric.kind, value.isFinite else { return }
        let index = buckets.firstIndex { value <= $0 } ?? buckets.count
        change(metric, "") { series in
            guard case .histogram(var counts, let sum) = series else { return }
            counts[index] += 1
            series = .histogram(counts: counts, sum: sum + value)
        }
    }

    /// The same for a duration, in seconds.
    package func observe(_ metric: Metric, _ duration: Duration) {
        observe(metric, duration.inSeconds)
    }

    /// All that was measured, at one moment.
    var snapshot: [Metric: [String: Series]] {
        series.withLock { $0 }
    }

    private func change(_ metric: Metric, _ label: String, _ change: (inout Series) -> Void) {
        series.withLock { all in
            let known = all[metric] ?? [:]
            let isFull = known.count >= Self.mostLabelValues && known[label] == nil
            change(&all[metric, default: [:]][isFull ? "other" : label, default: metric.empty])
        }
    }
}

extension Metric {
    /// What it is before anything was measured.
    fileprivate var empty: Metrics.Series {
        switch kind {
        case .counter, .gauge: .value(0)
        case .histogram(let buckets): .histogram(counts: Array(repeating: 0, count: buckets.count + 1), sum: 0)
        }
    }
}
