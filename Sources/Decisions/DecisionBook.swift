import Foundation
import GRDB
import Pipeline
import StickerCatalog

/// What people decided about stickers, in an SQLite file of its own beside the ledger: the ledger can be made again from
/// the drop folder, decisions cannot.
///
/// All methods run on the database's own queue and block no task. They throw `DecisionError`.
package struct DecisionBook: Sendable {
    /// The file's name in the state folder.
    package static let fileName = "decisions.sqlite"

    /// Absolute path of the file.
    package let path: String
    let queue: DatabaseQueue

    /// All decisions, the oldest first.
    package func all() async throws -> [Decision] {
        try await read { try Decision.fetchAll($0, sql: "SELECT * FROM decisions ORDER BY decided, number") }
    }

    /// The decisions about one sticker, whatever it looked like; the oldest first.
    package func history(pack: String, sticker: String) async throws -> [Decision] {
        try await read { db in
            try Decision.fetchAll(
                db, sql: "SELECT * FROM decisions WHERE pack = ? AND sticker = ? ORDER BY decided, number",
                arguments: [pack, sticker])
        }
    }

    /// Keeps decisions, in one transaction.
    ///
    /// - Returns: how many of them were not there yet.
    /// - Throws: `DecisionError.refused` when one of them cannot be kept; then none is.
    @discardableResult
    package func add(_ decisions: [Decision]) async throws -> Int {
        try await add(decisions) { _ in }
    }

    /// Keeps decisions together with the pictures that were approved: no other process clears pictures away between the two.
    ///
    /// - Parameter keep: keeps the picture of one that is approved; what it throws is thrown, and then nothing is kept.
    /// - Returns: how many of them were not there yet.
    /// - Throws: `DecisionError`, and what `keep` throws.
    @discardableResult
    package func add(_ decisions: [Decision], keeping keep: @escaping @Sendable (Decision) throws -> Void) async throws
        -> Int
    {
        if let fault = decisions.lazy.compactMap(\.fault).first { throw DecisionError.refused(fault) }
        return try await alone { db in
            var added = 0
            for decision in decisions {
                if decision.verdict == .approved { try keep(decision) }
                try decision.insert(db, onConflict: .ignore)
                added += db.changesCount
            }
            return added
        }
    }

    /// Removes the pictures that no decision needs, while nobody adds one.
    package func prune(_ pictures: ApprovedPictures) async throws {
        try await alone { db in
            pictures.prune(try Decision.fetchAll(db, sql: "SELECT * FROM decisions ORDER BY decided, number"))
        }
    }

    /// While a body runs, no other process writes to the file.
    private func alone<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        do {
            return try await queue.writeWithoutTransaction { db in
                try db.beginTransaction(.immediate)
                do {
                    let value = try body(db)
                    try db.commit()
                    return value
                } catch {
                    try? db.rollback()
                    throw error
                }
            }
        } catch let error as DatabaseError {
            throw DecisionError.store(error, path: path)
        }
    }

    private func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        do {
            return try await queue.read(body)
        } catch let error as DatabaseError {
            throw DecisionError.store(error, path: path)
        }
    }
}

extension Decision: FetchableRecord, PersistableRecord {
    package static let databaseTableName = "decisions"
}

extension DecisionError {
    static func store(_ error: DatabaseError, path: String) -> DecisionError {
        .store(path: path, detail: error.message ?? "SQLite error \(error.extendedResultCode.rawValue)")
    }
}

extension [Decision] {
    /// What counts of decisions that are in the order of their time.
    package var reviews: Reviews {
        var last: [Reviews.Look: Decision] = [:]
        for decision in self { last[decision.look] = decision }
        return Reviews(last.compactMapValues(\.review))
    }
}
