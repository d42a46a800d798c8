import CLinux
import Glibc

/// Whether somebody has a file open for writing, as the kernel knows it: it grants a lease for reading to nobody then.
enum FileLease {
    /// False also where the kernel does not tell: leases are for a file's owner and for local file systems.
    static func has(fileAt path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        // Who opens the file meanwhile makes the kernel send a signal: one that does nothing, and not the usual SIGIO.
        guard fcntl(descriptor, Int32(LINUX_F_SETSIG), SIGURG) == 0 else { return false }
        guard fcntl(descriptor, Int32(LINUX_F_SETLEASE), F_RDLCK) == 0 else { return errno == EAGAIN }
        _ = fcntl(descriptor, Int32(LINUX_F_SETLEASE), F_UNLCK)
        return false
    }
}
