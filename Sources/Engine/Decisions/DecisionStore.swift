import FileAccess
import Foundation
import GRDB
import StickerCatalog

/// What people decided about stickers: an SQLite file of its own beside the ledger, and a journal from which it can be made
/// again. The ledger can be made again from the drop folder, decisions cannot.
///
/// All methods run on a thread that may block. They throw `DecisionError`.
package struct DecisionBook: Sendable {
    /// The database's name in the state folder.
    package static let fileName = "decisions.sqlite"
    /// The journal's name in the state folder.
    package static let journalName = DecisionJournal.fileName

    let storage: DecisionStorage

    /// Absolute path of the database.
    package var path: String { storage.path }

    /// All decisions, in the order in which they count: of those about one image the last.
    package func all() async throws -> [Decision] {
        try await OwnThread.run { [storage] in try storage.records().inOrder }
    }

    /// The decisions about one sticker, whatever it looked like, in the order in which they count.
    package func history(pack: String, sticker: String) async throws -> [Decision] {
        try await OwnThread.run { [storage] in
            try storage.records().filter { $0.decision.pack == pack && $0.decision.sticker == sticker }.inOrder
        }
    }

    /// Stores decisions that people made here just now, and the images that were approved: all of it or nothing. They
    /// count over everything before them, whatever the clock says.
    ///
    /// - Parameter keep: keeps the picture of one that is approved; what it throws is thrown, and then nothing is stored.
    /// - Throws: `DecisionError.refused` when one of them cannot be stored, and what `keep` throws.
    package func decide(_ decisions: [Decision], keeping keep: @escaping @Sendable (Decision) throws -> Void = { _ in })
        async throws
    {
        try DecisionBook.check(decisions)
        try await OwnThread.run { [storage] in
            _ = try storage.add { db in
                let recorded = Decision.time(Date())
                var number = try DecisionBook.nextNumber(db)
                return try decisions.map { decision in
                    var record = DecisionRecord(number: number, decision: decision, recorded: recorded, batch: nil)
                    try record.insertAsNew(db)
                    number += 1
                    return record
                }
            } finish: {
                for record in $0 where record.decision.verdict == .approved { try keep(record.decision) }
            }
        }
    }

    /// Imports decisions that were made elsewhere, or are here already, in one transaction. Where this store has a later
    /// decision about a sticker, that still counts; a time in the future is taken as the time of the import.
    ///
    /// - Parameter keep: as in `decide`.
    /// - Returns: how many of them were not there yet.
    /// - Throws: `DecisionError.refused` when one of them cannot be stored; then none is. What `keep` throws.
    @discardableResult
    package func add(_ decisions: [Decision], keeping keep: @escaping @Sendable (Decision) throws -> Void = { _ in })
        async throws -> Int
    {
        try DecisionBook.check(decisions)
        return try await OwnThread.run { [storage] in
            try storage.add { db in
                let recorded = Decision.time(Date())
                let batch = try DecisionBook.nextNumber(db)
                var added: [DecisionRecord] = []
                for decision in decisions {
                    let record = DecisionRecord(
                        number: batch + added.count, decision: decision, recorded: recorded, batch: batch)
                    if try record.insert(db) { added.append(record) }
                }
                return added
            } finish: {
                for record in $0 where record.decision.verdict == .approved { try keep(record.decision) }
            }.count
        }
    }

    /// Removes the pictures that no decision needs, while nobody adds one.
    package func prune(_ pictures: ApprovedPictures) async throws {
        try await OwnThread.run { [storage] in
            _ = try storage.add { db in
                pictures.prune(try DecisionDatabase.records(in: db).records.inOrder)
                return []
            }
        }
    }

    private static func check(_ decisions: [Decision]) throws {
        if let fault = decisions.lazy.compactMap(\.fault).first { throw DecisionError.refused(fault) }
    }

    private static func nextNumber(_ db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT max(number) + 1 FROM decisions") ?? 1
    }
}
