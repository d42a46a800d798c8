import FileAccess
import Foundation
import GRDB
import JobModel

/// The state database, which is a single SQLite file. It contains the files of the drop folder, the outcome of each
/// content that ever appeared there, and the rendering results, so that no source is rendered twice. If the file is
/// deleted, only the history is lost. All other data are restored from the drop folder.
///
/// All methods run on the queue of the database and do not block the calling task. They throw `EngineError`. If the
/// task is cancelled, they throw `CancellationError` and write nothing.
package struct Ledger: Sendable {
    /// The name of the file in the state folder.
    package static let fileName = "ledger.sqlite"

    /// The absolute path of the file.
    package let path: String
    let queue: DatabaseQueue
    /// Closes the database when it is no longer used. Nil if the database is open only for reading.
    var closing: LedgerClosing?

    /// The SHA-256 and the timestamps of every file that has been read, by path.
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

    /// The rows of all files in the drop folder at the last commit, sorted by path.
    package func sources() async throws -> [LedgerSource] {
        try await read { db in
            try LedgerSource.fetchAll(db, sql: "SELECT \(LedgerSource.columns) FROM sources ORDER BY path")
        }
    }

    /// The rows of the files with these statuses, sorted by path.
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

    /// The number of files with other statuses than `state`.
    package func count(except state: SourceStatus) async throws -> Int {
        try await read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM sources WHERE state <> ?", arguments: [state.rawValue]) ?? 0
        }
    }

    /// The stored results with these fingerprints. Results in the format of an older version and damaged results, whose
    /// checksum is wrong, are omitted.
    ///
    /// - Parameters:
    ///   - areCompact: whether the results are returned in compact form, which saves memory in a run over a large
    ///     library.
    ///   - notice: called with a message if results are damaged.
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
                "\(path): \(damaged) stored \(damaged == 1 ? "result is" : "results are") damaged (wrong checksum) and "
                    + "rendered again. Check the disk.")
        }
        return results
    }

    /// The maximum number of results whose JSON is in memory at the same time.
    private static let resultsAtOnce = 2_000

    /// - Returns: the intact results by fingerprint, and the number of damaged results.
    private func storedResults(
        of fingerprints: ArraySlice<String>, areCompact: Bool
    ) async throws -> (results: [String: StickerResult], damaged: Int) {
        let wanted = try String(decoding: JSONEncoder().encode(Array(fingerprints)), as: UTF8.self)
        let stored = try await read { db in
            let statement = try db.cachedStatement(
                sql:
                    "SELECT fingerprint, result, digest FROM results WHERE fingerprint IN (SELECT value FROM json_each(?))"
            )
            return try Row.fetchAll(statement, arguments: [wanted]).map {
                row -> (fingerprint: String, json: Data, digest: String?) in (row[0], row[1], row[2])
            }
        }
        guard !stored.isEmpty else { return ([:], 0) }
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

    /// The subset of fingerprints for which a result is stored. The result may be damaged.
    package func storedResults(among fingerprints: some Sequence<String>) async throws -> Set<String> {
        let wanted = try String(decoding: JSONEncoder().encode(Array(fingerprints)), as: UTF8.self)
        return try await read { db in
            try String.fetchSet(
                db, sql: "SELECT fingerprint FROM results WHERE fingerprint IN (SELECT value FROM json_each(?))",
                arguments: [wanted])
        }
    }

    /// The checksum of a stored result together with its fingerprint, in lower-case hexadecimal.
    static func digest(of result: Data, fingerprint: String) -> String {
        var digest = StructuredHasher()
        digest.add(fingerprint)
        result.withUnsafeBytes { digest.add($0) }
        return digest.text
    }

    /// The rows of sheets and icons, by key.
    package func artifacts() async throws -> [String: LedgerArtifact] {
        try await read { db in try LedgerWriter.artifacts(in: db) }
    }

    /// Records changes in one transaction. Files and artifacts that are not in the batch are unchanged.
    ///
    /// - Returns: the number of written rows. If it is 0, the file is not changed.
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

    /// Records a run that has examined the whole library, in one transaction. Files and artifacts that are not in the
    /// batch are removed. If the batch contains no record of a complete state, the previous record is also removed.
    ///
    /// - Returns: the number of written rows. If it is 0, the file is not changed.
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

    /// Removes old results. Keeps the results of existing files, and the `count` most recently used other results.
    ///
    /// - Parameters:
    ///   - count: the number of unneeded results to keep, so that a source that returns need not be rendered.
    ///   - fingerprints: the fingerprints of results that are also kept, because the manifest or snapshots need them.
    /// - Returns: the number of removed results.
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

    /// Removes the results of sources that no worker could render, so that these sources are rendered again.
    ///
    /// - Returns: the number of written rows.
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

    /// Encodes the results as JSON. The keys are sorted, so that equal results have equal bytes.
    private static func encoded(_ results: [String: StickerResult]) throws -> [(fingerprint: String, json: Data)] {
        let encoder = JSONEncoder.sorted
        return try results.sorted { $0.key < $1.key }.map { ($0.key, try encoder.encode($0.value)) }
    }
}
