import GRDB

/// The table of decisions, as named steps; a step that has been released is never changed, another is added.
enum DecisionSchema {
    /// "STKR": says in the file's header that these are decisions of stickerd.
    static let applicationID = 0x5354_4B52

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("decisions") { db in
            try db.execute(sql: table)
            try db.execute(sql: "PRAGMA application_id = \(applicationID)")
        }
        return migrator
    }

    /// Decisions are added and never changed. Of those about a look the last one counts; one that is told twice, as by a
    /// file that is imported again, is there once.
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
            UNIQUE (pack, sticker, decided, pixels, verdict, reviewer, comment)
        ) STRICT;
        """
}
