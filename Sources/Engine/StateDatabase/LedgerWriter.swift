import Foundation
import GRDB

/// Updates rows within a transaction. Only rows that differ are written, so a transaction without changes does not
/// write to the file.
package struct LedgerWriter {
    let db: Database
    /// The value of the column `used` for this transaction, which is greater than all earlier values.
    private let now: Int

    package init(db: Database) throws {
        self.db = db
        now = try Int.fetchOne(try db.cachedStatement(sql: "SELECT max(used) + 1 FROM results")) ?? 1
    }

    static func artifacts(in db: Database) throws -> [String: LedgerArtifact] {
        let rows = try Row.fetchCursor(db, sql: "SELECT key, fingerprint, sha256, bytes FROM artifacts")
        var artifacts: [String: LedgerArtifact] = [:]
        while let row = try rows.next() {
            artifacts[row[0]] = LedgerArtifact(key: row[0], fingerprint: row[1], sha256: row[2], bytes: row[3])
        }
        return artifacts
    }

    package func put(results: [(fingerprint: String, json: Data)]) throws {
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO results (fingerprint, result, used, digest) VALUES (?, ?, ?, ?)
                ON CONFLICT (fingerprint) DO UPDATE
                SET result = excluded.result, used = excluded.used, digest = excluded.digest
                WHERE result <> excluded.result OR digest IS NOT excluded.digest
                """)
        for result in results {
            let digest = Ledger.digest(of: result.json, fingerprint: result.fingerprint)
            try statement.execute(arguments: [result.fingerprint, result.json, now, digest])
        }
    }

    /// Writes the sources that differ from the database, and their arrivals.
    package func put(sources: [LedgerSource]) throws {
        let find = try db.cachedStatement(sql: "SELECT \(LedgerSource.columns) FROM sources WHERE path = ?")
        for source in sources {
            let known = try LedgerSource.fetchOne(find, arguments: [source.path])
            guard known != source else { continue }
            if let known, known.sha256 != source.sha256 { try close(known, as: .replaced) }
            if let known, known.fingerprint != source.fingerprint { try touchResult(of: known) }
            try putArrival(of: source)
            try put(source)
        }
    }

    /// Removes all sources except the given ones. Their arrivals are kept and get the outcome `removed`.
    package func removeSources(except paths: Set<String>) throws {
        let known = try String.fetchAll(db, sql: "SELECT path FROM sources")
        try remove(sources: Set(known).subtracting(paths))
    }

    /// Removes these sources. Their arrivals are kept and get the outcome `removed`.
    package func remove(sources paths: Set<String>) throws {
        let find = try db.cachedStatement(sql: "SELECT \(LedgerSource.columns) FROM sources WHERE path = ?")
        let delete = try db.cachedStatement(sql: "DELETE FROM sources WHERE path = ?")
        for path in paths.sorted() {
            guard let source = try LedgerSource.fetchOne(find, arguments: [path]) else { continue }
            try close(source, as: .removed)
            try touchResult(of: source)
            try delete.execute(arguments: [path])
        }
    }

    /// Writes the artifacts that differ from the database.
    package func put(artifacts: [LedgerArtifact]) throws {
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO artifacts (key, fingerprint, sha256, bytes) VALUES (?, ?, ?, ?)
                ON CONFLICT (key) DO UPDATE
                SET fingerprint = excluded.fingerprint, sha256 = excluded.sha256, bytes = excluded.bytes
                WHERE fingerprint <> excluded.fingerprint OR sha256 <> excluded.sha256 OR bytes <> excluded.bytes
                """)
        for artifact in artifacts {
            try statement.execute(
                arguments: [artifact.key, artifact.fingerprint, artifact.sha256, artifact.bytes])
        }
    }

    /// Removes the artifacts with these keys. Unknown keys are ignored.
    func remove(artifacts keys: Set<String>) throws {
        let statement = try db.cachedStatement(sql: "DELETE FROM artifacts WHERE key = ?")
        for key in keys.sorted() { try statement.execute(arguments: [key]) }
    }

    func removeArtifacts(except keys: Set<String>) throws {
        let known = try String.fetchAll(db, sql: "SELECT key FROM artifacts")
        try remove(artifacts: Set(known).subtracting(keys))
    }

    private func put(_ source: LedgerSource) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO sources (\(LedgerSource.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (path) DO UPDATE SET
                    size = excluded.size, modified = excluded.modified, changed = excluded.changed,
                    inode = excluded.inode, device = excluded.device, sha256 = excluded.sha256,
                    pack = excluded.pack, id = excluded.id, state = excluded.state,
                    fingerprint = excluded.fingerprint, reason = excluded.reason
                """
        ).execute(arguments: source.arguments)
    }

    private func putArrival(of source: LedgerSource) throws {
        guard let sha256 = source.sha256 else { return }
        try db.cachedStatement(
            sql: """
                INSERT INTO arrivals (path, sha256, outcome) VALUES (?, ?, ?)
                ON CONFLICT (path, sha256) DO UPDATE SET outcome = excluded.outcome WHERE outcome <> excluded.outcome
                """
        ).execute(arguments: [source.path, sha256, source.state.rawValue])
    }

    /// Sets the final outcome of the arrival of a source's earlier content.
    private func close(_ source: LedgerSource, as outcome: ContentOutcome) throws {
        guard let sha256 = source.sha256 else { return }
        try db.cachedStatement(sql: "UPDATE arrivals SET outcome = ? WHERE path = ? AND sha256 = ?")
            .execute(arguments: [outcome.word, source.path, sha256])
    }

    /// Records that the result of a source was needed until now. Pruning first removes the results that were not needed
    /// for the longest time.
    private func touchResult(of source: LedgerSource) throws {
        guard let fingerprint = source.fingerprint else { return }
        try db.cachedStatement(sql: "UPDATE results SET used = ? WHERE fingerprint = ?")
            .execute(arguments: [now, fingerprint])
    }
}
