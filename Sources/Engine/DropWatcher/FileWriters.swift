import CLinux
import Glibc

/// Whether a program has a file open for writing, according to the kernel. A writable memory map is also reported as
/// open, even if its descriptor is closed.
package enum FileWriters: Sendable, Hashable {
    case open
    case none
    /// The kernel gives no answer. A lease requires a local file system. The process must own the file or have
    /// CAP_LEASE.
    case unknown

    /// Asks the kernel whether a file is open for writing. Requests a read lease, which the kernel refuses in that
    /// case, and releases it immediately.
    package static func of(fileAt path: String) -> FileWriters {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return .unknown }
        defer { close(descriptor) }
        // If a program opens the file at this moment, the kernel sends a signal. SIGURG is ignored, but the default
        // SIGIO would end the process.
        guard fcntl(descriptor, Int32(LINUX_F_SETSIG), SIGURG) == 0 else { return .unknown }
        guard fcntl(descriptor, Int32(LINUX_F_SETLEASE), F_RDLCK) == 0 else {
            return errno == EAGAIN ? .open : .unknown
        }
        _ = fcntl(descriptor, Int32(LINUX_F_SETLEASE), F_UNLCK)
        return .none
    }

    /// The combined answer for several files: open if any file is open, or else unknown if any answer is unknown.
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
