import GRDB

extension Ledger {
    /// Forgets results that nothing has needed for long, when there are many of them. What sources name stays.
    ///
    /// To be called after each commit: mostly it counts rows and does nothing else, and what it forgets at once is a
    /// whole library's worth.
    ///
    /// - Parameters:
    ///   - leastSpare: so many results that nothing needs stay at least, so that art which comes back need not be
    ///     rendered; in a large library as many as it has sources.
    ///   - needed: fingerprints that something else names: the manifest, snapshots. Asked only when rows are forgotten.
    /// - Returns: how many were forgotten.
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
