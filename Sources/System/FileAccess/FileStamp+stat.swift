import Glibc

extension FileStamp {
    /// The stamp in what `stat`, `lstat` or `fstat` returned.
    package init(_ status: stat) {
        self.init(
            size: Int(status.st_size), modified: Self.nanoseconds(status.st_mtim),
            changed: Self.nanoseconds(status.st_ctim), inode: UInt64(status.st_ino), device: UInt64(status.st_dev))
    }

    /// - Parameter path: of a folder; a link is followed.
    /// - Throws: `SystemCallError`, as for a path where no folder is.
    package init(ofFolder path: String) throws(SystemCallError) {
        var status = Glibc.stat()
        guard stat(path, &status) == 0 else { throw .latest }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw SystemCallError(code: ENOTDIR) }
        self.init(status)
    }

    /// Wraps round after the year 2262: a file may carry any time that somebody gave it, and a stamp is only compared.
    private static func nanoseconds(_ time: timespec) -> Int {
        Int(time.tv_sec) &* 1_000_000_000 &+ Int(time.tv_nsec)
    }
}
