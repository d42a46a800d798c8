import Foundation
import GRDB

extension Ledger {
    /// Removes the rows of all sheets and icons, and the record of the last complete state, so that the next run
    /// examines the whole library.
    package func forgetArtifacts() async throws {
        _ = try await write { db in
            try db.execute(sql: "DELETE FROM artifacts")
            try Self.forgetCompletion(in: db)
        }
    }

    /// Removes the rows of sheets and icons with these keys. Unknown keys are ignored.
    package func forgetArtifacts(_ keys: Set<String>) async throws {
        _ = try await write { db in
            let statement = try db.makeStatement(sql: "DELETE FROM artifacts WHERE key = ?")
            for key in keys.sorted() { try statement.execute(arguments: [key]) }
        }
    }

    /// Records the result of a rebuild.
    ///
    /// - Parameters:
    ///   - rebuild: the statistics of the rebuild as JSON.
    ///   - time: the start of the rebuild, which is the key of the row.
    package func record(rebuild: Data, at time: String) async throws {
        _ = try await write { db in
            try db.execute(
                sql: "INSERT OR REPLACE INTO nights (time, night) VALUES (?, ?)", arguments: [time, rebuild])
        }
    }

    /// The statistics of the last rebuilds as JSON, the oldest first.
    package func rebuilds(last count: Int) async throws -> [Data] {
        try await read { db in
            try Data.fetchAll(db, sql: "SELECT night FROM nights ORDER BY time DESC LIMIT ?", arguments: [count])
        }.reversed()
    }
}
