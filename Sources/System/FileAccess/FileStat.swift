import Glibc

/// The metadata of a file in the file system. If the metadata at a path are unchanged, the bytes are assumed to be
/// unchanged.
package struct FileStat: Codable, Sendable, Hashable {
    /// The size, in bytes.
    package var size: Int
    /// The time of the last change of the file's content, in nanoseconds since 1970.
    package var modified: Int
    /// The time of the last change of the file's metadata, in nanoseconds since 1970. Programs cannot set it back.
    package var changed: Int
    package var inode: UInt64
    package var device: UInt64

    private enum CodingKeys: String, CodingKey {
        case size, modified, changed, inode, device
    }

    package init(size: Int, modified: Int, changed: Int, inode: UInt64, device: UInt64) {
        self.size = size
        self.modified = modified
        self.changed = changed
        self.inode = inode
        self.device = device
    }

    /// Whether the other metadata describe the same file or folder, even if its content has changed.
    package func isSameFile(as other: FileStat) -> Bool {
        inode == other.inode && device == other.device
    }
}

extension FileStat {
    /// The metadata from the result of `stat`, `lstat` or `fstat`.
    package init(_ status: stat) {
        self.init(
            size: Int(status.st_size), modified: Self.nanoseconds(status.st_mtim),
            changed: Self.nanoseconds(status.st_ctim), inode: UInt64(status.st_ino), device: UInt64(status.st_dev))
    }

    /// The metadata of the file or folder at a path. Nil if they cannot be read.
    ///
    /// - Parameter followsLinks: whether the path may be a symbolic link to the file or folder.
    package init?(at path: String, followsLinks: Bool = true) {
        var status = Glibc.stat()
        guard (followsLinks ? stat(path, &status) : lstat(path, &status)) == 0 else { return nil }
        self.init(status)
    }

    /// The current time in nanoseconds since 1970, for comparisons with the times of files.
    package static var now: Int {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return nanoseconds(time)
    }

    /// - Parameter path: the path of a folder. A link is followed.
    /// - Throws: `SystemCallError`, also if the path is not that of a folder.
    package init(ofFolder path: String) throws(SystemCallError) {
        var status = Glibc.stat()
        guard stat(path, &status) == 0 else { throw .latest }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw SystemCallError(code: ENOTDIR) }
        self.init(status)
    }

    /// A time in nanoseconds. The number overflows after the year 2262. Comparisons of age are then wrong.
    private static func nanoseconds(_ time: timespec) -> Int {
        Int(time.tv_sec) &* 1_000_000_000 &+ Int(time.tv_nsec)
    }
}
