import Synchronization
import TextEscaping

/// The values of all metrics. They may be changed from any thread, which takes much less than a microsecond.
package final class Metrics: Sendable {
    /// The values of a metric for one value of its label.
    enum Series: Sendable, Equatable {
        case value(Double)
        /// The number of observations in each bucket, and their sum. The last bucket contains the observations above
        /// all bounds.
        case histogram(counts: [Int], sum: Double)
    }

    /// The maximum number of values of a label that are counted separately. Further values are counted as `other`.
    /// Values are never removed, so this limits the memory.
    static let maximumLabelValues = 100

    /// A metric whose values are kept by another object, and are read when they are needed.
    package struct Family: Sendable {
        package var name: String
        package var kind: Metric.Kind
        package var help: String
        /// The values with their labels, in order.
        package var values: [(labels: [(name: String, value: String)], value: Double)]

        package init(
            _ name: String, _ kind: Metric.Kind, _ help: String,
            values: [(labels: [(name: String, value: String)], value: Double)]
        ) {
            (self.name, self.kind, self.help, self.values) = (name, kind, help, values)
        }
    }

    private let series: Mutex<[Metric: [String: Series]]>
    private let families = Mutex<@Sendable () -> [Family]>({ [] })

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

    /// Adds a duration, in seconds, to a histogram.
    package func observe(_ metric: Metric, _ duration: Duration) {
        observe(metric, duration.inSeconds)
    }

    /// Sets the function that provides metrics of other objects, in place of the previous one.
    package func show(_ families: @escaping @Sendable () -> [Family]) {
        self.families.withLock { $0 = families }
    }

    /// All values at one point in time.
    var snapshot: [Metric: [String: Series]] {
        series.withLock { $0 }
    }

    private func change(_ metric: Metric, _ label: String, _ change: (inout Series) -> Void) {
        series.withLock { all in
            let known = all[metric] ?? [:]
            let isFull = known.count >= Self.maximumLabelValues && known[label] == nil
            change(&all[metric, default: [:]][isFull ? "other" : label, default: metric.empty])
        }
    }
}

extension Metric {
    /// The value of the metric before the first observation.
    fileprivate var empty: Metrics.Series {
        switch kind {
        case .counter, .gauge: .value(0)
        case .histogram(let buckets): .histogram(counts: Array(repeating: 0, count: buckets.count + 1), sum: 0)
        }
    }
}

extension Metrics {
    /// The media type of `prometheusText`.
    package static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    /// All metrics in the text format of Prometheus:
    /// https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format.
    package var prometheusText: String {
        let snapshot = snapshot
        var lines: [String] = []
        for metric in Metric.all {
            let series = (snapshot[metric] ?? [:]).sorted { $0.key < $1.key }
            lines += Self.head(metric.name, metric.kind.word, metric.help)
            for (value, series) in series {
                lines += Self.lines(of: metric, labels: metric.label.map { [($0, value)] } ?? [], series)
            }
        }
        for family in families.withLock({ $0 })() where !family.values.isEmpty {
            lines += Self.head(family.name, family.kind.word, family.help)
            for (labels, value) in family.values {
                lines.append("\(family.name)\(Self.text(labels.map { ($0.name, $0.value) })) \(Self.number(value))")
            }
        }
        for figure in ProcessMetrics.current {
            lines += Self.head(figure.name, figure.kind.word, figure.help)
            lines.append("\(figure.name) \(Self.number(figure.value))")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func head(_ name: String, _ kind: String, _ help: String) -> [String] {
        ["# HELP \(name) \(help)", "# TYPE \(name) \(kind)"]
    }

    private static func lines(of metric: Metric, labels: [(String, String)], _ series: Series) -> [String] {
        switch (series, metric.kind) {
        case (.histogram(let counts, let sum), .histogram(let buckets)):
            var total = 0
            let bounds = buckets.map { number($0) } + ["+Inf"]
            return zip(bounds, counts).map { bound, count in
                total += count
                return "\(metric.name)_bucket\(text(labels + [("le", bound)])) \(total)"
            } + ["\(metric.name)_sum\(text(labels)) \(number(sum))", "\(metric.name)_count\(text(labels)) \(total)"]
        case (.value(let value), _):
            return ["\(metric.name)\(text(labels)) \(number(value))"]
        case (.histogram, _):
            return []
        }
    }

    private static func text(_ labels: [(String, String)]) -> String {
        guard !labels.isEmpty else { return "" }
        return "{" + labels.map { "\($0.0)=\"\(EscapedText.prometheus($0.1))\"" }.joined(separator: ",") + "}"
    }

    /// The number as text, without an unnecessary fraction.
    private static func number(_ value: Double) -> String {
        Int(exactly: value).map { String($0) } ?? String(value)
    }
}

extension Metric.Kind {
    var word: String {
        switch self {
        case .counter: "counter"
        case .gauge: "gauge"
        case .histogram: "histogram"
        }
    }
}
