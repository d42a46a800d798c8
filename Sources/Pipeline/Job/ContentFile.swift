import Foundation

/// Files named by what is in them.
package enum ContentFile {
    /// Writes bytes into a folder under the name `<sha256>.<extension>`, whole or not at all under that name.
    ///
    /// - Throws: `JobError.cannotWrite` with the system's error number, for example for a full disk.
    package static func write(_ bytes: [UInt8], fileExtension: String, folder: String) throws -> RenderedSticker.File {
        let file = RenderedSticker.File(
            sha256: Digest.sha256(bytes), bytes: bytes.count, fileExtension: fileExtension)
        try write(bytes, to: folder + "/" + file.contentName)
        return file
    }

    /// Writes bytes to a path, whole or not at all under that name.
    ///
    /// - Throws: `JobError.cannotWrite` with the system's error number and the path's folder.
    package static func write(_ bytes: [UInt8], to path: String) throws {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        // Each process has a name of its own: two sources can come to the same picture at the same time.
        let temporary = "\(path).\(getpid()).part"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw JobError.cannotWrite(path: folder, errno: errno) }
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                Foundation.write(descriptor, $0.baseAddress.map { $0 + written }, bytes.count - written)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let code = errno
                close(descriptor)
                unlink(temporary)
                throw JobError.cannotWrite(path: folder, errno: code)
            }
            written += count
        }
        guard close(descriptor) == 0, rename(temporary, path) == 0 else {
            let code = errno
            unlink(temporary)
            throw JobError.cannotWrite(path: folder, errno: code)
        }
    }
}
