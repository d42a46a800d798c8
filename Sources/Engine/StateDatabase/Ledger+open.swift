import Dispatch

extension Ledger {
    /// Opens the ledger of a state folder, and makes the folder and the ledger where there are none. When nothing has to
    /// be made, nothing is written.
    ///
    /// A ledger that is damaged, that a newer stickerd wrote, or that is none at all is renamed to
    /// `ledger.sqlite.damaged-1` (or the next free number) and a new one is made: it holds history only. The caller holds
    /// the `OutputLock` of the folder, so nobody else does the same.
    ///
    /// - Returns: the ledger; and, when one was set aside, a sentence for people.
    /// - Throws: `EngineError` when the folder or the file cannot be used.
    package static func open(folder: String) async throws -> (ledger: Ledger, notice: String?) {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(with: Result { try LedgerFile(folder: folder).open() })
            }
        }
    }
}
