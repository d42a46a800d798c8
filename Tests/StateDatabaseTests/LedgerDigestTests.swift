import Foundation
import GRDB
import StateDatabase
import TestSupport
import Testing

@Suite("Checksums of stored results")
struct LedgerDigestTests {
    private func stored(in folder: TemporaryFolder) async throws -> Ledger {
        let ledger = try await Ledger.open(folder)
        try await ledger.record(LedgerBatch(results: ["one": result("1"), "two": result("2")]))
        return ledger
    }

    private func flip(_ column: String, in folder: TemporaryFolder) async throws {
        let bytes = try await folder.database().read { db in
            try Data.fetchOne(db, sql: "SELECT CAST(\(column) AS BLOB) FROM results WHERE fingerprint = 'one'")
                ?? Data()
        }
        var flipped = bytes
        flipped[flipped.count / 2] ^= 1
        let value = column == "digest" ? String(decoding: flipped, as: UTF8.self).databaseValue : flipped.databaseValue
        try await folder.database().write { db in
            try db.execute(sql: "UPDATE results SET \(column) = ? WHERE fingerprint = 'one'", arguments: [value])
        }
    }

    @Test(
        "a flipped bit in a result, or in its checksum, is found; it is not used, and is written again",
        arguments: ["result", "digest"])
    func flipped(column: String) async throws {
        let folder = try TemporaryFolder()
        let ledger = try await stored(in: folder)
        try await flip(column, in: folder)
        var notices: [String] = []
        let results = try await ledger.results(for: ["one", "two"]) { notices.append($0) }
        #expect(Set(results.keys) == ["two"])
        #expect(notices.map { $0.contains("1 stored result is damaged (wrong checksum)") } == [true])
        #expect(try await ledger.balance().imbalances.contains { $0.contains("stored result one is damaged") })
        try await ledger.record(LedgerBatch(results: ["one": result("1")]))
        #expect(Set(try await ledger.results(for: ["one", "two"]).keys) == ["one", "two"])
        #expect(try await ledger.balance().imbalances.isEmpty)
    }

    @Test("a state database without checksums, from an earlier version, keeps its results")
    func migrated() async throws {
        let folder = try TemporaryFolder()
        _ = try await stored(in: folder)
        try await folder.database().write { db in
            try db.execute(
                sql: """
                    ALTER TABLE results DROP COLUMN digest;
                    DELETE FROM grdb_migrations WHERE identifier = 'digests of results';
                    PRAGMA user_version = 2;
                    """)
        }
        let ledger = try await Ledger.open(folder)
        #expect(Set(try await ledger.results(for: ["one", "two"]).keys) == ["one", "two"])
    }
}
