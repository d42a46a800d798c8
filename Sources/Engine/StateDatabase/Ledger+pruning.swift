import GRDB

extension Ledger {
    /// Removes the results that have not been needed for the longest time, if there are many unneeded results. Results
    /// of existing sources are kept.
    ///
    /// This method is called after each commit. It usually only counts the rows, because it removes results only if
    /// there are more than twice as many unneeded results as it keeps.
    ///
    /// - Parameters:
    ///   - leastSpare: the minimum number of unneeded results to keep, so that a source that returns need not be
    ///     rendered. If the library has more sources than this, as many unneeded results are kept as it has sources.
    ///   - needed: returns the fingerprints that the manifest or snapshots need. Called only if rows are removed.
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
