import CLinux
import FileAccess
import Glibc

/// The file of a program, which stays open until this process ends. Workers of a watch therefore run the same version
/// even after an upgrade.
package struct OpenProgram: Hashable, Sendable {
    private let descriptor: Int32

    /// - Throws: `SystemCallError` if the path does not exist.
    package init(_ path: String) throws(SystemCallError) {
        descriptor = open_reference(path)
        guard descriptor >= 0 else { throw .latest }
    }

    /// A path of the opened file. It is valid until this process ends, even if the file is moved or removed.
    var path: String { "/proc/\(getpid())/fd/\(descriptor)" }

    /// The current properties of the opened file, such as its timestamps. Nil if they cannot be read.
    var stamp: FileStat? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? FileStat(status) : nil
    }
}
