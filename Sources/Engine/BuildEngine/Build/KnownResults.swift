import JobModel
import Publishing
import StateDatabase
import StickerManifest

/// What need not be rendered again.
struct KnownResults: Sendable {
    let ledger: Ledger
    /// The manifest that is published.
    let previous: Catalog?
    /// Called when stored results are damaged.
    var notice: @Sendable (String) -> Void = { _ in }

    /// Results by fingerprint: from the ledger, and for a ledger that was lost from the manifest.
    ///
    /// - Throws: `EngineError` when the ledger cannot be used.
    func of(_ fingerprints: [String]) async throws -> [String: StickerResult] {
        var results = try await ledger.results(for: fingerprints, notice: notice)
        // A manifest tells nothing of rules that were off when it was written.
        guard results.count < fingerprints.count, let previous, previous.rulesOff.isEmpty else { return results }
        let wanted = Set(fingerprints)
        var restored: [String: StickerResult] = [:]
        for sticker in previous.finishedStickers
        where wanted.contains(sticker.fingerprint) && results[sticker.fingerprint] == nil {
            restored[sticker.fingerprint] = StickerResult(of: sticker)
        }
        // A source may only name a result that the ledger has.
        if !restored.isEmpty { try await ledger.record(LedgerBatch(results: restored)) }
        results.merge(restored) { known, _ in known }
        return results
    }
}
