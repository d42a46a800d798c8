import DropWatcher
import FileAccess
import JobModel
import Publishing
import StateDatabase
import StickerConfiguration

/// The identity of the folders and files that a running watch uses. If the identity of a path changes, the folder has
/// been replaced by a person, a script or a mount. The locks of the watch do not protect the new folder.
package struct OutputIdentity: Sendable, Equatable {
    private struct Node: Sendable, Equatable {
        var inode: UInt64
        var device: UInt64
    }

    /// The identities by absolute path. Missing paths are omitted.
    private var nodes: [String: Node]

    /// Reads the identities of the existing folders and files.
    package init(_ configuration: Configuration) {
        let state = configuration.stateFolder
        let assets = configuration.out + "/" + OutputNames.assets
        let paths = [
            configuration.out, assets, state, state + "/" + OutputLock.fileName,
            state + "/" + Ledger.fileName,
        ]
        nodes = [:]
        for path in paths {
            guard let stamp = FileStat(at: path) else { continue }
            // Some file systems, such as FUSE, give a folder a new inode number if no program has it open. The watch
            // keeps only the other folders open.
            let isNumbered = path != assets || FileSystemKind(of: path)?.remoteName == nil
            nodes[path] = Node(inode: isNumbered ? stamp.inode : 0, device: stamp.device)
        }
    }

    /// Compares this identity with the current one. If no path has been removed or replaced, stores the current
    /// identity.
    ///
    /// - Returns: the path of a folder or file that was removed or replaced since the last call. Nil if nothing was
    ///   removed or replaced.
    package mutating func change(to now: OutputIdentity) -> String? {
        // The paths are sorted, so that a replaced folder is returned and not a file in the folder.
        for path in nodes.keys.sorted() where now.nodes[path] != nodes[path] { return path }
        nodes = now.nodes
        return nil
    }
}

/// The error if the output folder, the state folder or a part of them was removed or replaced while a watch was
/// running.
package struct OutputReplaced: Error, CustomStringConvertible {
    package var path: String
    /// The SHA-256 of the last published index. Nil if nothing was published.
    package var manifest: String?

    package var description: String {
        "\(path) was removed or replaced while the watch was running. The watch starts again and publishes everything."
    }
}
