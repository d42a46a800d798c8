/// Something that is measured, as Prometheus knows it: its name, its meaning and, where there are several of it, the
/// name of the label that tells them apart. Names and units follow https://prometheus.io/docs/practices/naming/.
package struct Metric: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// Only ever grows.
        case counter
        /// Goes up and down.
        case gauge
        /// How many observations were at most each of these.
        case histogram(buckets: [Double])
    }

    package let name: String
    package let kind: Kind
    package let help: String
    /// Nil where there is only one.
    package let label: String?
    /// The label's values that are shown from the start, so that "none yet" reads 0 and an alert can be tried.
    package let expected: [String]

    init(_ name: String, _ kind: Kind, _ help: String, by label: String? = nil, expected: [String] = []) {
        self.name = name
        self.kind = kind
        self.help = help
        self.label = label
        self.expected = expected
    }
}
