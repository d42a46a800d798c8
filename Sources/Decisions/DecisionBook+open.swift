import Dispatch
import Foundation
import GRDB
import Glibc
import Pipeline

extension DecisionBook {
    /// A state of the file: SQLite counts its changes. Nil for a file that is not there.
    package struct Revision: Sendable, Hashable {
        fileprivate let bytes: [UInt8]?
    }

    /// Opens the decisions of a state folder; makes the folder and the file where there is none.
    ///
    /// - Throws: `DecisionError`, `PublishError` when the folder cannot be made.
    package static func open(folder: String) async throws -> DecisionBook {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(
                    with: Result {
                        try OutputFolder(folder).makeFolder("")
                        return try opened(folder + "/" + fileName)
                    })
            }
        }
    }

    /// What was decided; nothing, and no file is made, where nobody ever has.
    ///
    /// - Throws: `DecisionError`.
    package static func reviews(folder: String) async throws -> Reviews {
        try await decisions(folder: folder).reviews
    }

    /// All decisions, the oldest first; none, and no file is made, where there are none.
    ///
    /// - Throws: `DecisionError`.
    package static func decisions(folder: String) async throws -> [Decision] {
        guard access(folder + "/" + fileName, F_OK) == 0 else { return [] }
        return try await open(folder: folder).all()
    }

    /// The state that the file is in.
    package static func revision(folder: String) -> Revision {
        let descriptor = Glibc.open(folder + "/" + fileName, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return Revision(bytes: nil) }
        defer { close(descriptor) }
        // https://sqlite.org/fileformat2.html#file_change_counter
        var counter = [UInt8](repeating: 0, count: 4)
        return Revision(bytes: pread(descriptor, &counter, 4, 24) == 4 ? counter : [])
    }

    private static func opened(_ path: String) throws -> DecisionBook {
        var configuration = Configuration()
        configuration.label = "stickerd.decisions"
        configuration.busyMode = .timeout(5)
        // The journal and the syncing are the ledger's, for the same reasons.
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA journal_mode = TRUNCATE; PRAGMA synchronous = FULL")
        }
        do {
            if access(path, F_OK) != 0 { try make(path, configuration) }
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            let migrator = DecisionSchema.migrator
            let (isEmpty, id, isNewer, isCurrent) = try queue.read { db in
                (
                    try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema") == 0,
                    try Int.fetchOne(db, sql: "PRAGMA application_id"), try migrator.hasBeenSuperseded(db),
                    try migrator.hasCompletedMigrations(db)
                )
            }
            guard isEmpty || id == DecisionSchema.applicationID else {
                throw DecisionError.foreign(path: path, detail: "these are no decisions that stickerd keeps")
            }
            guard !isNewer else { throw DecisionError.foreign(path: path, detail: "a newer stickerd wrote it") }
            if !isCurrent { try migrator.migrate(queue) }
            return DecisionBook(path: path, queue: queue)
        } catch let error as DatabaseError {
            throw DecisionError.store(error, path: path)
        }
    }

    /// Makes an empty book under another name and gives it its own when it is finished: whoever opens it at the same time
    /// finds none or a whole one. Where there are no hard links, the one who opens it makes it.
    private static func make(_ path: String, _ configuration: GRDB.Configuration) throws {
        let draft = "\(path).\(UUID().uuidString)"
        defer { for suffix in ["", "-journal"] { unlink(draft + suffix) } }
        let queue = try DatabaseQueue(path: draft, configuration: configuration)
        try DecisionSchema.migrator.migrate(queue)
        try queue.close()
        _ = link(draft, path)
    }
}
