import FileAccess
import Intake

/// Identifies the drop folder and its mounts at the time of a listing. If they have changed, sources that are missing
/// in the listing may still exist.
package struct DropFolderState: Sendable, Hashable {
    private var device: UInt64
    private var inode: UInt64
    /// The identities of the mounts below the folder, by path relative to it. Nil if they are not known.
    private var mounts: [String: String]?

    package init(device: UInt64, inode: UInt64, mounts: [String: String]?) {
        self.device = device
        self.inode = inode
        self.mounts = mounts
    }

    /// - Parameter folder: the path of the drop folder. Symbolic links are followed. The result is nil if the folder
    ///   cannot be examined.
    package init?(of folder: String) {
        guard let stamp = try? FileStat(ofFolder: folder) else { return nil }
        self.init(
            device: stamp.device, inode: stamp.inode,
            mounts: MountTable.current?.mounts(below: folder).mapValues(\.identity))
    }
}
