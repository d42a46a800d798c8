import Glibc

/// The right to write to an output: held by one process at a time, and given back by the kernel when that process ends,
/// however it ends.
package final class OutputLock: Sendable {
    /// The file's name in the state folder. It is never removed: a lock on a removed file would keep nobody out.
    package static let fileName = "lock"

    /// Absolute path of the file.
    package let path: String
    private let descriptor: Int32

    private init(path: String, descriptor: Int32) {
        self.path = path
        self.descriptor = descriptor
    }

    /// Takes the lock at once or not at all.
    ///
    /// - Parameters:
    ///   - folder: the state folder; made where it is missing.
    ///   - command: what this process does, as people know it: `stickerd watch`.
    ///   - file: the lock's name in that folder; there are others for what must not be done twice at once.
    /// - Throws: `DaemonError.outputInUse` with the process that holds it; another `DaemonError` when the file cannot be
    ///   made.
    package static func take(folder: String, command: String, file: String = fileName) throws -> OutputLock {
        try StateFolder.make(at: folder)
        let path = folder + "/" + file
        // No worker inherits it, or the lock would outlive this process.
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw DaemonError.environment(errno: errno, path: path, action: "open the lock")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            defer { close(descriptor) }
            guard code == EWOULDBLOCK else {
                throw DaemonError.environment(errno: code, path: path, action: "lock the output")
            }
            throw DaemonError.outputInUse(path: folder, holder: holder(descriptor))
        }
        let lock = OutputLock(path: path, descriptor: descriptor)
        lock.write("\(getpid()) \(command)\n")
        return lock
    }

    /// Whether some process holds a lock now.
    static func isHeld(folder: String, file: String) -> Bool {
        let descriptor = open(folder + "/" + file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }

    deinit {
        // Closing gives the lock back; the name goes first, so that nobody reads the name of a process that has left.
        ftruncate(descriptor, 0)
        close(descriptor)
    }

    /// The name is for messages only: a full disk must not keep anybody from locking.
    private func write(_ text: String) {
        guard ftruncate(descriptor, 0) == 0 else { return }
        _ = text.withCString { pwrite(descriptor, $0, strlen($0), 0) }
    }

    /// Who holds the lock, in words.
    private static func holder(_ descriptor: Int32) -> String {
        var buffer = [UInt8](repeating: 0, count: 1024)
        let count = pread(descriptor, &buffer, buffer.count, 0)
        let line = String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self).split(separator: "\n").first ?? ""
        let words = line.split(separator: " ", maxSplits: 1)
        guard words.count == 2, let pid = Int(words[0]) else { return "another stickerd" }
        return "“\(words[1])” (process \(pid))"
    }
}
