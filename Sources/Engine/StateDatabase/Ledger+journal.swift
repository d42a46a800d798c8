import EngineSupport
import GRDB

/// The journal mode of the state database. A watch uses a write-ahead log, because it commits often and must not wait
/// for the disk each time. After a power failure, the state database may lack the last commits, but is never corrupt.
extension Ledger {
    /// Starts a write-ahead log. Must not be used on network file systems, because the log needs shared memory.
    ///
    /// - Throws: `EngineError` if the file cannot be written.
    package func useWriteAheadLog() async throws {
        try await setJournal("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
    }

    /// Ends the write-ahead log, so that the state database is a single file again.
    ///
    /// - Throws: `EngineError`. The log then remains until the next process opens the state database.
    package func endWriteAheadLog() async throws {
        try await setJournal("PRAGMA synchronous = FULL; PRAGMA journal_mode = TRUNCATE")
    }

    private func setJournal(_ sql: String) async throws {
        do {
            try await queue.writeWithoutTransaction { db in try db.execute(sql: sql) }
        } catch let error as DatabaseError {
            throw EngineError.ledger(error, path: path, action: "write the state database")
        }
    }
}
