import JobModel
import Publishing
import StateDatabase
import StickerManifest

/// Looks up the results of earlier runs in the state database and the published manifest.
package struct KnownResults: Sendable {
    let ledger: Ledger
    /// The published manifest.
    let previous: Catalog?
    /// Called with a message about damaged stored results.
    let notice: @Sendable (String) -> Void
    /// Whether the manifest is searched before the state database. The manifest is in memory, and reading ten thousand
    /// results from the state database takes a second.
    let prefersManifest: Bool
    /// Whether results are stored in compact form, which saves memory in a run over a large library.
    let areCompact: Bool

    package init(
        ledger: Ledger, previous: Catalog?, notice: @escaping @Sendable (String) -> Void = { _ in },
        prefersManifest: Bool = false, areCompact: Bool = false
    ) {
        self.ledger = ledger
        self.previous = previous
        self.notice = notice
        self.prefersManifest = prefersManifest
        self.areCompact = areCompact
    }

    /// Looks up results. Results that are only in the manifest are added to the state database.
    ///
    /// - Returns: the known results, by fingerprint.
    /// - Throws: `EngineError` if the state database cannot be used.
    package func of(_ fingerprints: [String]) async throws -> [String: StickerResult] {
        if prefersManifest, let previous, previous.rulesOff.isEmpty {
            return try await manifestFirst(fingerprints, previous)
        }
        var results = try await ledger.results(for: fingerprints, areCompact: areCompact, notice: notice)
        // A manifest does not contain the findings of rules that were off when it was written. Its results may be
        // incomplete.
        guard results.count < fingerprints.count, let previous, previous.rulesOff.isEmpty else { return results }
        let restored = published(Set(fingerprints).subtracting(results.keys), in: previous)
        // A source's row in the state database can only refer to a result that is also stored there.
        if !restored.isEmpty { try await ledger.record(LedgerBatch(results: restored)) }
        results.merge(restored) { known, _ in known }
        return results
    }

    private func manifestFirst(_ fingerprints: [String], _ previous: Catalog) async throws -> [String: StickerResult] {
        var results = published(Set(fingerprints), in: previous)
        let stored = try await ledger.storedResults(among: results.keys)
        let lost = results.filter { !stored.contains($0.key) }
        if !lost.isEmpty { try await ledger.record(LedgerBatch(results: lost)) }
        let others = fingerprints.filter { results[$0] == nil }
        if !others.isEmpty {
            results.merge(try await ledger.results(for: others, notice: notice)) { known, _ in known }
        }
        return results
    }

    private func published(_ fingerprints: Set<String>, in catalog: Catalog) -> [String: StickerResult] {
        var results: [String: StickerResult] = [:]
        for sticker in catalog.finishedStickers where fingerprints.contains(sticker.fingerprint) {
            let result = StickerResult(of: sticker)
            if areCompact { result.compact() }
            results[sticker.fingerprint] = result
        }
        return results
    }
}
