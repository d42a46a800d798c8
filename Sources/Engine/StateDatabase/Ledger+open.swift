import Dispatch

extension Ledger {
    /// Opens the state database of a state folder, and creates the folder and the state database if necessary. Otherwise writes
    /// nothing.
    ///
    /// A state database that is damaged, invalid or from a newer stickerd is renamed to `ledger.sqlite.damaged-1` (or the next
    /// free number) and replaced by a new one. Only history is lost. The caller holds the `OutputLock` of the folder,
    /// so no other process does the same.
    ///
    /// - Returns: the state database, and a message for people if one was renamed.
    /// - Throws: `EngineError` if the folder or the file cannot be used.
    package static func open(folder: String) async throws -> (ledger: Ledger, notice: String?) {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(with: Result { try LedgerFile(folder: folder).open() })
            }
        }
    }
}
