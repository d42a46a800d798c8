import EngineSupport
import FileAccess
import Glibc
import Publishing
import StickerConfiguration

/// A lock for exclusive use of an output. Only one process at a time can hold the lock. The kernel releases it when the
/// process ends or is killed.
package final class OutputLock: Sendable {
    /// The name of the lock file in the state folder. The file is never removed, because a lock on a removed file does
    /// not exclude other processes.
    package static let fileName = "lock"

    /// The absolute path of the lock file.
    package let path: String
    /// The descriptor of the lock file.
    private let descriptor: Int32
    /// The descriptors of the locked folders.
    private let folders: [Int32]

    private init(path: String, descriptor: Int32, folders: [Int32]) {
        self.path = path
        self.descriptor = descriptor
        self.folders = folders
    }

    /// Takes the lock of an output without waiting.
    ///
    /// The state folder and the output folder are also locked. This excludes a process that uses another path or
    /// another state folder, or that starts after the lock file was removed.
    ///
    /// - Parameters:
    ///   - configuration: the configuration. The output folder and the state folder are created if necessary.
    ///   - command: the command line of this process, such as `stickerd watch`. Other processes show it in their
    ///     messages.
    /// - Throws: `EngineError.outputInUse` if another process holds the lock, with that process and the locked folder;
    ///   another `EngineError` if a folder or the lock file cannot be created.
    package static func take(_ configuration: Configuration, command: String) throws -> OutputLock {
        let state = configuration.stateFolder
        try StateFolder.make(at: state)
        do {
            try OutputFolder(configuration.out).makeFolder("")
        } catch let error as PublishError {
            throw EngineError(error)
        }
        return try take(folder: state, command: command, with: [state, configuration.out])
    }

    /// Takes a lock without waiting. Locks only the lock file, and no folders.
    ///
    /// - Parameters:
    ///   - folder: the absolute path of the folder for the lock file. The folder is created if necessary.
    ///   - command: the command line of this process. Other processes show it in their messages.
    ///   - file: the name of the lock file. Different names are different locks.
    /// - Throws: the errors of `take(_:command:)`.
    package static func take(folder: String, command: String, file: String = fileName) throws -> OutputLock {
        try take(folder: folder, command: command, file: file, with: [])
    }

    private static func take(
        folder: String, command: String, file: String = fileName, with folders: [String]
    ) throws -> OutputLock {
        try StateFolder.make(at: folder)
        let path = folder + "/" + file
        // O_CLOEXEC prevents workers from inheriting the descriptor. A worker could hold the lock longer than this
        // process.
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw EngineError.environment(errno: errno, path: path, action: "open the lock")
        }
        var locked: [Int32] = []
        do {
            if let code = lock(descriptor) {
                guard code == EWOULDBLOCK else {
                    throw EngineError.environment(errno: code, path: path, action: "lock the output")
                }
                throw EngineError.outputInUse(path: folder, holder: holder(descriptor)?.description ?? anybody)
            }
            for folder in folders { if let folder = try lock(folder: folder) { locked.append(folder) } }
        } catch {
            for descriptor in locked + [descriptor] { FileLock.release(descriptor) }
            throw error
        }
        let taken = OutputLock(path: path, descriptor: descriptor, folders: locked)
        taken.write("\(getpid()) \(command)\n")
        return taken
    }

    /// Locks a file without waiting.
    ///
    /// - Returns: the errno of the failure. Nil if the file is now locked.
    private static func lock(_ descriptor: Int32) -> Int32? {
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EINTR else { return errno }
        }
        return nil
    }

    /// Locks a folder without waiting.
    ///
    /// - Returns: the descriptor of the locked folder. Nil if the file system, such as NFS, does not support locks on
    ///   folders.
    private static func lock(folder: String) throws -> Int32? {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw EngineError.environment(errno: errno, path: folder, action: "lock the folder")
        }
        guard let code = lock(descriptor) else { return descriptor }
        defer { close(descriptor) }
        guard code == EWOULDBLOCK else { return nil }
        throw EngineError.outputInUse(path: folder, holder: LockHolder.of(descriptor)?.description ?? anybody)
    }

    /// Whether any process holds a lock.
    package static func isHeld(folder: String, file: String) -> Bool {
        let descriptor = open(folder + "/" + file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { FileLock.release(descriptor) }
        return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }

    /// Whether any process holds a lock. Suitable for frequent calls: if the file contains no process name, this method
    /// returns false and does not try to lock the file. An attempt could exclude a process that takes the lock at the
    /// same time. On a full disk, the name is missing, and the result is false although the lock is held.
    package static func isHeldByName(folder: String, file: String) -> Bool {
        var status = stat()
        return stat(folder + "/" + file, &status) == 0 && status.st_size > 0 && isHeld(folder: folder, file: file)
    }

    deinit {
        // The file is released last. If a process can lock the file but not a folder, a process with another state
        // folder therefore holds the folder.
        for folder in folders.reversed() { FileLock.release(folder) }
        // The name is removed first, so that the file never contains the name of a process that does not hold the lock.
        ftruncate(descriptor, 0)
        FileLock.release(descriptor)
    }

    /// Replaces the content of the lock file with the name of this process. Errors are ignored, because a full disk
    /// must not prevent locking.
    private func write(_ text: String) {
        guard ftruncate(descriptor, 0) == 0 else { return }
        _ = text.withCString { pwrite(descriptor, $0, strlen($0), 0) }
    }

    private static let anybody = "another stickerd"

    /// Reads the process that wrote its name to the lock file. Nil if the file contains no name.
    private static func holder(_ descriptor: Int32) -> LockHolder? {
        var buffer = [UInt8](repeating: 0, count: 1024)
        let count = pread(descriptor, &buffer, buffer.count, 0)
        let line = String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self).split(separator: "\n").first ?? ""
        let words = line.split(separator: " ", maxSplits: 1)
        guard words.count == 2, let pid = Int(words[0]) else { return nil }
        return LockHolder(process: pid, command: String(words[1]))
    }

    /// The process that currently uses an output. Nil if no process uses it.
    ///
    /// The kernel's list of locks is read first, because an attempt to lock the file could exclude a process that takes
    /// the lock at the same time.
    package static func currentHolder(_ configuration: Configuration) -> LockHolder? {
        let descriptor = open(configuration.stateFolder + "/" + fileName, O_RDONLY | O_CLOEXEC)
        if descriptor >= 0 {
            defer { FileLock.release(descriptor) }
            let named = holder(descriptor)
            if let listed = LockHolder.of(descriptor) { return named?.process == listed.process ? named : listed }
            // The named process may be in another container, or may have been killed. An attempt to lock the file shows
            // whether it still holds the lock.
            if let named, flock(descriptor, LOCK_SH | LOCK_NB) != 0, errno == EWOULDBLOCK { return named }
        }
        // A process with another state folder may have locked the output folder.
        let out = open(configuration.out, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard out >= 0 else { return nil }
        defer { close(out) }
        return LockHolder.of(out)
    }
}
