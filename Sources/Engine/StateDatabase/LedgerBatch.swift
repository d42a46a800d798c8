import JobModel

/// Rows that are written to the state database in one transaction.
package struct LedgerBatch: Sendable {
    /// The changed rows, each path at most once.
    package var sources: [LedgerSource]
    /// By fingerprint.
    package var results: [String: StickerResult]
    package var artifacts: [LedgerArtifact]
    /// Paths of removed sources.
    package var removedSources: Set<String>
    /// Keys of artifacts that are no longer valid.
    package var removedArtifacts: Set<String>
    /// The state after these changes, if it is complete.
    package var completion: Completion?
    /// A report that was written separately.
    package var report: Completion.Report?

    package init(
        sources: [LedgerSource] = [], results: [String: StickerResult] = [:], artifacts: [LedgerArtifact] = [],
        removedSources: Set<String> = [], removedArtifacts: Set<String> = [], report: Completion.Report? = nil
    ) {
        self.sources = sources
        self.results = results
        self.artifacts = artifacts
        self.removedSources = removedSources
        self.removedArtifacts = removedArtifacts
        self.report = report
    }

    /// Whether it contains no changes.
    var isEmpty: Bool {
        sources.isEmpty && results.isEmpty && artifacts.isEmpty && removedSources.isEmpty && removedArtifacts.isEmpty
            && completion == nil && report == nil
    }
}
