import Glibc

/// The free space on the disk that contains a path.
package struct DiskRoom: Sendable, Equatable {
    /// The number of bytes that this user can write.
    package var bytes: Int
    /// The number of files that this user can create. Nil if the file system does not limit it.
    package var files: Int?

    package init(bytes: Int, files: Int?) {
        self.bytes = bytes
        self.files = files
    }

    /// Measures the disk that contains a path. The path need not exist.
    ///
    /// - Returns: nil if the free space cannot be determined.
    package init?(of path: String) {
        guard let existing = Self.nearestExisting(path) else { return nil }
        var disk = statvfs()
        guard statvfs(existing, &disk) == 0 else { return nil }
        let (bytes, overflow) = UInt64(disk.f_bavail).multipliedReportingOverflow(by: UInt64(disk.f_frsize))
        self.bytes = overflow ? .max : Int(clamping: bytes)
        files = disk.f_files == 0 ? nil : Int(clamping: disk.f_favail)
    }

    /// Whether no file can be created, although the disk has free bytes.
    package var isOutOfFilesOnly: Bool {
        files == 0 && bytes > 0
    }

    /// Whether a write that failed with ENOSPC probably failed because no more files can be created. The measured
    /// values may be higher than at the time of the failure, because temporary files may have been removed since then.
    package var likelyLacksFiles: Bool {
        isOutOfFilesOnly || files.map { $0 < 256 && bytes > 16 << 20 } ?? false
    }

    /// Returns the path if it exists, and otherwise the nearest existing parent folder. Nil if no parent folder exists.
    package static func nearestExisting(_ path: String) -> String? {
        var current = path
        while true {
            var status = stat()
            if stat(current, &status) == 0 { return current }
            while current.count > 1, current.hasSuffix("/") { current.removeLast() }
            guard let slash = current.lastIndex(of: "/") else { return path.hasPrefix("/") ? nil : "." }
            if current == "/" { return nil }
            current = slash == current.startIndex ? "/" : String(current[..<slash])
        }
    }
}
