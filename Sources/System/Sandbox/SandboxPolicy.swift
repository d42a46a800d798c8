import Glibc

/// The files and folders that a confined process may use, beside what its libraries need.
package struct SandboxPolicy: Hashable, Sendable {
    /// Absolute paths of folders and files that may be read, folders with all that is in them.
    package var reading: [String]
    /// Absolute paths of folders in which files may be made, written, renamed and removed.
    package var writing: [String]

    package init(reading: [String] = [], writing: [String] = []) {
        self.reading = reading
        self.writing = writing
    }

    /// What the libraries under a worker read: their modules and data, and fonts with their settings and caches. Without
    /// fonts the text of an SVG vanishes, and nobody says so.
    static let libraries = [
        "/usr", "/lib", "/lib64", "/etc/fonts", "/etc/ld.so.cache", "/etc/locale.alias", "/var/cache/fontconfig",
        "/sys/devices/system/cpu/online", "/sys/devices/system/node", "/proc/meminfo", "/dev/urandom",
    ]
}

/// Which file or folder a path leads to.
struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let number: UInt64
    let isFolder: Bool

    /// Nil where there is nothing.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    init(_ status: stat) {
        device = UInt64(status.st_dev)
        number = UInt64(status.st_ino)
        isFolder = status.st_mode & S_IFMT == S_IFDIR
    }
}
