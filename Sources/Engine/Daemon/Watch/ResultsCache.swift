import JobModel
import StickerCatalog

/// The results that the current sources stand on, so that a round asks the ledger only about what is new.
actor ResultsCache {
    private let known: KnownResults
    private var results: [String: StickerResult] = [:]
    /// Asked for, and not in the ledger.
    private var missing: Set<String> = []

    init(_ known: KnownResults) {
        self.known = known
    }

    /// - Throws: `DaemonError` when the ledger cannot be used.
    func of(_ fingerprints: [String]) async throws -> [String: StickerResult] {
        let unknown = fingerprints.filter { results[$0] == nil && !missing.contains($0) }
        if !unknown.isEmpty {
            results.merge(try await known.of(unknown)) { $1 }
            missing.formUnion(unknown.filter { results[$0] == nil })
        }
        return Dictionary(fingerprints.compactMap { key in results[key].map { (key, $0) } }) { first, _ in first }
    }

    func add(_ made: [String: StickerResult]) {
        results.merge(made) { $1 }
        missing.subtract(made.keys)
    }

    /// Forgets all others; the ledger has them.
    func keep(only fingerprints: Set<String>) {
        results = results.filter { fingerprints.contains($0.key) }
        missing.formIntersection(fingerprints)
    }
}
