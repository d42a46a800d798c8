import DropWatcher
import FileAccess
import Glibc
import JobModel
import Publishing
import StateDatabase
import StickerConfiguration

/// The identity of the folders and files of a running watch. If other files are at the same paths, a person, a
/// deployment script or a mount has replaced them, and the watch holds locks on folders that no longer exist.
package struct OutputIdentity: Sendable, Equatable {
    private struct Node: Sendable, Equatable {
        var inode: UInt64
        var device: UInt64
    }

    /// The identities by absolute path. Missing paths are omitted.
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
            // File systems such as FUSE give a folder a new inode number when no program has it open. The watch keeps
            // all other folders open.
            let isNumbered = path != assets || FileSystemKind(of: path)?.remoteName == nil
            nodes[path] = Node(inode: isNumbered ? stamp.inode : 0, device: stamp.device)
        }
    }

    /// The path of a folder that was removed or replaced since the last call. Nil if there is none. New folders are
    /// checked from the next call on.
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
    /// The SHA-256 of the last published index. Nil without one.
    var manifest: String?

    var description: String {
        "\(path) was removed or replaced while the watch was running. The watch starts again and publishes everything."
    }
}
