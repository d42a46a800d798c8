import FileAccess
import Foundation
import GRDB
import Glibc

/// Opens, checks and migrates the database file of decisions. All methods block.
package struct DecisionDatabase {
    /// The result of opening the file.
    package enum Attempt {
        /// The file can be used. Contains the intact records and the number of damaged rows.
        case usable(DatabaseQueue, [DecisionRecord], damaged: Int)
        /// The database cannot be used. Contains the reason, as the end of a sentence, and the readable records.
        case useless(String, [DecisionRecord])
    }

    package let path: String

    package init(path: String) {
        self.path = path
    }

    /// Opens the database. Creates the file if it does not exist.
    ///
    /// - Throws: `DecisionError.foreign` for a file of a newer stickerd; `DatabaseError` if it cannot be opened.
    package func open() throws -> Attempt {
        var queue: DatabaseQueue?
        do {
            let opened = try DatabaseQueue(path: path, configuration: DecisionDatabase.configuration)
            queue = opened
            let migrator = DecisionSchema.migrator
            let (isEmpty, id, isNewer, isCurrent) = try opened.read { db in
                (
                    try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema") == 0,
                    try Int.fetchOne(db, sql: "PRAGMA application_id"), try migrator.hasBeenSuperseded(db),
                    try migrator.hasCompletedMigrations(db)
                )
            }
            guard isEmpty || id == DecisionSchema.applicationID else {
                try? opened.close()
                return .useless("it is not a database of decisions", [])
            }
            guard !isNewer else { throw DecisionError.foreign(path: path, detail: "a newer stickerd wrote it") }
            if !isCurrent { try migrator.migrate(opened) }
            let check = try opened.read { try String.fetchOne($0, sql: "PRAGMA integrity_check(1)") } ?? "no answer"
            let (records, damaged) = try opened.read(DecisionDatabase.records)
            guard check == "ok" else {
                try? opened.close()
                return .useless("it is damaged (\(check))", records)
            }
            return .usable(opened, records, damaged: damaged)
        } catch let error as DatabaseError {
            let records = (try? queue?.read(DecisionDatabase.records))?.records ?? []
            try? queue?.close()
            switch error.resultCode {
            case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR, .SQLITE_CONSTRAINT:
                return .useless("it is damaged (\(error.message ?? "not an SQLite file"))", records)
            default: throw error
            }
        }
    }

    /// The records whose checksums are correct, sorted by number, and the number of damaged records.
    static func records(in db: Database) throws -> (records: [DecisionRecord], damaged: Int) {
        let rows = try Row.fetchCursor(db, sql: "SELECT \(DecisionRecord.columns) FROM decisions ORDER BY number")
        var (records, damaged): ([DecisionRecord], Int) = ([], 0)
        while let row = try rows.next() {
            if let record = DecisionRecord(row: row) { records.append(record) } else { damaged += 1 }
        }
        return (records, damaged)
    }

    /// Renames the database and its additional SQLite files. Returns the new path.
    func setAside() throws -> String {
        let aside = DecisionDatabase.free("\(path).damaged-")
        guard rename(path, aside) == 0 else {
            throw DecisionError.store(
                path: path, detail: "it is damaged and cannot be renamed: \(SystemCallError.latest)")
        }
        for suffix in ["-journal", "-wal", "-shm"] { rename(path + suffix, aside + suffix) }
        return aside
    }

    /// The first unused path that consists of the prefix and a number, from 1.
    static func free(_ prefix: String) -> String {
        var number = 1
        while access("\(prefix)\(number)", F_OK) == 0 { number += 1 }
        return "\(prefix)\(number)"
    }

    private static var configuration: GRDB.Configuration {
        var configuration = GRDB.Configuration()
        configuration.label = "stickerd.decisions"
        configuration.busyMode = .timeout(5)
        // This journal mode also works on network disks. No committed decision is lost in a power cut.
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA journal_mode = TRUNCATE; PRAGMA synchronous = FULL")
        }
        return configuration
    }
}
