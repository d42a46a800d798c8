import Dispatch
import FileAccess
import Foundation
import GRDB
import Glibc
import Synchronization

/// Manages the decision files `decisions.sqlite` and `decisions.jsonl`. Opens and compares them, and repairs them if
/// necessary. Opens them again if another process has replaced one of them.
///
/// All methods block, and throw `DecisionError`.
package final class DecisionStorage: Sendable {
    /// Identifies the two files. The identity of the journal includes its size, because a journal that was restored
    /// from a backup can contain more than the database.
    private struct Files: Equatable {
        private var database: [UInt64]?
        private var journal: [UInt64]?

        init(folder: String) {
            database = FileStat(at: "\(folder)/\(DecisionStore.fileName)").map { [$0.device, $0.inode] }
            journal = FileStat(at: "\(folder)/\(DecisionJournal.fileName)").map {
                [$0.device, $0.inode, UInt64($0.size)]
            }
        }
    }

    private struct Connection {
        var queue: DatabaseQueue
        var files: Files
        /// The largest number of stored decisions that was seen. Never decreases, unless the file was damaged or
        /// replaced.
        var count: Int
    }

    let folder: String
    /// The absolute path of the database.
    let path: String
    private let notice: @Sendable (String) -> Void
    private let connection = Mutex<Connection?>(nil)

    /// - Parameter notice: called with a message about each repair.
    package init(folder: String, notice: @escaping @Sendable (String) -> Void) throws {
        self.folder = folder
        path = folder + "/" + DecisionStore.fileName
        self.notice = notice
        _ = try records()
    }

    /// All stored decisions, sorted by number.
    package func records() throws -> [DecisionRecord] {
        try connected(isLocked: false) { connection in
            let (records, damaged) = try connection.queue.read(DecisionDatabase.records)
            // Rows that differ from the written ones, or are missing.
            guard damaged == 0, records.count >= connection.count else {
                throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "it was repaired and is damaged again")
            }
            connection.count = records.count
            return records
        }
    }

    /// Adds decisions to both files or to neither. Other processes cannot write decisions during the call.
    ///
    /// - Parameters:
    ///   - body: inserts the records into the database, and returns the new ones.
    ///   - finish: a further step that must succeed. Called before the database is committed.
    /// - Throws: `DecisionError`; the errors of `body` and `finish`.
    package func add(
        _ body: (Database) throws -> [DecisionRecord], finish: ([DecisionRecord]) throws -> Void = { _ in }
    ) throws -> [DecisionRecord] {
        let lock = try DecisionLock(folder: folder)
        defer { withExtendedLifetime(lock) {} }
        return try connected(isLocked: true) { connection in
            defer { connection.files = Files(folder: folder) }
            return try connection.queue.writeWithoutTransaction { db in
                try db.beginTransaction(.immediate)
                var undo: () -> Void = {}
                do {
                    let added = try body(db)
                    // The journal is written first. If the process ends before the commit, the next start restores
                    // the records from the journal.
                    undo = try DecisionJournal(folder: folder).append(added)
                    try finish(added)
                    try db.commit()
                    return added
                } catch {
                    undo()
                    try? db.rollback()
                    throw error
                }
            }
        }
    }

    /// Calls a closure with the database. If the file was replaced or is damaged, first opens and repairs it.
    private func connected<Value: Sendable>(
        isLocked: Bool, _ body: (inout Connection) throws -> Value
    ) throws -> Value {
        try connection.withLock { connection in
            var hasFailed = false
            while true {
                do {
                    var current = try connection ?? open(isLocked: isLocked)
                    if current.files != Files(folder: folder) { current = try open(isLocked: isLocked) }
                    connection = current
                    let value = try body(&current)
                    connection = current
                    return value
                } catch let error as DatabaseError {
                    connection = nil
                    guard !hasFailed, error.isAboutTheFile else { throw DecisionError.store(error, path: path) }
                }
                hasFailed = true
            }
        }
    }

    private func open(isLocked: Bool) throws -> Connection {
        let lock = isLocked ? nil : try DecisionLock(folder: folder)
        defer { withExtendedLifetime(lock) {} }
        let (queue, count) = try DecisionRepair(folder: folder, notice: notice).run()
        return Connection(queue: queue, files: Files(folder: folder), count: count)
    }
}

extension DatabaseError {
    /// Whether the error concerns the file itself, so that opening it again may help.
    fileprivate var isAboutTheFile: Bool {
        switch resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_READONLY, .SQLITE_ERROR, .SQLITE_CANTOPEN, .SQLITE_IOERR,
            .SQLITE_SCHEMA:
            true
        default: false
        }
    }
}

/// The lock of the process that writes decisions. The kernel releases it when the process ends.
private struct DecisionLock: ~Copyable {
    private static let fileName = "decisions.lock"
    /// The maximum time to wait for another process, in seconds.
    private static let timeout = 15.0
    private let descriptor: Int32

    init(folder: String) throws {
        let path = folder + "/" + DecisionLock.fileName
        let opened = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        let end = Date(timeIntervalSinceNow: DecisionLock.timeout)
        // A process that cannot open the lock file cannot write decisions either, and does not need the lock.
        while opened >= 0, flock(opened, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else { break }
            guard Date() < end else {
                close(opened)
                throw DecisionError.store(path: path, detail: "another process keeps the decisions locked")
            }
            usleep(5_000)
        }
        // The descriptor is set only now, because the deinitializer must not run for an unfinished value.
        descriptor = opened
    }

    deinit {
        if descriptor >= 0 { FileLock.release(descriptor) }
    }
}
