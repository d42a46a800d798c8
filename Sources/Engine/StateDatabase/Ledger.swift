import FileAccess
import Foundation
import GRDB
import JobModel

/// The state database, one SQLite file: the known files, the outcome of each content that was ever dropped, and the
/// results, so that nothing is rendered twice. Deleting it loses only history: everything else is restored from the
/// drop folder.
///
/// All methods run on the database's own queue and block no task. They throw `EngineError`. If the task is cancelled,
/// they throw `CancellationError` and write nothing.
package struct Ledger: Sendable {
    /// The file's name in the state folder.
    package static let fileName = "ledger.sqlite"

    /// Absolute path of the file.
    package let path: String
    let queue: DatabaseQueue
    /// Nil if it is only read.
    var closing: LedgerClosing?

    /// The known digest of every file that was read, by path.
    package func digests() async throws -> [String: KnownDigest] {
        try await read { db in
            var digests: [String: KnownDigest] = [:]
            let rows = try Row.fetchCursor(
                db,
                sql: """
                    SELECT size, modified, changed, inode, device, path, sha256 FROM sources
                    WHERE size IS NOT NULL AND sha256 IS NOT NULL
                    """)
            while let row = try rows.next() {
                guard let stamp = FileStat(row: row, at: 0) else { continue }
                digests[row[5]] = KnownDigest(stamp: stamp, sha256: row[6])
            }
            return digests
        }
    }

    /// All files of the drop folder as they were at the last commit, in the order of their paths.
    package func sources() async throws -> [LedgerSource] {
        try await read { db in
            try LedgerSource.fetchAll(db, sql: "SELECT \(LedgerSource.columns) FROM sources ORDER BY path")
        }
    }

    /// The files of these states, in the order of their paths.
    package func sources(in states: Set<SourceStatus>) async throws -> [LedgerSource] {
        let words = try String(decoding: JSONEncoder().encode(states.map(\.rawValue).sorted()), as: UTF8.self)
        return try await read { db in
            try LedgerSource.fetchAll(
                db,
                sql: """
                    SELECT \(LedgerSource.columns) FROM sources WHERE state IN (SELECT value FROM json_each(?)) ORDER BY path
                    """, arguments: [words])
        }
    }

    /// The number of files in other states.
    package func count(except state: SourceStatus) async throws -> Int {
        try await read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM sources WHERE state <> ?", arguments: [state.rawValue]) ?? 0
        }
    }

    /// The results that are known of these fingerprints. One that an older stickerd wrote in another shape is not, nor is
    /// one that was damaged since: whose digest is not that of its bytes.
    ///
    /// - Parameters:
    ///   - areCompact: whether each is stored in compact form, for a run over a large library.
    ///   - notice: called with how many are damaged.
    package func results(
        for fingerprints: some Sequence<String>, areCompact: Bool = false, notice: (String) -> Void = { _ in }
    ) async throws -> [String: StickerResult] {
        let wanted = Array(Set(fingerprints))
        var (results, damaged): ([String: StickerResult], Int) = ([:], 0)
        results.reserveCapacity(wanted.count)
        for start in stride(from: 0, to: wanted.count, by: Ledger.resultsAtOnce) {
            let some = wanted[start..<min(start + Ledger.resultsAtOnce, wanted.count)]
            let (found, bad) = try await storedResults(of: some, areCompact: areCompact)
            results.merge(found) { $1 }
            damaged += bad
        }
        if damaged > 0 {
            notice(
                "\(path): \(damaged) stored \(damaged == 1 ? "result is" : "results are") damaged (wrong checksum) and made "
                    + "again. Check the disk.")
        }
        return results
    }

    /// The number of results whose JSON is in memory at a time.
    private static let resultsAtOnce = 2_000

    /// - Returns: results by fingerprint, and how many others are damaged.
    private func storedResults(
        of fingerprints: ArraySlice<String>, areCompact: Bool
    ) async throws -> (results: [String: StickerResult], damaged: Int) {
        let wanted = try String(decoding: JSONEncoder().encode(Array(fingerprints)), as: UTF8.self)
        let stored = try await read { db in
            try Row.fetchAll(
                db,
                sql:
                    "SELECT fingerprint, result, digest FROM results WHERE fingerprint IN (SELECT value FROM json_each(?))",
                arguments: [wanted]
            ).map { row -> (fingerprint: String, json: Data, digest: String?) in (row[0], row[1], row[2]) }
        }
        return try await BlockingExecutor.run {
            let decoder = JSONDecoder()
            var (results, damaged): ([String: StickerResult], Int) = ([:], 0)
            for entry in stored {
                guard entry.digest == Ledger.digest(of: entry.json, fingerprint: entry.fingerprint) else {
                    damaged += 1
                    continue
                }
                guard let result = try? decoder.decode(StickerResult.self, from: entry.json) else { continue }
                if areCompact { result.compact() }
                results[entry.fingerprint] = result
            }
            return (results, damaged)
        }
    }

    /// The fingerprints among these that a result is stored of, intact or not.
    package func storedResults(among fingerprints: some Sequence<String>) async throws -> Set<String> {
        let wanted = try String(decoding: JSONEncoder().encode(Array(fingerprints)), as: UTF8.self)
        return try await read { db in
            try String.fetchSet(
                db, sql: "SELECT fingerprint FROM results WHERE fingerprint IN (SELECT value FROM json_each(?))",
                arguments: [wanted])
        }
    }

    /// The digest of a stored result and its key, in lower-case hexadecimal.
    static func digest(of result: Data, fingerprint: String) -> String {
        var digest = StructuredHasher()
        digest.add(fingerprint)
        result.withUnsafeBytes { digest.add($0) }
        return digest.text
    }

    /// The rows of sheets, icons and the catalog, by key.
    package func artifacts() async throws -> [String: LedgerArtifact] {
        try await read { db in try LedgerWriter.artifacts(in: db) }
    }

    /// Records changes in one transaction. Files and artifacts that are not in the batch are unchanged.
    ///
    /// - Returns: the number of written rows; 0 leaves the file untouched.
    @discardableResult
    package func record(_ batch: LedgerBatch) async throws -> Int {
        guard !batch.isEmpty else { return 0 }
        let results = try Self.encoded(batch.results)
        return try await write { db in
            let writer = try LedgerWriter(db: db)
            try writer.put(results: results)
            try writer.put(sources: batch.sources)
            try writer.remove(sources: batch.removedSources)
            try writer.put(artifacts: batch.artifacts)
            try writer.remove(artifacts: batch.removedArtifacts)
            if let completion = batch.completion { try Ledger.put(completion, in: db) }
            if let report = batch.report { try Ledger.put(report, in: db) }
        }
    }

    /// Brings the state database in line with a run that has examined everything, in one transaction: files that are not named
    /// were removed, and artifacts that are not named are forgotten, as is the last complete state without a new one.
    ///
    /// - Returns: how many rows were written; 0 leaves the file untouched.
    @discardableResult
    package func commit(run: LedgerBatch) async throws -> Int {
        let results = try Self.encoded(run.results)
        return try await write { db in
            let writer = try LedgerWriter(db: db)
            try writer.put(results: results)
            try writer.put(sources: run.sources)
            try writer.removeSources(except: Set(run.sources.map(\.path)))
            try writer.put(artifacts: run.artifacts)
            try writer.removeArtifacts(except: Set(run.artifacts.map(\.key)))
            if let completion = run.completion {
                try Ledger.put(completion, in: db)
            } else {
                try Ledger.forgetCompletion(in: db)
            }
        }
    }

    /// Forgets old results. Results of existing files stay, and the `count` most recently used others, so that
    /// returning sources need no rendering.
    ///
    /// - Parameter fingerprints: the fingerprints of further results that stay, because they are published or saved.
    /// - Returns: the number of forgotten results.
    @discardableResult
    package func prune(keeping count: Int, besides fingerprints: Set<String> = []) async throws -> Int {
        let needed = try String(decoding: JSONEncoder().encode(fingerprints.sorted()), as: UTF8.self)
        return try await write { db in
            try db.execute(
                sql: """
                    DELETE FROM results WHERE fingerprint IN (
                        SELECT fingerprint FROM results
                        WHERE fingerprint NOT IN (SELECT fingerprint FROM sources WHERE fingerprint IS NOT NULL)
                            AND fingerprint NOT IN (SELECT value FROM json_each(?))
                        ORDER BY used DESC, fingerprint LIMIT -1 OFFSET ?)
                    """, arguments: [needed, max(count, 0)])
        }
    }

    /// Forgets the results of sources that no worker could render, so that they are tried again.
    ///
    /// - Returns: how many were forgotten.
    @discardableResult
    package func forgetFailures() async throws -> Int {
        try await write { db in
            let failed = """
                SELECT fingerprint FROM results, json_each(CAST(result AS TEXT), '$.findings') AS finding
                WHERE json_extract(finding.value, '$.rule') = '\(Rule.couldNotRender.id)'
                """
            try db.execute(sql: "UPDATE sources SET fingerprint = NULL WHERE fingerprint IN (\(failed))")
            try db.execute(sql: "DELETE FROM results WHERE fingerprint IN (\(failed))")
        }
    }

    /// Results in their stored form: with sorted keys, so that equal results have equal bytes.
    private static func encoded(_ results: [String: StickerResult]) throws -> [(fingerprint: String, json: Data)] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try results.sorted { $0.key < $1.key }.map { ($0.key, try encoder.encode($0.value)) }
    }
}
