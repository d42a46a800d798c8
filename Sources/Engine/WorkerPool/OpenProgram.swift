import CLinux
import FileAccess
import Glibc

/// A program's file, opened once and held for the life of this process: an upgrade that replaces the file under a running
/// watch does not mix two versions.
package struct OpenProgram: Hashable, Sendable {
    private let descriptor: Int32

    /// - Throws: `SystemCallError` when there is nothing at the path.
    package init(_ path: String) throws(SystemCallError) {
        descriptor = open_reference(path)
        guard descriptor >= 0 else { throw .latest }
    }

    /// A path that leads to the opened file, wherever it was moved, as long as this process lives.
    var path: String { "/proc/\(getpid())/fd/\(descriptor)" }

    /// The current stamp of the opened file.
    var stamp: FileStat? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? FileStat(status) : nil
    }
}
