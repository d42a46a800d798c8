import FileAccess
import JobModel

extension FileStamp {
    /// The stamp of several files together: equal stamps mean that each file is still what it was.
    package init(of files: [(path: String, stamp: FileStamp)]) {
        let lines = files.map { path, stamp in
            "\(path)\0\(stamp.size) \(stamp.modified) \(stamp.changed) \(stamp.inode) \(stamp.device)\n"
        }
        let digits = Digest.sha256(lines.joined()).prefix(16)
        self.init(
            size: files.reduce(0) { $0 + $1.stamp.size }, modified: files.map(\.stamp.modified).max() ?? 0,
            changed: files.map(\.stamp.changed).max() ?? 0, inode: UInt64(digits, radix: 16) ?? 0,
            device: files.first?.stamp.device ?? 0)
    }
}
