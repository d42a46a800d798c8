import FileAccess
import Foundation
import Intake

/// Distinguishes the drop folder from another folder at the same path, such as an empty mount point.
///
/// The main evidence is a mark in the folder. It survives remounts and restarts, while device numbers do not. If no
/// mark can be written, or it was removed, the folder is identified by its device, inode and file system type.
package struct FolderIdentity: Codable, Sendable, Hashable {
    /// The content of `.stickerd-drop` in the folder. Nil without one.
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

    /// - Throws: `IntakeError` if the folder does not exist.
    package init(of folder: String) throws(IntakeError) {
        let stamp = try FolderWalk(folder).top.stamp
        self.init(
            mark: FolderMarker.read(in: folder), device: stamp.device, inode: stamp.inode,
            fileSystem: FileSystemKind(of: folder)?.magic ?? 0)
    }

    /// Whether both identify one folder, as far as known.
    package func isSameFolder(as other: FolderIdentity) -> Bool {
        if let mark, let otherMark = other.mark { return mark == otherMark }
        return device == other.device && inode == other.inode && fileSystem == other.fileSystem
    }
}
