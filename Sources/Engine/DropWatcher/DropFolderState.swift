import FileAccess
import Intake

/// Identifies the folder and the mounts of a listing. A listing of another folder proves no removals in this one.
package struct DropFolderState: Sendable, Hashable {
    private var device: UInt64
    private var inode: UInt64
    /// The identities of the mounts below the folder, by path relative to it; nil if they are not known.
    private var mounts: [String: String]?

    package init(device: UInt64, inode: UInt64, mounts: [String: String]?) {
        self.device = device
        self.inode = inode
        self.mounts = mounts
    }

    /// - Parameter folder: the drop folder; a link is followed. Nil if it cannot be examined.
    package init?(of folder: String) {
        guard let stamp = try? FileStat(ofFolder: folder) else { return nil }
        self.init(
            device: stamp.device, inode: stamp.inode,
            mounts: MountTable.current?.mounts(below: folder).mapValues(\.identity))
    }
}
