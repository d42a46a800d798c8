import EngineSupport
import Glibc
import Publishing
import StickerConfiguration

/// The right to write to an output: held by one process at a time, and given back by the kernel when that process ends,
/// however it ends.
package final class OutputLock: Sendable {
    /// The name of the file in the state folder. It is never removed, because a lock on a removed file excludes no
    /// other process.
    package static let fileName = "lock"

    /// Absolute path of the file.
    package let path: String
    /// The descriptor of the file.
    private let descriptor: Int32
    /// The descriptors of locked folders.
    private let folders: [Int32]

    private init(path: String, descriptor: Int32, folders: [Int32]) {
        self.path = path
        self.descriptor = descriptor
        self.folders = folders
    }

    /// Takes the lock of an output, or fails at once.
    ///
    /// The file in the state folder names the holder. The state folder and the output folder are locked as well. This
    /// excludes a process that uses another path or another state folder, or that starts after the file was removed.
    ///
    /// - Parameters:
    ///   - configuration: the configuration. Its output folder and state folder are created if necessary.
    ///   - command: the activity of this process for people, such as `stickerd watch`.
    /// - Throws: `EngineError.outputInUse` with the holding process and the folder that it holds; another `EngineError`
    ///   if a folder or the file cannot be created.
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

    /// Takes a lock, or fails at once.
    ///
    /// - Parameters:
    ///   - folder: the state folder, created if necessary.
    ///   - command: the activity of this process for people.
    ///   - file: the name of the lock in that folder. Other names exist for other exclusive work.
    /// - Throws: the errors of `take(_:command:)`.
    package static func take(folder: String, command: String, file: String = fileName) throws -> OutputLock {
        try take(folder: folder, command: command, file: file, with: [])
    }

    private static func take(
        folder: String, command: String, file: String = fileName, with folders: [String]
    ) throws -> OutputLock {
        try StateFolder.make(at: folder)
        let path = folder + "/" + file
        // No worker inherits it, or the lock would outlive this process.
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
            for descriptor in locked + [descriptor] { close(descriptor) }
            throw error
        }
        let taken = OutputLock(path: path, descriptor: descriptor, folders: locked)
        taken.write("\(getpid()) \(command)\n")
        return taken
    }

    /// - Returns: the errno of the failure. Nil if the file is now locked.
    private static func lock(_ descriptor: Int32) -> Int32? {
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EINTR else { return errno }
        }
        return nil
    }

    /// - Returns: the descriptor with the lock. Nil on a file system without locks on folders, such as NFS.
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

    /// Whether some process holds a lock now.
    package static func isHeld(folder: String, file: String) -> Bool {
        let descriptor = open(folder + "/" + file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }

    /// A cheap form of `isHeld` for frequent calls. It does not try a lock without a process name, because a process
    /// that takes it at that moment would be excluded. On a full disk names are missing, and a held lock is not
    /// noticed.
    package static func isHeldByName(folder: String, file: String) -> Bool {
        var status = stat()
        return stat(folder + "/" + file, &status) == 0 && status.st_size > 0 && isHeld(folder: folder, file: file)
    }

    deinit {
        // The file is released last. A process that finds the file free and a folder locked knows that another process
        // holds the folder.
        for folder in folders.reversed() { close(folder) }
        // Closing releases the lock. The name is removed first, so that it never names a process that has released the
        // lock.
        ftruncate(descriptor, 0)
        close(descriptor)
    }

    /// The name is only used in messages, so a full disk must not prevent locking.
    private func write(_ text: String) {
        guard ftruncate(descriptor, 0) == 0 else { return }
        _ = text.withCString { pwrite(descriptor, $0, strlen($0), 0) }
    }

    private static let anybody = "another stickerd"

    /// The process that wrote its name into the lock.
    private static func holder(_ descriptor: Int32) -> LockHolder? {
        var buffer = [UInt8](repeating: 0, count: 1024)
        let count = pread(descriptor, &buffer, buffer.count, 0)
        let line = String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self).split(separator: "\n").first ?? ""
        let words = line.split(separator: " ", maxSplits: 1)
        guard words.count == 2, let pid = Int(words[0]) else { return nil }
        return LockHolder(process: pid, command: String(words[1]))
    }

    /// The process that works on an output now. Nil if there is none.
    ///
    /// The kernel's list of locks is read first, because trying the lock could exclude a process that takes it at this
    /// moment.
    package static func currentHolder(_ configuration: Configuration) -> LockHolder? {
        let descriptor = open(configuration.stateFolder + "/" + fileName, O_RDONLY | O_CLOEXEC)
        if descriptor >= 0 {
            defer { close(descriptor) }
            let named = holder(descriptor)
            if let listed = LockHolder.of(descriptor) { return named?.process == listed.process ? named : listed }
            // It may be in another container, or have been killed: only then the lock is tried.
            if let named, flock(descriptor, LOCK_SH | LOCK_NB) != 0, errno == EWOULDBLOCK { return named }
        }
        // With another state folder.
        let out = open(configuration.out, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard out >= 0 else { return nil }
        defer { close(out) }
        return LockHolder.of(out)
    }
}
