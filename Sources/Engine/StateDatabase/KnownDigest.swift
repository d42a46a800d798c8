import FileAccess

/// What a file was when it was last read: an equal stamp means that it need not be read again.
package struct KnownDigest: Hashable, Sendable {
    package var stamp: FileStat
    /// Lower-case hexadecimal.
    package var sha256: String

    package init(stamp: FileStat, sha256: String) {
        self.stamp = stamp
        self.sha256 = sha256
    }
}
