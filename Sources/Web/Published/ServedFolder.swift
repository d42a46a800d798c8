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
    func file(_ name: String, in folder: String? = nil) -> ServedFile? {
        guard ServedFolder.isPlain(name), folder.map(ServedFolder.isPlain) ?? true else { return nil }
        var directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { return nil }
        defer { close(directory) }
        if let folder {
            let inner = openat(directory, folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            close(directory)
            directory = inner
            guard directory >= 0 else { return nil }
        }
        // Without O_NONBLOCK, opening a pipe waits until somebody writes to it.
        let descriptor = openat(directory, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        return descriptor >= 0 ? ServedFile(descriptor) : nil
    }

    private static func isPlain(_ name: String) -> Bool {
        !name.isEmpty && name != "." && name != ".." && !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
    }
}
