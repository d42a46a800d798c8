import Glibc

/// The output folder as a server sees it: only ordinary files in it, at names that are plain, are opened, and no symbolic
/// link is followed. Its calls block.
struct ServedFolder: Sendable {
    /// Absolute path.
    let path: String

    /// - Parameters:
    ///   - folder: a folder directly in this one; nil for this one.
    ///   - name: a name without a slash.
    /// - Returns: nil when there is no ordinary file.
    /// - Throws: `WebError.cannotOpen` when there may be one, and it cannot be opened now.
    func file(_ name: String, in folder: String? = nil) throws -> ServedFile? {
        guard ServedFolder.isPlain(name), folder.map(ServedFolder.isPlain) ?? true else { return nil }
        guard var directory = try opened(path, at: AT_FDCWD, O_DIRECTORY) else { return nil }
        defer { close(directory) }
        if let folder {
            guard let inner = try opened(folder, at: directory, O_DIRECTORY | O_NOFOLLOW) else { return nil }
            close(directory)
            directory = inner
        }
        // Without O_NONBLOCK, opening a pipe waits until somebody writes to it.
        return try opened(name, at: directory, O_NOFOLLOW | O_NONBLOCK).flatMap { ServedFile($0) }
    }

    /// - Returns: nil when nothing is there, or something that is no file.
    private func opened(_ name: String, at directory: Int32, _ flags: Int32) throws -> Int32? {
        let descriptor = openat(directory, name, O_RDONLY | O_CLOEXEC | flags)
        guard descriptor < 0 else { return descriptor }
        let code = errno
        // ELOOP is a symbolic link that is not followed; ENXIO a socket.
        guard [ENOENT, ENOTDIR, ELOOP, ENXIO, ENAMETOOLONG].contains(code) else {
            throw WebError.cannotOpen(
                path: name == path ? path : "\(path)/…/\(name)", reason: String(cString: strerror(code)))
        }
        return nil
    }

    private static func isPlain(_ name: String) -> Bool {
        !name.isEmpty && name != "." && name != ".." && !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
    }
}
