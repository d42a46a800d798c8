extension Metrics {
    /// The media type of `prometheusText`.
    package static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    /// Everything in Prometheus's text format:
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
        for figure in ProcessFigures.current {
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
        return "{" + labels.map { "\($0.0)=\"\(escaped($0.1))\"" }.joined(separator: ",") + "}"
    }

    private static func escaped(_ value: String) -> String {
        var text = ""
        for character in value.unicodeScalars {
            switch character {
            case "\\": text += "\\\\"
            case "\"": text += "\\\""
            case "\n": text += "\\n"
            default: text.unicodeScalars.append(character)
            }
        }
        return text
    }

    /// Without a fraction where there is none.
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
