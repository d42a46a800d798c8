import EngineSupport
import FileAccess
import GRDB

extension Ledger {
    /// Opens the state database in a folder for reading. The file is not changed, so another process may hold the
    /// output lock.
    ///
    /// - Returns: nil if there is no state database that this version can read.
    package static func openForReading(folder: String) async -> Ledger? {
        try? await BlockingExecutor.run {
            let path = folder + "/" + fileName
            // Throws for a named pipe, on which SQLite would block forever.
            _ = try OpenFile(path)
            var configuration = Configuration()
            configuration.label = "stickerd.ledger.reading"
            configuration.readonly = true
            configuration.busyMode = .timeout(2)
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            let isOurs = try queue.read { db in
                try Int.fetchOne(db, sql: "PRAGMA application_id") == LedgerSchema.applicationID
                    && Int.fetchOne(db, sql: "PRAGMA user_version") == LedgerSchema.version
            }
            guard isOurs else { throw EngineError.ledger(path: path, detail: "another version wrote it") }
            return Ledger(path: path, queue: queue)
        }
    }
}
