import JobModel

/// What is written to the ledger at once.
package struct LedgerBatch: Sendable {
    /// At most one a path.
    package var sources: [LedgerSource]
    /// By fingerprint.
    package var results: [String: StickerResult]
    package var artifacts: [LedgerArtifact]

    package init(
        sources: [LedgerSource] = [], results: [String: StickerResult] = [:], artifacts: [LedgerArtifact] = []
    ) {
        self.sources = sources
        self.results = results
        self.artifacts = artifacts
    }
}
