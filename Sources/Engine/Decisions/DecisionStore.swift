import FileAccess
import Foundation
import GRDB
import Glibc
import Publishing
import StickerManifest

/// The decisions about stickers, in an SQLite database and a journal from which the database can be restored. The
/// decisions are separate from the state database, because only the state database can be rebuilt from the drop folder.
///
/// All methods run on a thread that may block, and throw `DecisionError`.
package struct DecisionStore: Sendable {
    /// The name of the database in the state folder.
    package static let fileName = "decisions.sqlite"
    /// The name of the journal in the state folder.
    package static let journalName = DecisionJournal.fileName

    let storage: DecisionStorage

    /// All decisions in order of precedence. The last decision about an image is valid.
    package func all() async throws -> [Decision] {
        try await BlockingExecutor.run { [storage] in try storage.records().inOrder }
    }

    /// All decisions about one sticker, including those about its earlier images, in order of precedence.
    package func history(pack: String, sticker: String) async throws -> [Decision] {
        try await BlockingExecutor.run { [storage] in
            try storage.records().filter { $0.decision.pack == pack && $0.decision.sticker == sticker }.inOrder
        }
    }

    /// Stores new decisions and the reviewed pictures, either all or none. The decisions take precedence over all
    /// earlier ones, regardless of the clock.
    ///
    /// - Parameter keep: stores the reviewed pictures. If it throws, nothing is stored.
    /// - Throws: `DecisionError.refused` if a decision cannot be stored; the errors of `keep`.
    package func decide(
        _ decisions: [Decision], keeping keep: @escaping @Sendable ([Decision]) throws -> Void = { _ in }
    ) async throws {
        try DecisionStore.check(decisions)
        try await BlockingExecutor.run { [storage] in
            _ = try storage.add { db in
                let recorded = Decision.time(Date())
                var number = try DecisionStore.nextNumber(db)
                return try decisions.map { decision in
                    var record = DecisionRecord(number: number, decision: decision, recorded: recorded, batch: nil)
                    try record.insertAsNew(db)
                    number += 1
                    return record
                }
            } finish: {
                try keep($0.map(\.decision).filter { $0.outcome != .reopened })
            }
        }
    }

    /// Imports decisions in one transaction. Decisions that are already stored are skipped. If this store has a later
    /// decision about a sticker, that decision remains valid. A decision whose time is in the future is treated as made
    /// at the time of the import.
    ///
    /// - Parameter keep: stores the picture of one decision. If it throws, nothing is imported.
    /// - Returns: the number of new decisions, and the conflicts with decisions of this store.
    /// - Throws: `DecisionError.refused` if a decision cannot be stored. Nothing is imported then. The errors of
    ///   `keep`.
    @discardableResult
    package func add(_ decisions: [Decision], keeping keep: @escaping @Sendable (Decision) throws -> Void = { _ in })
        async throws -> DecisionImport
    {
        try DecisionStore.check(decisions)
        return try await BlockingExecutor.run { [storage] in
            var effect = DecisionImport()
            _ = try storage.add { db in
                let existing = try DecisionDatabase.records(in: db).records
                let number = try DecisionStore.nextNumber(db)
                let added = try DecisionImport.records(of: decisions, notIn: existing, from: number).filter {
                    try $0.insert(db)
                }
                effect = DecisionImport(of: added, into: existing)
                return added
            } finish: {
                for record in $0 where record.decision.outcome != .reopened { try keep(record.decision) }
            }
            return effect
        }
    }

    /// The effect that an import would have. Stores nothing.
    ///
    /// - Throws: `DecisionError.refused` if a decision cannot be stored.
    package static func preview(of decisions: [Decision], folder: String) async throws -> DecisionImport {
        try check(decisions)
        let store = try await existing(folder: folder)
        return try await BlockingExecutor.run {
            let existing = try store?.storage.records() ?? []
            let number = (existing.last?.number ?? 0) + 1
            return DecisionImport(
                of: DecisionImport.records(of: decisions, notIn: existing, from: number), into: existing)
        }
    }

    /// Removes pictures that no decision needs. Other processes cannot add decisions during the call.
    package func prune(_ pictures: ReviewedPictures) async throws {
        try await BlockingExecutor.run { [storage] in
            _ = try storage.add { db in
                pictures.prune(try DecisionDatabase.records(in: db).records.inOrder)
                return []
            }
        }
    }

    private static func check(_ decisions: [Decision]) throws {
        if let problem = decisions.lazy.compactMap(\.validationError).first { throw DecisionError.refused(problem) }
    }

    private static func nextNumber(_ db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT max(number) + 1 FROM decisions") ?? 1
    }
}

extension DecisionStore {
    /// Identifies the current content of both files, by their identities, their sizes and the change counter of the
    /// database.
    package struct Revision: Sendable, Hashable {
        fileprivate var files: [[UInt64]] = []
        fileprivate var counter: [UInt8] = []
    }

    /// Opens the decisions of a state folder. Creates the folder and the files if they do not exist. Checks the
    /// database and the journal, and repairs each from the other.
    ///
    /// - Parameter notice: called with a message about each repair, now and later.
    /// - Throws: `DecisionError`; `PublishError` if the folder cannot be created.
    package static func open(folder: String, notice: @escaping @Sendable (String) -> Void = { _ in }) async throws
        -> DecisionStore
    {
        try await BlockingExecutor.run {
            try OutputFolder(folder).makeFolder("")
            return DecisionStore(storage: try DecisionStorage(folder: folder, notice: notice))
        }
    }

    /// Opens the decisions of a state folder, if it contains any. Creates no files.
    ///
    /// - Returns: nil without decision files.
    /// - Throws: `DecisionError`.
    package static func existing(folder: String, notice: @escaping @Sendable (String) -> Void = { _ in }) async throws
        -> DecisionStore?
    {
        let names = [fileName, journalName]
        guard names.contains(where: { access(folder + "/" + $0, F_OK) == 0 }) else { return nil }
        return try await open(folder: folder, notice: notice)
    }

    /// All decisions of a state folder, in order of precedence. Creates no files.
    ///
    /// - Throws: `DecisionError`.
    package static func decisions(folder: String, notice: @escaping @Sendable (String) -> Void = { _ in }) async throws
        -> [Decision]
    {
        try await existing(folder: folder, notice: notice)?.all() ?? []
    }

    /// Whether a decision was stored after a file was written, or the file does not exist.
    package func isNewer(than path: String) -> Bool {
        guard let stored = FileStat(at: storage.folder + "/" + DecisionStore.journalName) else { return false }
        return FileStat(at: path).map { $0.modified < stored.modified } ?? true
    }

    /// Identifies the current content of the decision files in a state folder.
    package static func revision(folder: String) -> Revision {
        var revision = Revision()
        for name in [fileName, journalName] {
            guard let stamp = FileStat(at: folder + "/" + name) else { continue }
            revision.files.append([stamp.device, stamp.inode, UInt64(stamp.size)])
        }
        let descriptor = Glibc.open(folder + "/" + fileName, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return revision }
        defer { close(descriptor) }
        // https://sqlite.org/fileformat2.html#file_change_counter
        var counter = [UInt8](repeating: 0, count: 4)
        if pread(descriptor, &counter, 4, 24) == 4 { revision.counter = counter }
        return revision
    }
}
