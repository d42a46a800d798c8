import FileAccess
import Glibc

/// The folder of the control socket, kept open.
///
/// The address of a Unix socket is limited to 107 bytes, but folders can have longer paths. The socket is therefore
/// addressed through the open folder, as `/proc/self/fd/N/control.sock`.
package struct SocketFolder: ~Copyable {
    private let descriptor: Int32
    private let name: String

    /// Opens the folder.
    ///
    /// - Parameter name: the name of the socket file.
    /// - Throws: `ControlError`; `notListening` if the folder does not exist.
    package init(_ path: String, name: String = ControlServer.fileName) throws(ControlError) {
        self.name = name
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw errno == ENOENT || errno == ENOTDIR ? .notListening : .latest("open \(path)")
        }
    }

    deinit { close(descriptor) }

    /// Calls a function such as `bind` or `connect` with the socket's address.
    ///
    /// - Returns: the result of the function.
    package func withAddress(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // The path is at most 25 bytes longer than the name, so it fits into the address.
        let path = "/proc/self/fd/\(descriptor)/\(name)"
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    /// Removes the socket, even if it belongs to another process.
    package func unlinkSocket() { _ = unlinkat(descriptor, name, 0) }

    /// The identity of the file that has the name of the socket. Nil if there is none.
    var file: FileStat? {
        var status = stat()
        return fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? FileStat(status) : nil
    }
}
