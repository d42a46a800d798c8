import EngineSupport
import GRDB
import Glibc

extension Ledger {
    /// Reads in one transaction, on the database's queue.
    package func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        do {
            return try await queue.read(body)
        } catch let error as DatabaseError {
            throw failure(error, action: "read the state database")
        }
    }

    /// Writes in one transaction, on the database's queue; returns how many rows were written.
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
    /// The error for an error of SQLite.
    static func ledger(_ error: DatabaseError, path: String, action: String) -> EngineError {
        switch error.resultCode {
        case .SQLITE_FULL: .environment(errno: ENOSPC, path: path, action: action)
        // SQLite keeps the errno to itself.
        case .SQLITE_IOERR: .environment(errno: limitsFileSize() ? EFBIG : EIO, path: path, action: action)
        case .SQLITE_READONLY: .readOnly(path: path, action: action)
        case .SQLITE_PERM, .SQLITE_AUTH, .SQLITE_CANTOPEN: .notPermitted(path: path, action: action)
        case .SQLITE_BUSY, .SQLITE_LOCKED: .ledgerBusy(path: path)
        default: .ledger(path: path, detail: error.message ?? "SQLite error \(error.extendedResultCode.rawValue)")
        }
    }

    /// Whether this process may write files only up to a size (`ulimit -f`).
    private static func limitsFileSize() -> Bool {
        var limit = rlimit()
        return getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 && limit.rlim_cur != .max
    }
}
