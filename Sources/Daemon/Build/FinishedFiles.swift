import Pipeline
import StickerCatalog

/// Takes over what workers have finished.
struct FinishedFiles: Sendable {
    let publisher: Publisher
    let staging: Staging
    let ledger: Ledger

    /// Puts finished files in place and writes down what they are, in this order and each safely on the disk before the
    /// next, even when the task is cancelled.
    ///
    /// - Parameter results: by fingerprint.
    /// - Throws: `DaemonError`, `PublishError`.
    func save(_ results: [String: StickerResult]) async throws {
        guard !results.isEmpty else { return }
        try await Task { [self] in
            try await OwnThread.run {
                try publisher.folder.sync()
                try adopt(results.values)
            }
            try await ledger.record(LedgerBatch(results: results))
        }.value
    }

    /// Gives finished files their names by content. Nothing names them yet, and after a power cut they may be gone.
    func adopt(_ results: some Sequence<StickerResult>) throws {
        try publisher.adopt(results.flatMap(\.files), from: try staging.open())
    }
}
