import CLinux
import Glibc

/// Whether a program has a file open for writing, as the kernel knows it. Memory maps that can be written count, also
/// after their descriptor was closed.
package enum FileWriters: Sendable, Hashable {
    case open
    case none
    /// Unknown to the kernel: leases require the file's owner or CAP_LEASE, and a local file system.
    case unknown

    /// Asks for a read lease, which the kernel refuses while the file is open for writing, and gives it back at once.
    package static func of(fileAt path: String) -> FileWriters {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return .unknown }
        defer { close(descriptor) }
        // A program that opens the file at this moment makes the kernel send a signal. SIGURG does nothing; SIGIO ends the
        // process.
        guard fcntl(descriptor, Int32(LINUX_F_SETSIG), SIGURG) == 0 else { return .unknown }
        guard fcntl(descriptor, Int32(LINUX_F_SETLEASE), F_RDLCK) == 0 else {
            return errno == EAGAIN ? .open : .unknown
        }
        _ = fcntl(descriptor, Int32(LINUX_F_SETLEASE), F_UNLCK)
        return .none
    }

    /// The answer for several files together: open if any is open, else unknown if any is unknown.
    package static func of(
        filesAt paths: [String], asking writers: (String) -> FileWriters = { of(fileAt: $0) }
    ) -> FileWriters {
        var result = FileWriters.none
        for path in paths {
            switch writers(path) {
            case .open: return .open
            case .unknown: result = .unknown
            case .none: break
            }
        }
        return result
    }
}
