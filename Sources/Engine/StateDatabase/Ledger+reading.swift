import EngineSupport
import FileAccess
import GRDB

extension Ledger {
    /// Opens the state database of a folder for reading. Nothing is created, migrated or renamed, so the holder of the
    /// output lock is not disturbed.
    ///
    /// - Returns: nil without a state database that this version can read.
    package static func openForReading(folder: String) async -> Ledger? {
        try? await BlockingExecutor.run {
            let path = folder + "/" + fileName
            // SQLite would wait forever at a pipe.
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
