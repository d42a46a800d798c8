import FileAccess
import Foundation
import GRDB
import Glibc
import Publishing
import StickerManifest

/// The decisions about stickers: an SQLite file separate from the state database, and a journal that can restore it. The state database
/// can be rebuilt from the drop folder, decisions cannot.
///
/// All methods run on a thread that may block. They throw `DecisionError`.
package struct DecisionStore: Sendable {
    /// The database's name in the state folder.
    package static let fileName = "decisions.sqlite"
    /// The journal's name in the state folder.
    package static let journalName = DecisionJournal.fileName

    let storage: DecisionStorage

    /// Absolute path of the database.
    package var path: String { storage.path }

    /// All decisions, in the order in which they count: of those about one image the last.
    package func all() async throws -> [Decision] {
        try await BlockingExecutor.run { [storage] in try storage.records().inOrder }
    }

    /// The decisions about one sticker, whatever it looked like, in the order in which they count.
    package func history(pack: String, sticker: String) async throws -> [Decision] {
        try await BlockingExecutor.run { [storage] in
            try storage.records().filter { $0.decision.pack == pack && $0.decision.sticker == sticker }.inOrder
        }
    }

    /// Stores new decisions of people, and the reviewed images: all of them or none. They override all earlier
    /// decisions, regardless of the clock.
    ///
    /// - Parameter keep: keeps the pictures of stickers that are approved or sent back. If it throws, nothing is stored.
    /// - Throws: `DecisionError.refused` if one of them cannot be stored, and the errors of `keep`.
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

    /// Imports decisions from elsewhere in one transaction; existing ones are skipped. A later decision of this store
    /// about a sticker stays valid. A time in the future is replaced by the time of the import.
    ///
    /// - Parameter keep: keeps the picture of one sticker, as in `decide`.
    /// - Returns: the new decisions, and those that contradict decisions of this store.
    /// - Throws: `DecisionError.refused` if one of them cannot be stored; then none is. The errors of `keep`.
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

    /// The result that `add` would have now. Nothing is stored.
    ///
    /// - Throws: `DecisionError.refused` if one of the decisions cannot be stored.
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

    /// Removes pictures that no decision needs, while no decision is added.
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
    /// A state of the two files: which they are, how long, and how often the database was changed.
    package struct Revision: Sendable, Hashable {
        fileprivate var files: [[UInt64]] = []
        fileprivate var counter: [UInt8] = []
    }

    /// Opens the decisions of a state folder, and creates the folder and files if necessary. The database and the
    /// journal are checked, and each is repaired from the other.
    ///
    /// - Parameter notice: called with repairs, now and later.
    /// - Throws: `DecisionError`, or `PublishError` if the folder cannot be created.
    package static func open(folder: String, notice: @escaping @Sendable (String) -> Void = { _ in }) async throws
        -> DecisionStore
    {
        try await BlockingExecutor.run {
            try OutputFolder(folder).makeFolder("")
            return DecisionStore(storage: try DecisionStorage(folder: folder, notice: notice))
        }
    }

    /// Opens the decisions of a state folder if there are any.
    ///
    /// - Returns: nil if there are none. No file is created then.
    /// - Throws: `DecisionError`.
    package static func existing(folder: String, notice: @escaping @Sendable (String) -> Void = { _ in }) async throws
        -> DecisionStore?
    {
        let names = [fileName, journalName]
        guard names.contains(where: { access(folder + "/" + $0, F_OK) == 0 }) else { return nil }
        return try await open(folder: folder, notice: notice)
    }

    /// All decisions, in the order in which they count. Without decisions, no file is created.
    ///
    /// - Throws: `DecisionError`.
    package static func decisions(folder: String, notice: @escaping @Sendable (String) -> Void = { _ in }) async throws
        -> [Decision]
    {
        try await existing(folder: folder, notice: notice)?.all() ?? []
    }

    /// Whether a decision was stored after a file was written, or the file does not exist.
    package func isNewer(than path: String) -> Bool {
        func modified(_ path: String) -> [Int]? {
            var status = stat()
            return stat(path, &status) == 0 ? [status.st_mtim.tv_sec, status.st_mtim.tv_nsec] : nil
        }
        guard let stored = modified(storage.folder + "/" + DecisionStore.journalName) else { return false }
        return modified(path).map { $0.lexicographicallyPrecedes(stored) } ?? true
    }

    /// The state that the files are in.
    package static func revision(folder: String) -> Revision {
        var revision = Revision()
        for name in [fileName, journalName] {
            var status = stat()
            guard stat(folder + "/" + name, &status) == 0 else { continue }
            revision.files.append([UInt64(status.st_dev), UInt64(status.st_ino), UInt64(status.st_size)])
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
