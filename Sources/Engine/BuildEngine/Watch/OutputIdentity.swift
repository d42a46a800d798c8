import DropWatcher
import FileAccess
import Glibc
import JobModel
import Publishing
import StateDatabase
import StickerConfiguration

/// The folders and files that a running watch works with. Other ones at the same paths mean that a person, a deployment
/// script or a mount has removed or replaced them: the watch then holds locks on folders that no longer exist.
package struct OutputIdentity: Sendable, Equatable {
    private struct Node: Sendable, Equatable {
        var inode: UInt64
        var device: UInt64
    }

    /// By absolute path. Paths that do not exist are left out.
    private var nodes: [String: Node]

    /// Records the existing folders.
    package init(_ configuration: Configuration) {
        let state = configuration.stateFolder
        let assets = configuration.out + "/" + OutputNames.assets
        let paths = [
            configuration.out, assets, state, state + "/" + OutputLock.fileName,
            state + "/" + Ledger.fileName,
        ]
        nodes = [:]
        for path in paths {
            var status = stat()
            guard stat(path, &status) == 0 else { continue }
            let stamp = FileStat(status)
            // File systems such as FUSE number folders again that no program has open. The others are open.
            let isNumbered = path != assets || FileSystemKind(of: path)?.remoteName == nil
            nodes[path] = Node(inode: isNumbered ? stamp.inode : 0, device: stamp.device)
        }
    }

    /// The path of a folder that was removed or replaced since the last call. Nil if there is none. New folders count
    /// from now on.
    package mutating func change(to now: OutputIdentity) -> String? {
        // Folders are sorted before their contents.
        for path in nodes.keys.sorted() where now.nodes[path] != nodes[path] { return path }
        nodes = now.nodes
        return nil
    }
}

/// The output folder, the state folder or a part of them was removed or replaced while a watch was running.
struct OutputReplaced: Error, CustomStringConvertible {
    var path: String
    /// SHA-256 of the manifest's index that was published last; nil if none was.
    var manifest: String?

    var description: String {
        "\(path) was removed or replaced while the watch was running. The watch starts again and publishes everything."
    }
}
