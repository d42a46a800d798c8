import JobModel

/// The changes of the state database in one transaction.
package struct LedgerBatch: Sendable {
    /// The new and changed rows of files, at most one per path.
    package var sources: [LedgerSource]
    /// The new results, by fingerprint.
    package var results: [String: StickerResult]
    /// The new and changed rows of sheets and icons.
    package var artifacts: [LedgerArtifact]
    /// The paths of removed files.
    package var removedSources: Set<String>
    /// The keys of removed sheets and icons.
    package var removedArtifacts: Set<String>
    /// The record of the complete state after these changes. Nil if the state is not complete.
    package var completion: Completion?
    /// The record of a report that was written after the last complete state. Nil if none was written.
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

    /// Whether the batch contains no changes.
    var isEmpty: Bool {
        sources.isEmpty && results.isEmpty && artifacts.isEmpty && removedSources.isEmpty && removedArtifacts.isEmpty
            && completion == nil && report == nil
    }
}
