import EngineSupport
import FileAccess
import GRDB
import Glibc

/// Opens, checks and updates the file of the state database. Renames the file if it cannot be used. All functions block
/// the thread.
package struct LedgerFile {
    /// The result of opening the file.
    private enum Attempt {
        case usable(DatabaseQueue)
        /// The file cannot be used. Contains the reason as a clause.
        case useless(String)
    }

    private let folder: String
    var path: String { folder + "/" + Ledger.fileName }

    /// - Parameter folder: the state folder.
    package init(folder: String) { self.folder = folder }

    /// - Throws: `EngineError`.
    package func open() throws -> (ledger: Ledger, notice: String?) {
        try StateFolder.make(at: folder)
        switch try attempt() {
        case .usable(let queue):
            return (ledger(queue), nil)
        case .useless:
            // The file is opened a second time, because a single failed read does not prove damage.
            let reason: String
            switch try attempt(trustsClosing: false) {
            case .usable(let queue): return (ledger(queue), nil)
            case .useless(let again): reason = again
            }
            let aside = try setAside()
            guard case .usable(let queue) = try attempt() else {
                throw EngineError.ledger(path: path, detail: "a new state database cannot be read either")
            }
            let notice =
                "\(path): \(reason). It was renamed to \(aside), and a new database was created. Only history is lost."
            return (ledger(queue), notice)
        }
    }

    private func ledger(_ queue: DatabaseQueue) -> Ledger {
        Ledger(path: path, queue: queue, closing: LedgerClosing(folder: folder, queue: queue))
    }

    /// - Parameter trustsClosing: whether the check of all pages is skipped for a file that has not changed since
    ///   stickerd closed it.
    private func attempt(trustsClosing: Bool = true) throws -> Attempt {
        do {
            // This is checked before the file is opened, because opening may end a write-ahead log, which changes the
            // file.
            let wasClosed = trustsClosing && LedgerClosing.isClosed(folder: folder)
            let queue = try DatabaseQueue(path: path, configuration: Self.configuration)
            if let defect = try queue.read({ try Self.defect($0, isIntact: wasClosed) }) {
                try queue.close()
                return .useless(defect)
            }
            let migrator = LedgerSchema.migrator
            if try !queue.read(migrator.hasCompletedMigrations) {
                // A new state database is empty, so its tables are created without waiting for the disk.
                let isNew = try queue.read(Self.isEmpty)
                if isNew { try Self.set(synchronous: "OFF", in: queue) }
                try migrator.migrate(queue)
                if isNew { try Self.set(synchronous: "FULL", in: queue) }
            }
            return .usable(queue)
        } catch let error as DatabaseError {
            switch error.resultCode {
            case .SQLITE_CORRUPT, .SQLITE_NOTADB:
                return .useless("it is damaged (\(error.message ?? "no SQLite file"))")
            case .SQLITE_CANTOPEN:
                throw cannotOpen()
            default:
                throw EngineError.ledger(error, path: path, action: "open the state database")
            }
        }
    }

    /// The configuration of the connection. The journal is truncated and not removed, so that commits survive a power
    /// failure. A write-ahead log that an earlier watch left is ended if no process uses it.
    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.label = "stickerd.ledger"
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA busy_timeout = 0")
            do {
                try db.execute(sql: "PRAGMA journal_mode = TRUNCATE")
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {}
            try db.execute(sql: "PRAGMA busy_timeout = 5000; PRAGMA synchronous = FULL")
        }
        return configuration
    }

    private static func set(synchronous level: String, in queue: DatabaseQueue) throws {
        try queue.inDatabase { try $0.execute(sql: "PRAGMA synchronous = \(level)") }
    }

    private static func isEmpty(_ db: Database) throws -> Bool {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema") == 0
    }

    /// The reason why the file cannot be used, as a clause. Nil if the file is valid or empty.
    ///
    /// - Parameter isIntact: whether the check of all pages is skipped.
    private static func defect(_ db: Database, isIntact: Bool) throws -> String? {
        if try isEmpty(db) { return nil }
        guard try Int.fetchOne(db, sql: "PRAGMA application_id") == LedgerSchema.applicationID else {
            return "it is not a state database of stickerd"
        }
        let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        if try version > LedgerSchema.version || LedgerSchema.migrator.hasBeenSuperseded(db) {
            return "a newer stickerd wrote it (its version is \(version), this one knows \(LedgerSchema.version))"
        }
        if isIntact { return nil }
        let check = try String.fetchOne(db, sql: "PRAGMA quick_check(1)")
        if let check, isReadError(check) {
            throw DatabaseError(resultCode: .SQLITE_IOERR, message: "disk I/O error (\(check))")
        }
        return check == "ok" ? nil : "it is damaged (\(check ?? "quick_check found nothing"))"
    }

    /// Whether `quick_check` failed because a page could not be read, which does not prove damage. The message of
    /// `quick_check` then ends with the result code of SQLite (btree.c).
    private static func isReadError(_ check: String) -> Bool {
        guard let code = check.firstMatch(of: /error code=([0-9]+)/).flatMap({ Int32($0.1) }) else { return false }
        return ResultCode(rawValue: code).primaryResultCode == .SQLITE_IOERR
    }

    /// Renames the file and its journals.
    ///
    /// - Returns: the new path of the file.
    private func setAside() throws -> String {
        var number = 1
        while access("\(path).damaged-\(number)", F_OK) == 0 { number += 1 }
        let aside = "\(path).damaged-\(number)"
        guard rename(path, aside) == 0 else {
            throw EngineError.environment(errno: errno, path: path, action: "rename the damaged database")
        }
        for suffix in ["-journal", "-wal", "-shm"] where access(path + suffix, F_OK) == 0 {
            guard rename(path + suffix, aside + suffix) == 0 else {
                throw EngineError.environment(errno: errno, path: path + suffix, action: "rename the damaged database")
            }
        }
        return aside
    }

    /// The error for a file that SQLite could not open. SQLite does not report the errno, so the file is opened again.
    private func cannotOpen() -> EngineError {
        let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor < 0 else {
            close(descriptor)
            return .notPermitted(path: folder, action: "make the journal of the state database")
        }
        return .environment(errno: errno, path: path, action: "open the state database")
    }
}

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
