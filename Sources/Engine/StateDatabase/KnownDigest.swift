import FileAccess

/// The digest of a file when it was last read. A file with an equal timestamp need not be read again.
package struct KnownDigest: Hashable, Sendable {
    package var stamp: FileStat
    /// Lower-case hexadecimal.
    package var sha256: String

    package init(stamp: FileStat, sha256: String) {
        self.stamp = stamp
        self.sha256 = sha256
    }
}
