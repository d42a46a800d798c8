import Glibc

/// The room on the disk that holds a path.
package struct DiskRoom: Sendable, Equatable {
    /// The bytes that this user may still write.
    package var bytes: Int
    /// The number of files that this user may still make; nil for a file system without a fixed number of files.
    package var files: Int?

    package init(bytes: Int, files: Int?) {
        self.bytes = bytes
        self.files = files
    }

    /// Measures the disk of a path, or of its nearest folder that exists.
    package init?(of path: String) {
        guard let existing = Self.nearestExisting(path) else { return nil }
        var disk = statvfs()
        guard statvfs(existing, &disk) == 0 else { return nil }
        let (bytes, overflow) = UInt64(disk.f_bavail).multipliedReportingOverflow(by: UInt64(disk.f_frsize))
        self.bytes = overflow ? .max : Int(clamping: bytes)
        files = disk.f_files == 0 ? nil : Int(clamping: disk.f_favail)
    }

    /// Whether the disk has free bytes and can still hold no new file.
    package var isOutOfFilesOnly: Bool {
        files == 0 && bytes > 0
    }

    /// Whether a write that failed for lack of room more likely lacked a file than bytes. Its own files may have been deleted
    /// before the room was measured.
    package var likelyLacksFiles: Bool {
        isOutOfFilesOnly || files.map { $0 < 256 && bytes > 16 << 20 } ?? false
    }

    /// A path, or the nearest folder above it that exists.
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
