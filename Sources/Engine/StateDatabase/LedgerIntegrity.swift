/// The ledger's sum, for `stickerd audit`: everything that ever came in, and what became of it.
package struct LedgerIntegrity: Equatable, Sendable {
    /// How many contents ended how; an outcome that never happened is absent.
    package var arrivals: [ContentOutcome: Int]
    /// How many files of the drop folder stand how.
    package var sources: [SourceStatus: Int]
    /// How many results are kept.
    package var results: Int
    /// What does not add up, a sentence each; empty when the books are in order.
    package var imbalances: [String]

    package init(
        arrivals: [ContentOutcome: Int], sources: [SourceStatus: Int], results: Int, imbalances: [String]
    ) {
        self.arrivals = arrivals
        self.sources = sources
        self.results = results
        self.imbalances = imbalances
    }

    /// Everything that ever came in.
    package var totalArrivals: Int { arrivals.values.reduce(0, +) }
    package var isBalanced: Bool { imbalances.isEmpty }
}
