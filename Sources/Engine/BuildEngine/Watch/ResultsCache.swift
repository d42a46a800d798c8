import JobModel
import StickerManifest

/// The results that the current sources stand on, so that a round asks the ledger only about what is new.
actor ResultsCache {
    private let stored: KnownResults
    /// By fingerprint.
    private(set) var known: [String: StickerResult] = [:]
    /// Asked for, and not in the ledger.
    private var missing: Set<String> = []

    init(_ stored: KnownResults) {
        self.stored = stored
    }

    /// - Throws: `EngineError` when the ledger cannot be used.
    func of(_ fingerprints: [String]) async throws -> [String: StickerResult] {
        let unknown = fingerprints.filter { known[$0] == nil && !missing.contains($0) }
        if !unknown.isEmpty {
            known.merge(try await stored.of(unknown)) { $1 }
            missing.formUnion(unknown.filter { known[$0] == nil })
        }
        return Dictionary(fingerprints.compactMap { key in known[key].map { (key, $0) } }) { first, _ in first }
    }

    func add(_ made: [String: StickerResult]) {
        known.merge(made) { $1 }
        missing.subtract(made.keys)
    }

    /// Forgets all others; the ledger has them.
    func keep(only fingerprints: Set<String>) {
        known = known.filter { fingerprints.contains($0.key) }
        missing.formIntersection(fingerprints)
    }
}
