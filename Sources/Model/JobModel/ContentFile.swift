import FileAccess
import Foundation

/// Files named by their content.
package enum ContentFile {
    /// Writes bytes atomically into a folder, as the file `<sha256>.<extension>`.
    ///
    /// - Throws: `JobError.cannotWrite` with the system's error number, for example for a full disk.
    package static func write(_ bytes: [UInt8], fileExtension: String, folder: String) throws -> RenderedSticker.File {
        let file = RenderedSticker.File(
            sha256: Digest.sha256(bytes), bytes: bytes.count, fileExtension: fileExtension)
        try write(bytes, to: folder + "/" + file.contentName)
        return file
    }

    /// Writes bytes atomically to a path.
    ///
    /// - Throws: `JobError.cannotWrite` with the system's error number and the folder of the path.
    package static func write(_ bytes: some ContiguousBytes, to path: String) throws {
        try write(to: path) { draft in
            try bytes.withUnsafeBytes { try draft.write($0) }
            return path
        }
    }

    /// Writes a file under a temporary name, and renames it to its final name.
    ///
    /// - Parameters:
    ///   - place: a path in the same folder, with a name that only this process uses.
    ///   - body: writes the file and returns its final path.
    /// - Throws: `JobError.cannotWrite`, and the errors of `body`.
    static func write(to place: String, _ body: (Draft) throws -> String) throws {
        let folder = place.lastIndex(of: "/").map { String(place[..<$0]) } ?? "."
        // The name contains the process id, because two processes may write the same file at the same time.
        let temporary = "\(place).\(getpid()).part"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw JobError.cannotWrite(path: folder, errno: errno) }
        do {
            let path: String
            do {
                path = try body(Draft(descriptor: descriptor, folder: folder))
            } catch {
                close(descriptor)
                throw error
            }
            guard close(descriptor) == 0, rename(temporary, path) == 0 else {
                throw JobError.cannotWrite(path: folder, errno: errno)
            }
        } catch {
            unlink(temporary)
            throw error
        }
    }

    /// A file that does not have its final name yet.
    struct Draft {
        fileprivate let descriptor: Int32
        fileprivate let folder: String

        /// - Throws: `JobError.cannotWrite`.
        func write(_ bytes: UnsafeRawBufferPointer) throws {
            if let failure = bytes.write(to: descriptor) {
                throw JobError.cannotWrite(path: folder, errno: failure.code)
            }
        }
    }
}
