import EngineSupport
import GRDB
import Glibc

extension Ledger {
    /// Runs `body` in a single read transaction, on the queue of the database.
    package func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        do {
            return try await queue.read(body)
        } catch let error as DatabaseError {
            throw failure(error, action: "read the state database")
        }
    }

    /// Runs `body` in a single write transaction, on the queue of the database.
    ///
    /// - Returns: the number of written rows.
    package func write(_ body: @escaping @Sendable (Database) throws -> Void) async throws -> Int {
        do {
            return try await queue.write { db in
                let before = db.totalChangesCount
                try body(db)
                return db.totalChangesCount - before
            }
        } catch let error as DatabaseError {
            throw failure(error, action: "write the state database")
        }
    }

    private func failure(_ error: DatabaseError, action: String) -> EngineError {
        if [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode) { closing?.noteDamage() }
        return EngineError.ledger(error, path: path, action: action)
    }
}

extension EngineError {
    /// Converts an error of SQLite into an `EngineError`.
    static func ledger(_ error: DatabaseError, path: String, action: String) -> EngineError {
        switch error.resultCode {
        case .SQLITE_FULL: .environment(errno: ENOSPC, path: path, action: action)
        // SQLite does not report the errno, so the most likely one is used.
        case .SQLITE_IOERR: .environment(errno: limitsFileSize() ? EFBIG : EIO, path: path, action: action)
        case .SQLITE_READONLY: .readOnly(path: path, action: action)
        case .SQLITE_PERM, .SQLITE_AUTH, .SQLITE_CANTOPEN: .notPermitted(path: path, action: action)
        case .SQLITE_BUSY, .SQLITE_LOCKED: .ledgerBusy(path: path)
        default: .ledger(path: path, detail: error.message ?? "SQLite error \(error.extendedResultCode.rawValue)")
        }
    }

    /// Whether the size of files is limited for this process (`ulimit -f`).
    private static func limitsFileSize() -> Bool {
        var limit = rlimit()
        return getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 && limit.rlim_cur != .max
    }
}
