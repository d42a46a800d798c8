/// The totals and inconsistencies of the state database, for `stickerd audit`. An arrival is the first appearance of a
/// content at a path.
package struct LedgerIntegrity: Equatable, Sendable {
    /// The number of arrivals per outcome. Outcomes that do not occur are omitted.
    package var arrivals: [ContentOutcome: Int]
    /// The number of files in the drop folder per status. Statuses that do not occur are omitted.
    package var sources: [SourceStatus: Int]
    /// The number of stored results.
    package var results: Int
    /// The inconsistencies, one sentence each. Empty if the state database is consistent.
    package var imbalances: [String]

    package init(
        arrivals: [ContentOutcome: Int], sources: [SourceStatus: Int], results: Int, imbalances: [String]
    ) {
        self.arrivals = arrivals
        self.sources = sources
        self.results = results
        self.imbalances = imbalances
    }

    /// The number of all arrivals.
    package var totalArrivals: Int { arrivals.values.reduce(0, +) }
}
