import EngineSupport
import FileAccess
import Glibc
import JobModel
import Publishing
import StateDatabase
import StickerManifest

/// Moves the finished files of workers to the published assets.
package struct FinishedFiles: Sendable {
    let publisher: Publisher
    let staging: Staging
    let ledger: Ledger

    package init(publisher: Publisher, staging: Staging, ledger: Ledger) {
        (self.publisher, self.staging, self.ledger) = (publisher, staging, ledger)
    }

    /// Moves finished files to the published assets, and then records their results. The files are flushed to the disk
    /// before they are moved. Cancellation of the task does not interrupt the move.
    ///
    /// - Parameters:
    ///   - results: the results to save, by fingerprint.
    ///   - records: writes the results in the background.
    /// - Throws: `EngineError`, `PublishError`.
    package func save(_ results: [String: StickerResult], _ records: SerialWriter) async throws {
        guard !results.isEmpty else { return }
        try await Task { [self] in
            try await BlockingExecutor.run {
                try sync(results)
                guard try publisher.adopt(results, from: staging).isEmpty else {
                    throw EngineError.environment(
                        errno: ENOENT, path: try staging.open(), action: "find the files that were finished there")
                }
            }
        }.value
        try await records.add { [ledger] in _ = try await ledger.record(LedgerBatch(results: results)) }
    }

    /// The maximum number of files that are flushed one by one. For more files, the whole file system is flushed.
    private static let mostFilesToSync = 100

    /// Flushes finished files to the disk.
    private func sync(_ results: [String: StickerResult]) throws {
        let prefix = publisher.folder.path + "/"
        let folder = try staging.open()
        let files = Set(results.values.flatMap(\.files).map { "\(folder)/\($0.contentName)" })
        guard files.count <= FinishedFiles.mostFilesToSync, folder.hasPrefix(prefix) else {
            return try publisher.folder.sync()
        }
        // Missing files are skipped here. `adopt` reports them.
        let names = files.map { String($0.dropFirst(prefix.count)) }.filter(publisher.folder.exists)
        try publisher.folder.sync(files: names)
    }
}
