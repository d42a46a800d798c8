import FileAccess
import Foundation
import Glibc
import Publishing
import StickerCatalog

extension DecisionBook {
    /// A state of the two files: which they are, how long, and how often the database was changed.
    package struct Revision: Sendable, Hashable {
        fileprivate var files: [[UInt64]] = []
        fileprivate var counter: [UInt8] = []
    }

    /// Opens the decisions of a state folder; makes the folder and the files where there are none. The database and the
    /// journal are checked, and each is repaired from the other.
    ///
    /// - Parameter notice: called with what was repaired, now and whenever something happens to the files later.
    /// - Throws: `DecisionError`, `PublishError` when the folder cannot be made.
    package static func open(folder: String, notice: @escaping @Sendable (String) -> Void = { _ in }) async throws
        -> DecisionBook
    {
        try await OwnThread.run {
            try OutputFolder(folder).makeFolder("")
            return DecisionBook(storage: try DecisionStorage(folder: folder, notice: notice))
        }
    }

    /// Opens the decisions of a state folder where there are any.
    ///
    /// - Returns: nil, and no file is made, where nobody ever decided.
    /// - Throws: `DecisionError`.
    package static func existing(folder: String, notice: @escaping @Sendable (String) -> Void = { _ in }) async throws
        -> DecisionBook?
    {
        let names = [fileName, journalName]
        guard names.contains(where: { access(folder + "/" + $0, F_OK) == 0 }) else { return nil }
        return try await open(folder: folder, notice: notice)
    }

    /// All decisions, in the order in which they count; none, and no file is made, where there are none.
    ///
    /// - Throws: `DecisionError`.
    package static func decisions(folder: String, notice: @escaping @Sendable (String) -> Void = { _ in }) async throws
        -> [Decision]
    {
        try await existing(folder: folder, notice: notice)?.all() ?? []
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
