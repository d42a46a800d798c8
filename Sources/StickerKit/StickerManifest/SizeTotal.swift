/// Sums of numbers from files and servers, which may be out of range.
extension Sequence {
    /// The sum of sizes or counts, or the largest Int if it is out of range. A negative number counts as 0.
    package func total(_ size: (Element) -> Int) -> Int {
        reduce(0) { $0.addingWithinRange(Swift.max(0, size($1))) }
    }
}

extension Int {
    /// The sum, or the nearest Int if it is out of range.
    package func addingWithinRange(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }
}
