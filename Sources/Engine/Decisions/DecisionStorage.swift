import Dispatch
import Foundation
import GRDB
import Glibc
import Synchronization

/// The files of the decisions, `decisions.sqlite` and `decisions.jsonl`: opened, checked against each other, repaired, and
/// opened again when something else has taken the place of the database.
///
/// All methods block, and throw `DecisionError`.
final class DecisionStorage: Sendable {
    /// Which files there are. The journal is known by its size as well: it can be longer than the database knows, as after
    /// a backup of it was put back.
    private struct Files: Equatable {
        private var database: [UInt64]?
        private var journal: [UInt64]?

        init(folder: String) {
            var status = stat()
            if stat("\(folder)/\(DecisionStore.fileName)", &status) == 0 {
                database = [UInt64(status.st_dev), UInt64(status.st_ino)]
            }
            if stat("\(folder)/\(DecisionJournal.fileName)", &status) == 0 {
                journal = [UInt64(status.st_dev), UInt64(status.st_ino), UInt64(status.st_size)]
            }
        }
    }

    private struct Connection {
        var queue: DatabaseQueue
        var files: Files
        /// The largest number of decisions so far. The number never decreases in normal use.
        var count: Int
    }

    let folder: String
    /// Absolute path of the database.
    let path: String
    private let notice: @Sendable (String) -> Void
    private let connection = Mutex<Connection?>(nil)

    /// - Parameter notice: called with repairs.
    init(folder: String, notice: @escaping @Sendable (String) -> Void) throws {
        self.folder = folder
        path = folder + "/" + DecisionStore.fileName
        self.notice = notice
        _ = try records()
    }

    /// All stored decisions, in the order of their numbers.
    func records() throws -> [DecisionRecord] {
        try connected(isLocked: false) { connection in
            let (records, damaged) = try connection.queue.read(DecisionDatabase.records)
            guard damaged == 0, records.count >= connection.count else { throw DecisionDatabase.Defect() }
            connection.count = records.count
            return records
        }
    }

    /// Writes to the database and the journal, both or neither, while other processes are locked out.
    ///
    /// - Parameters:
    ///   - body: inserts records and returns the new ones.
    ///   - finish: a step that must also succeed; called before the database is committed.
    /// - Throws: also the errors of `body` and `finish`.
    func add(
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
                    // The journal is written first, because a crash between the two is repaired from it.
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

    /// Runs a body on the database. If its file was replaced or is damaged, it is opened again and repaired first.
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
                } catch is DecisionDatabase.Defect {
                    connection = nil
                    guard !hasFailed else {
                        throw DecisionError.store(path: path, detail: "it was repaired and is damaged again")
                    }
                }
                hasFailed = true
            }
        }
    }

    private func open(isLocked: Bool) throws -> Connection {
        let lock = isLocked ? nil : try DecisionLock(folder: folder)
        defer { withExtendedLifetime(lock) {} }
        let (queue, count) = try DecisionRepair(folder: folder, path: path, notice: notice).run()
        return Connection(queue: queue, files: Files(folder: folder), count: count)
    }
}

extension DatabaseError {
    /// Whether the file itself is the trouble, so that opening it again may help.
    fileprivate var isAboutTheFile: Bool {
        switch resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_READONLY, .SQLITE_ERROR, .SQLITE_CANTOPEN, .SQLITE_IOERR,
            .SQLITE_SCHEMA:
            true
        default: false
        }
    }
}

/// Held by the one process that writes decisions; the kernel takes it back from a process that ends.
private struct DecisionLock: ~Copyable {
    private static let fileName = "decisions.lock"
    /// The longest wait for another process, in seconds.
    private static let timeout = 15.0
    private let descriptor: Int32

    init(folder: String) throws {
        let path = folder + "/" + DecisionLock.fileName
        let opened = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        let end = Date(timeIntervalSinceNow: DecisionLock.timeout)
        // A process that may only read decisions repairs nothing, and does not need the lock.
        while opened >= 0, flock(opened, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else { break }
            guard Date() < end else {
                close(opened)
                throw DecisionError.store(path: path, detail: "another process has kept the decisions locked")
            }
            usleep(5_000)
        }
        // Only from here on does the value, and its deinitializer, own the descriptor.
        descriptor = opened
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }
}
