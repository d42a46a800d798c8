import Foundation
import GRDB

/// The tables of the state database, as named migration steps. A released step is never changed. A change of the tables
/// is a new step.
package enum LedgerSchema {
    /// The bytes `STKD` in the header of the file, which identify a state database of stickerd.
    package static let applicationID = 0x5354_4B44
    /// The version in the header of the file, which is the number of steps.
    package static let version = 4

    package static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("sources, results, arrivals, artifacts") { db in
            try db.execute(sql: firstTables)
            try db.execute(sql: "PRAGMA application_id = \(applicationID); PRAGMA user_version = 1")
        }
        migrator.registerMigration("nights") { db in
            try db.execute(sql: nights)
            try db.execute(sql: "PRAGMA user_version = 2")
        }
        migrator.registerMigration("digests of results") { db in
            try db.execute(sql: "ALTER TABLE results ADD COLUMN digest TEXT")
            // Existing rows are assumed to be correct, so nothing is rendered again.
            let fill = try db.makeStatement(sql: "UPDATE results SET digest = ? WHERE fingerprint = ?")
            for fingerprint in try String.fetchAll(db, sql: "SELECT fingerprint FROM results") {
                let result = try Data.fetchOne(
                    db, sql: "SELECT result FROM results WHERE fingerprint = ?", arguments: [fingerprint])
                guard let result else { continue }
                try fill.execute(arguments: [Ledger.digest(of: result, fingerprint: fingerprint), fingerprint])
            }
            try db.execute(sql: "PRAGMA user_version = 3")
        }
        migrator.registerMigration("packs, folders, meta") { db in
            try db.execute(sql: completion)
            // The records of earlier versions are not sufficient, so the next run examines the whole library once.
            try db.execute(
                sql: "DELETE FROM artifacts WHERE key = 'build' OR key LIKE 'build/%' OR key LIKE 'drop/%'")
            try db.execute(sql: "PRAGMA user_version = 4")
        }
        return migrator
    }

    /// The first tables. Their constraints prevent inconsistent rows:
    /// - The primary key of `arrivals` allows one outcome per arrival, and `arrivals_living` one current content per
    ///   path.
    /// - The foreign key of three columns requires that the status of a source is the outcome of its arrival.
    /// - CHECK and the foreign key to `results` require a hash or a result if the status needs one.
    private static let firstTables = """
        CREATE TABLE results (
            fingerprint TEXT NOT NULL PRIMARY KEY,
            result BLOB NOT NULL,
            used INTEGER NOT NULL
        ) STRICT;

        CREATE INDEX results_used ON results (used);

        CREATE TABLE arrivals (
            path TEXT NOT NULL,
            sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
            outcome TEXT NOT NULL CHECK (outcome IN (\(words(ContentOutcome.all.map(\.word))))),
            PRIMARY KEY (path, sha256),
            UNIQUE (path, sha256, outcome)
        ) STRICT, WITHOUT ROWID;

        CREATE UNIQUE INDEX arrivals_living ON arrivals (path) WHERE outcome NOT IN ('replaced', 'removed');

        CREATE TABLE sources (
            path TEXT NOT NULL PRIMARY KEY,
            size INTEGER,
            modified INTEGER,
            changed INTEGER,
            inode INTEGER,
            device INTEGER,
            sha256 TEXT,
            pack TEXT NOT NULL,
            id TEXT NOT NULL,
            state TEXT NOT NULL CHECK (state IN (\(words(SourceStatus.allCases.map(\.rawValue))))),
            fingerprint TEXT REFERENCES results (fingerprint) DEFERRABLE INITIALLY DEFERRED,
            reason TEXT NOT NULL,
            FOREIGN KEY (path, sha256, state) REFERENCES arrivals (path, sha256, outcome)
                DEFERRABLE INITIALLY DEFERRED,
            CHECK (sha256 IS NOT NULL OR state IN ('waiting', 'ignored')),
            CHECK (fingerprint IS NOT NULL OR state <> 'published')
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX sources_fingerprint ON sources (fingerprint);

        CREATE TABLE artifacts (
            key TEXT NOT NULL PRIMARY KEY,
            fingerprint TEXT NOT NULL,
            sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
            bytes INTEGER NOT NULL CHECK (bytes >= 0)
        ) STRICT, WITHOUT ROWID;
        """

    /// The statistics of each rebuild as JSON, for the trend in the report.
    private static let nights = """
        CREATE TABLE nights (
            time TEXT NOT NULL PRIMARY KEY,
            night BLOB NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    /// The tables for the last complete state (`Completion`).
    private static let completion = """
        CREATE TABLE packs (
            id TEXT NOT NULL PRIMARY KEY,
            published TEXT NOT NULL,
            touched INTEGER NOT NULL DEFAULT 0 CHECK (touched IN (0, 1))
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE folders (
            name TEXT NOT NULL PRIMARY KEY,
            fingerprint TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE meta (
            key TEXT NOT NULL PRIMARY KEY,
            value TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    private static func words(_ words: [String]) -> String {
        words.map { "'\($0)'" }.joined(separator: ", ")
    }
}
