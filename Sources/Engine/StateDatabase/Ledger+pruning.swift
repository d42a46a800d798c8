import GRDB

extension Ledger {
    /// Removes results that have not been needed for long, if there are many of them. Results of existing sources are
    /// kept.
    ///
    /// Called after each commit. Usually only counts the rows, because results are removed only if the number of
    /// unneeded results is twice the number to keep.
    ///
    /// - Parameters:
    ///   - leastSpare: the minimum number of unneeded results to keep, so that a source that returns need not be
    ///     rendered. If the library has more sources, as many results are kept.
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
