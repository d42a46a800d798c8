import GRDB

/// Reads and writes the record of the last complete state, and the ids of the packs that have been published since
/// then.
extension Ledger {
    /// The keys of the table `meta`.
    private enum Key: String, CaseIterable {
        case settings, result, assets, others, manifest, report
        case reportedManifest = "reported manifest"
        case reportedStamp = "reported stamp"
    }

    /// The last complete state. Nil if no complete state is recorded, or if a run over the whole library has started
    /// since then.
    package func completion() async throws -> Completion? {
        try await read { db in
            let meta = try Dictionary(
                Row.fetchAll(db, sql: "SELECT key, value FROM meta").map { ($0[0] as String, $0[1] as String) }
            ) { first, _ in first }
            func value(_ key: Key) -> String? { meta[key.rawValue] }
            guard let settings = value(.settings), let result = value(.result) else { return nil }
            var completion = Completion(settings: settings, result: result, output: nil, folders: [:], packs: [:])
            if let assets = value(.assets), let others = value(.others), let manifest = value(.manifest),
                let report = value(.report)
            {
                completion.output = .init(assets: assets, others: others, manifest: manifest, report: report)
            }
            if let manifest = value(.reportedManifest), let stamp = value(.reportedStamp) {
                completion.report = .init(manifest: manifest, stamp: stamp)
            }
            for row in try Row.fetchAll(db, sql: "SELECT name, fingerprint FROM folders") {
                completion.folders[row[0]] = row[1]
            }
            for row in try Row.fetchAll(db, sql: "SELECT id, published, touched FROM packs") {
                completion.packs[row[0]] = row[1]
                if row[2] { completion.touched.insert(row[0]) }
            }
            return completion
        }
    }

    /// Marks packs as changed since the last complete state. Must be called before the files of the packs are replaced.
    /// Otherwise, an interrupted publication could leave an incomplete pack with a valid record.
    ///
    /// - Parameter packs: the ids of the packs.
    package func touch(packs: Set<String>) async throws {
        guard !packs.isEmpty else { return }
        _ = try await write { db in
            let statement = try db.cachedStatement(
                sql: """
                    INSERT INTO packs (id, published, touched) VALUES (?, '', 1)
                    ON CONFLICT (id) DO UPDATE SET touched = 1 WHERE touched = 0
                    """)
            for pack in packs.sorted() { try statement.execute(arguments: [pack]) }
        }
    }

    /// Removes the record of the last complete state, so that the next run examines the whole library.
    package func forgetCompletion() async throws {
        _ = try await write { db in try Self.forgetCompletion(in: db) }
    }

    static func forgetCompletion(in db: Database) throws {
        // Without a condition, SQLite would also write to the file if the table is empty.
        try db.execute(sql: "DELETE FROM meta WHERE 1; DELETE FROM folders WHERE 1; DELETE FROM packs WHERE 1")
    }

    /// Replaces the record of the last complete state. Only rows that differ are written.
    static func put(_ completion: Completion, in db: Database) throws {
        var meta: [Key: String] = [.settings: completion.settings, .result: completion.result]
        if let output = completion.output {
            (meta[.assets], meta[.others]) = (output.assets, output.others)
            (meta[.manifest], meta[.report]) = (output.manifest, output.report)
        }
        if let report = completion.report {
            (meta[.reportedManifest], meta[.reportedStamp]) = (report.manifest, report.stamp)
        }
        for key in Key.allCases {
            try put(meta[key], for: key, in: db)
        }
        try put(completion.folders, into: "folders", key: "name", value: "fingerprint", in: db)
        try put(completion.packs, into: "packs", key: "id", value: "published", in: db)
        try db.execute(sql: "UPDATE packs SET touched = 0 WHERE touched <> 0")
    }

    /// Records a report that was written after the last complete state.
    static func put(_ report: Completion.Report, in db: Database) throws {
        try put(report.manifest, for: .reportedManifest, in: db)
        try put(report.stamp, for: .reportedStamp, in: db)
    }

    private static func put(_ value: String?, for key: Key, in db: Database) throws {
        guard let value else {
            return try db.execute(sql: "DELETE FROM meta WHERE key = ?", arguments: [key.rawValue])
        }
        try db.execute(
            sql: """
                INSERT INTO meta (key, value) VALUES (?, ?)
                ON CONFLICT (key) DO UPDATE SET value = excluded.value WHERE value <> excluded.value
                """, arguments: [key.rawValue, value])
    }

    /// Changes the rows of a table so that they equal `rows`. Only rows that differ are written.
    private static func put(
        _ rows: [String: String], into table: String, key: String, value: String, in db: Database
    ) throws {
        for gone in try String.fetchAll(db, sql: "SELECT \(key) FROM \(table)") where rows[gone] == nil {
            try db.execute(sql: "DELETE FROM \(table) WHERE \(key) = ?", arguments: [gone])
        }
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO \(table) (\(key), \(value)) VALUES (?, ?)
                ON CONFLICT (\(key)) DO UPDATE SET \(value) = excluded.\(value) WHERE \(value) <> excluded.\(value)
                """)
        for (name, text) in rows.sorted(by: { $0.key < $1.key }) {
            try statement.execute(arguments: [name, text])
        }
    }
}
