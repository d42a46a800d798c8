import GRDB

extension Ledger {
    /// Removes results that were not needed for a long time, if there are many of them. Results of sources are kept.
    ///
    /// To be called after each commit: it usually only counts rows, and then removes very many at once.
    ///
    /// - Parameters:
    ///   - leastSpare: the minimum number of kept unneeded results, so that returning art need not be rendered; in a
    ///     large library, at least the number of its sources.
    ///   - needed: fingerprints that the manifest or snapshots need. Only requested if rows are removed.
    /// - Returns: the number of removed results.
    @discardableResult
    package func pruneIfGrown(
        leastSpare: Int = 1_000, besides needed: @Sendable () async throws -> Set<String>
    ) async throws -> Int {
        let (stored, sources) = try await read { db in
            (
                try Int.fetchOne(db, sql: "SELECT count(*) FROM results") ?? 0,
                try Int.fetchOne(db, sql: "SELECT count(fingerprint) FROM sources") ?? 0
            )
        }
        let spare = max(leastSpare, sources)
        guard stored - sources > 2 * spare else { return 0 }
        return try await prune(keeping: spare, besides: needed())
    }
}
