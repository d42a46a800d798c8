/// A strict parser of the text format of Prometheus. Any deviation that a scraper might reject is a fault.
package struct PrometheusText {
    package var types: [String: String] = [:]
    /// The values, by the part of the line before the value: `name{label="value"}`.
    package var samples: [String: Double] = [:]
    package var faults: [String] = []

    private var helped: Set<String> = []
    private var current = ""
    private var finished: Set<String> = []

    package init(_ text: String) {
        if !text.hasSuffix("\n") || text.contains("\r") { faults.append("a line does not end with a single line feed") }
        for line in text.dropLast().split(separator: "\n", omittingEmptySubsequences: false) { read(String(line)) }
        for (name, type) in types where type == "histogram" { checkHistogram(name) }
    }

    private mutating func read(_ line: String) {
        if let match = line.wholeMatch(of: /# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)/) {
            begin(String(match.1))
            helped.insert(String(match.1))
        } else if let match = line.wholeMatch(of: /# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (counter|gauge|histogram)/) {
            let name = String(match.1)
            if !helped.contains(name) || types[name] != nil { faults.append("TYPE out of place: \(line)") }
            types[name] = String(match.2)
            if match.2 == "counter", !name.hasSuffix("_total") { faults.append("a counter without _total: \(name)") }
        } else if let match = line.wholeMatch(of: #/([a-zA-Z_:][a-zA-Z0-9_:]*)(\{(.*)\})? (\S+)/#) {
            sample(line, name: String(match.1), labels: match.3.map { String($0) }, value: String(match.4))
        } else {
            faults.append("not a line of the format: \(line)")
        }
    }

    private mutating func begin(_ name: String) {
        if finished.contains(name) || helped.contains(name) { faults.append("\(name) is described twice") }
        finished.insert(current)
        current = name
    }

    private mutating func sample(_ line: String, name: String, labels: String?, value: String) {
        let family = types[name] != nil ? name : name.replacing(/_(bucket|sum|count)$/, with: "")
        if family != current || types[family] == nil { faults.append("a sample out of place: \(line)") }
        if let labels {
            let pattern =
                #/[a-zA-Z_][a-zA-Z0-9_]*="([^"\\\n]|\\["\\n])*"(,[a-zA-Z_][a-zA-Z0-9_]*="([^"\\\n]|\\["\\n])*")*/#
            if labels.wholeMatch(of: pattern) == nil { faults.append("labels that cannot be read: \(line)") }
        }
        guard let number = Double(value), number.isFinite else {
            faults.append("no number: \(line)")
            return
        }
        if types[family] != "gauge", number < 0 { faults.append("negative value: \(line)") }
        let key = name + (labels.map { "{\($0)}" } ?? "")
        if samples.updateValue(number, forKey: key) != nil { faults.append("twice: \(key)") }
    }

    private mutating func checkHistogram(_ name: String) {
        let bounds = samples.keys.compactMap { key -> (Double, Double)? in
            guard let match = key.wholeMatch(of: #/(.*)_bucket\{le="(.*)"\}/#), match.1 == name else { return nil }
            return (match.2 == "+Inf" ? .infinity : Double(match.2) ?? .nan, samples[key] ?? .nan)
        }.sorted { $0.0 < $1.0 }
        if bounds.map(\.1) != bounds.map(\.1).sorted() { faults.append("\(name): the buckets are not cumulative") }
        if bounds.last?.0 != .infinity || bounds.last?.1 != samples["\(name)_count"] {
            faults.append("\(name): the last bucket is not the count")
        }
        if samples["\(name)_sum"] == nil { faults.append("\(name): there is no sum") }
    }
}
