import Glibc

/// A regular file that is open for reading, and closed when the value is destroyed.
package struct OpenFile: ~Copyable {
    private let descriptor: Int32

    /// - Parameter followsLinks: whether the path may be a symbolic link to the file.
    /// - Throws: `SystemCallError`; `notOrdinary` for anything except a regular file.
    package init(_ path: String, followsLinks: Bool = true) throws(SystemCallError) {
        try self.init(descriptor: open(path, Self.flags | (followsLinks ? 0 : O_NOFOLLOW)))
    }

    /// Opens a file in an open folder. A symbolic link at the end of the path is not followed.
    ///
    /// - Throws: `SystemCallError`; `notOrdinary` for anything except a regular file.
    package init(_ name: String, in folder: Int32) throws(SystemCallError) {
        try self.init(descriptor: openat(folder, name, Self.flags | O_NOFOLLOW))
    }

    /// The flags for opening a file. Without O_NONBLOCK, opening a pipe would wait for a writer.
    private static let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY

    private init(descriptor: Int32) throws(SystemCallError) {
        self.descriptor = descriptor
        guard descriptor >= 0 else { throw .latest }
        var status = Glibc.stat()
        guard fstat(descriptor, &status) == 0 else { throw .latest }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notOrdinary }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// The maximum size of a file that is read completely, in bytes. All manifests are smaller.
    package static let readLimit = 1 << 30

    /// The bytes of the file at a path. Reading does not wait for pipes and devices.
    ///
    /// - Throws: `SystemCallError`. Its code is EFBIG if the file has more bytes than the limit.
    package static func contents(
        ofFileAt path: String, limit: Int = readLimit
    ) throws(SystemCallError) -> [UInt8] {
        let file = try OpenFile(path)
        let size = try file.stamp().size
        guard size <= limit else { throw SystemCallError(code: EFBIG) }
        var bytes = try file.bytes(atMost: size)
        // The file may have grown since its size was read.
        while bytes.count <= limit {
            let more = try file.bytes(atMost: 1 << 16)
            if more.isEmpty { return bytes }
            bytes += more
        }
        throw SystemCallError(code: EFBIG)
    }

    /// Whether the file is inside a folder after all links are resolved.
    ///
    /// - Parameter folder: the absolute path of the folder, which may be a link.
    package func isInside(_ folder: String) -> Bool {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/self/fd/\(descriptor)", &path, path.count)
        // If /proc is not mounted, the file's folder is unknown, and the file is accepted.
        guard length > 0, let real = realpath(folder, nil) else { return length <= 0 }
        defer { free(real) }
        let place = path.prefix(length).map { UInt8(bitPattern: $0) }
        let root = Array(UnsafeBufferPointer(start: real, count: strlen(real))).map { UInt8(bitPattern: $0) }
        return place.starts(with: root + (root.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]))
    }

    /// The current metadata of the file.
    package func stamp() throws(SystemCallError) -> FileStat {
        var status = Glibc.stat()
        guard fstat(descriptor, &status) == 0 else { throw .latest }
        return FileStat(status)
    }

    /// Fills a buffer with the next bytes of the file.
    ///
    /// - Returns: the number of bytes that were read. It is less than the size of the buffer only at the end of the
    ///   file.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemCallError) -> Int {
        guard let start = buffer.baseAddress else { return 0 }
        var filled = 0
        while filled < buffer.count {
            let count = Glibc.read(descriptor, start + filled, buffer.count - filled)
            if count == 0 { break }
            if count > 0 {
                filled += count
            } else if errno != EINTR {
                throw .latest
            }
        }
        return filled
    }

    /// The bytes from an offset on: `count` bytes, or fewer at the end of the file.
    package func bytes(at offset: Int, count: Int) throws(SystemCallError) -> [UInt8] {
        guard lseek(descriptor, off_t(offset), SEEK_SET) >= 0 else { throw .latest }
        return try bytes(atMost: count)
    }

    /// The next bytes of the file, at most `count`.
    package func bytes(atMost count: Int) throws(SystemCallError) -> [UInt8] {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
        defer { buffer.deallocate() }
        return Array(buffer.prefix(try read(into: buffer)))
    }
}

/// A system call that failed.
package struct SystemCallError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The value of `errno`.
    package var code: Int32

    package init(code: Int32) {
        self.code = code
    }

    /// The error of the last call that failed in this thread.
    package static var latest: SystemCallError { SystemCallError(code: errno) }

    /// Whether the path does not exist, or no longer exists.
    package var saysMissing: Bool { code == ENOENT || code == ENOTDIR }

    /// Whether the path is a device, a pipe, a socket or a folder instead of a file.
    package var saysNotOrdinary: Bool { self == .notOrdinary || code == ENXIO || code == ELOOP }

    /// The error of `OpenFile` for anything except a regular file.
    static let notOrdinary = SystemCallError(code: EINVAL)

    /// The system's message, such as `Permission denied`. `strerror` of glibc can be used in any thread since version
    /// 2.32.
    package var description: String { String(cString: strerror(code)) }
}

/// Releases locks that were taken with `flock`.
package enum FileLock {
    /// Unlocks and closes a descriptor. Closing it would not be enough. A process that is being started has copies of
    /// all descriptors until it executes its program, and a copy keeps the lock.
    ///
    /// Source: flock(2), "Locks created by flock() are associated with an open file description".
    package static func release(_ descriptor: Int32) {
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
