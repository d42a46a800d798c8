import FileAccess

extension Ledger {
    /// Opens the state database in a state folder. Creates the folder and the state database if they do not exist.
    ///
    /// A state database that is damaged, invalid or from a newer version is renamed to `ledger.sqlite.damaged-1` (or
    /// the next free number) and replaced by a new one. Only the history is lost. The caller must hold the `OutputLock`
    /// of the folder, so that no other process renames the file at the same time.
    ///
    /// - Returns: the state database, and a message if the old file was renamed. Otherwise, the message is nil.
    /// - Throws: `EngineError` if the folder or the file cannot be used.
    package static func open(folder: String) async throws -> (ledger: Ledger, notice: String?) {
        try await BlockingExecutor.run { try LedgerFile(folder: folder).open() }
    }
}
