import FileAccess
import Foundation
import Intake

/// Identifies the drop folder, to distinguish it from another folder at the same path, such as an empty mount point.
///
/// The most reliable evidence is a marker file in the folder. Unlike device numbers, it does not change when a share
/// is mounted again. Without a marker, the folder is identified by its device, inode and file system type.
package struct FolderIdentity: Codable, Sendable, Hashable {
    /// The content of the marker file `.stickerd-drop`. Nil if there is none.
    package var mark: String?
    package var device: UInt64
    package var inode: UInt64
    /// The number of the file system type, from statfs(2).
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

    /// Whether both values identify the same folder, as far as is known.
    package func isSameFolder(as other: FolderIdentity) -> Bool {
        if let mark, let otherMark = other.mark { return mark == otherMark }
        return device == other.device && inode == other.inode && fileSystem == other.fileSystem
    }
}
