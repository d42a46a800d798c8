import GRDB
import Publishing

/// The migrations that create and change the table of decisions. A released migration must not be edited. A later
/// change needs a new migration.
package enum DecisionSchema {
    /// The number that identifies a database of decisions in the header of its file: "STKR" in ASCII.
    package static let applicationID = 0x5354_4B52

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("decisions") { db in
            try db.execute(sql: firstTable)
            try db.execute(sql: "PRAGMA application_id = \(applicationID)")
        }
        migrator.registerMigration("order and digests") { db in
            try db.execute(sql: "ALTER TABLE decisions RENAME TO decisions_before")
            try db.execute(sql: table)
            // Before this step, decisions were ordered by time. From now on, they are ordered by number.
            let earlier = try Row.fetchAll(db, sql: "SELECT * FROM decisions_before ORDER BY decided, number")
            for (place, row) in earlier.enumerated() {
                guard let record = DecisionRecord(number: place + 1, earlier: row) else { continue }
                try record.insert(db)
            }
            try db.execute(sql: "DROP TABLE decisions_before")
        }
        migrator.registerMigration("pins") { db in
            try db.execute(sql: "ALTER TABLE decisions ADD COLUMN pins TEXT")
        }
        return migrator
    }

    private static let firstTable = """
        CREATE TABLE decisions (
            number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
            pack TEXT NOT NULL,
            sticker TEXT NOT NULL,
            pixels TEXT NOT NULL CHECK (length(pixels) = 64),
            verdict TEXT NOT NULL CHECK (verdict IN ('approved', 'sentBack', 'reopened')),
            reviewer TEXT NOT NULL,
            comment TEXT NOT NULL,
            decided TEXT NOT NULL,
            picture TEXT,
            UNIQUE (pack, sticker, decided, pixels, verdict, reviewer, comment)
        ) STRICT;
        """

    /// The table of decisions. Rows are added and never changed. The same decision is stored only once, for example
    /// if a file is imported twice.
    private static let table = """
        CREATE TABLE decisions (
            number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
            pack TEXT NOT NULL,
            sticker TEXT NOT NULL,
            pixels TEXT NOT NULL CHECK (length(pixels) = 64),
            verdict TEXT NOT NULL CHECK (verdict IN ('approved', 'sentBack', 'reopened')),
            reviewer TEXT NOT NULL,
            comment TEXT NOT NULL,
            decided TEXT NOT NULL,
            picture TEXT,
            recorded TEXT NOT NULL,
            batch INTEGER,
            digest TEXT NOT NULL CHECK (length(digest) = 64),
            UNIQUE (pack, sticker, decided, pixels, verdict, reviewer, comment)
        ) STRICT;
        """
}

extension DecisionRecord {
    /// Creates a record from a row of the first table, which had neither checksums nor an order. Nil if a value is
    /// missing.
    fileprivate init?(number: Int, earlier row: Row) {
        func text(_ column: String) -> String? { String.fromDatabaseValue(row[column]) }
        guard let pack = text("pack"), let sticker = text("sticker"), let pixels = text("pixels"),
            let outcome = text("verdict").flatMap(Decision.Outcome.init), let reviewer = text("reviewer"),
            let comment = text("comment"), let decided = text("decided")
        else { return nil }
        self.init(
            number: number,
            decision: Decision(
                key: .init(pack: pack, sticker: sticker, pixels: pixels), outcome: outcome, reviewer: reviewer,
                comment: comment, decided: decided, picture: text("picture")),
            recorded: decided, batch: nil)
    }
}
