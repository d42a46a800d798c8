import FileAccess
import Foundation
import Intake

/// What tells the drop folder from another folder at the same path, such as the empty one that is there when a share is
/// not mounted.
///
/// First of all that is a mark in the folder itself: it stays the same when the share is mounted again or the machine
/// restarts, while device numbers do not. Where no mark can be written, or somebody removed it, the folder is known by
/// its device, inode and kind of file system.
package struct FolderIdentity: Codable, Sendable, Hashable {
    /// What `.stickerd-drop` in the folder says; nil where there is none.
    package var mark: String?
    package var device: UInt64
    package var inode: UInt64
    /// The kind of file system, as statfs(2) numbers it.
    package var fileSystem: UInt32

    private enum CodingKeys: String, CodingKey {
        case mark, device, inode, fileSystem
    }

    package init(mark: String?, device: UInt64, inode: UInt64, fileSystem: UInt32) {
        self.mark = mark
        self.device = device
        self.inode = inode
        self.fileSystem = fileSystem
    }

    /// - Throws: `IntakeError` when the folder is not there.
    package init(of folder: String) throws(IntakeError) {
        let stamp = try FolderWalk(folder).top.stamp
        self.init(
            mark: FolderMarker.read(in: folder), device: stamp.device, inode: stamp.inode,
            fileSystem: FileSystemKind(of: folder)?.magic ?? 0)
    }

    /// Whether both are of one folder, as far as is known.
    package func isSameFolder(as other: FolderIdentity) -> Bool {
        if let mark, let otherMark = other.mark { return mark == otherMark }
        return device == other.device && inode == other.inode && fileSystem == other.fileSystem
    }
}
