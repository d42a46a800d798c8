import EngineSupport
import GRDB

/// A watch commits after every drop. A write-ahead log avoids waiting for the disk. After a power failure, the state
/// database may lag behind the published state, as after any run that ends before its commit, but is never corrupt.
extension Ledger {
    /// Writes commits to a write-ahead log. Not for network disks, which lack the shared memory that it needs.
    ///
    /// - Throws: `EngineError` when the file cannot be written.
    package func useWriteAheadLog() async throws {
        try await setJournal("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
    }

    /// Ends the write-ahead log, so that the state database is one file again.
    ///
    /// - Throws: `EngineError`. The log then stays until the next process opens the state database.
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
