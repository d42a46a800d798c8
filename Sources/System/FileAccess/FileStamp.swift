/// What the file system says of a file without reading it. An equal stamp at the same path means equal bytes.
package struct FileStamp: Codable, Sendable, Hashable {
    /// Bytes.
    package var size: Int
    /// Nanoseconds since 1970.
    package var modified: Int
    /// When its metadata changed, in nanoseconds since 1970: the one time a program cannot set back.
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

    /// Whether both are of one file or folder, whatever was written to it in between.
    package func isSameFile(as other: FileStamp) -> Bool {
        inode == other.inode && device == other.device
    }
}
