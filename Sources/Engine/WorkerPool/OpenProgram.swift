import CLinux
import FileAccess
import Glibc

/// A program's file that stays open for the life of this process, so that an upgrade during a watch does not mix two
/// versions.
package struct OpenProgram: Hashable, Sendable {
    private let descriptor: Int32

    /// - Throws: `SystemCallError` if the path does not exist.
    package init(_ path: String) throws(SystemCallError) {
        descriptor = open_reference(path)
        guard descriptor >= 0 else { throw .latest }
    }

    /// A path to the opened file, even after it was moved. Valid while this process lives.
    var path: String { "/proc/\(getpid())/fd/\(descriptor)" }

    /// The current stamp of the opened file.
    var stamp: FileStat? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? FileStat(status) : nil
    }
}
