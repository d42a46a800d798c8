import EngineSupport
import FileAccess
import Glibc

/// The folder that contains the state database and the lock files.
package enum StateFolder {
    /// The name of the file that records the publish hold after a rollback.
    package static let publishHold = "rollback.json"

    /// Creates a state folder and its missing parent folders.
    ///
    /// - Throws: `EngineError`.
    package static func make(at path: String) throws {
        guard mkdir(path, 0o755) != 0 else { return }
        let code = errno
        let parent = path.split(separator: "/").dropLast().joined(separator: "/")
        if code == ENOENT, !parent.isEmpty {
            try make(at: path.hasPrefix("/") ? "/" + parent : parent)
            guard mkdir(path, 0o755) != 0 else { return }
        }
        if (try? FileStat(ofFolder: path)) != nil { return }
        throw EngineError.environment(errno: code == EEXIST ? ENOTDIR : code, path: path, action: "make the folder")
    }
}
