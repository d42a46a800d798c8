import FileAccess
import Foundation
import GRDB
import Publishing
import StickerCatalog

extension Ledger {
    /// Forgets results that nothing has needed for long, when there are many of them. What sources, the manifest and the
    /// snapshots name stays.
    ///
    /// To be called after each commit: mostly it counts rows and does nothing else, and what it forgets at once is a
    /// whole library's worth.
    ///
    /// - Parameters:
    ///   - catalog: what is published.
    ///   - store: the snapshots.
    ///   - leastSpare: so many results that nothing needs stay at least, so that art which comes back need not be
    ///     rendered; in a large library as many as it has sources.
    /// - Returns: how many were forgotten.
    @discardableResult
    package func pruneIfGrown(
        _ catalog: Catalog?, _ store: SnapshotStore, leastSpare: Int = 1_000
    ) async throws -> Int {
        let (stored, sources) = try await read { db in
            (
                try Int.fetchOne(db, sql: "SELECT count(*) FROM results") ?? 0,
                try Int.fetchOne(db, sql: "SELECT count(fingerprint) FROM sources") ?? 0
            )
        }
        let spare = max(leastSpare, sources)
        guard stored - sources > 2 * spare else { return 0 }
        let needed = try await BlockingExecutor.run {
            store.fingerprints().union(catalog?.finishedStickers.map(\.fingerprint) ?? [])
        }
        return try await prune(keeping: spare, besides: needed)
    }
}

extension SnapshotStore {
    /// The fingerprints of all stickers of all snapshots.
    func fingerprints() -> Set<String> {
        all().reduce(into: []) { known, snapshot in
            known.formUnion(catalog(of: snapshot)?.finishedStickers.map(\.fingerprint) ?? [])
        }
    }
}
