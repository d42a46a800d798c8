import CLinux
import Glibc

/// Landlock of the Linux kernel. A confined process, with all threads that it starts later, can open only permitted
/// files.
///
/// Source: man7.org/linux/man-pages/man7/landlock.7.html
enum Landlock {
    /// The rights that can be granted, with the numbers of the kernel.
    private enum Right {
        static let execute: UInt64 = 1 << 0
        static let readFile: UInt64 = 1 << 2
        static let readFolder: UInt64 = 1 << 3
    }

    /// The version of Landlock in the kernel: 1 since Linux 5.13, 4 (TCP) since 6.7, 6 (signals) since 6.12. 0 if the
    /// kernel lacks Landlock, or if a container disables it.
    static var version: Int { max(0, Int(landlock_version())) }

    /// Confines the calling thread, and all threads and processes that it starts from now on. `PR_SET_NO_NEW_PRIVS`
    /// must already be set.
    ///
    /// - Parameter program: a descriptor of the only program that may be started. Nil if no program may be started.
    /// - Throws: `SandboxError` if the kernel has Landlock, but refuses to apply it.
    static func confine(starting program: Int32? = nil) throws(SandboxError) {
        var handled = landlock_handled(files: filesKnown, network: version >= 4 ? 3 : 0, scopes: version >= 6 ? 3 : 0)
        let ruleset = landlock_new_ruleset(&handled)
        guard ruleset >= 0 else { throw SandboxError(action: "make a Landlock ruleset", code: errno) }
        defer { close(ruleset) }
        for path in SandboxPolicy.libraries { try grantReading(path, in: ruleset) }
        if let program {
            try grant(Right.execute | Right.readFile, program, "its program", in: ruleset)
            for path in SandboxPolicy.loaders { try grantLoading(path, in: ruleset) }
        }
        guard landlock_restrict(ruleset) == 0 else {
            throw SandboxError(action: "confine itself by Landlock", code: errno)
        }
    }

    /// All rights for files in this version of Landlock. Rights that are not granted are refused.
    private static var filesKnown: UInt64 {
        switch version {
        case ...1: 1 << 13 - 1
        case 2: 1 << 14 - 1
        case 3, 4: 1 << 15 - 1
        default: 1 << 16 - 1
        }
    }

    private static func grantReading(_ path: String, in ruleset: Int32) throws(SandboxError) {
        // A path that cannot be opened now cannot be read later. A job that needs it then fails with a message.
        let descriptor = open_reference(path)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return }
        // For a file, only the rights for files can be granted.
        let isFolder = status.st_mode & S_IFMT == S_IFDIR
        let rights = isFolder ? Right.readFile | Right.readFolder : Right.readFile
        try grant(rights, descriptor, path, in: ruleset)
    }

    private static func grantLoading(_ path: String, in ruleset: Int32) throws(SandboxError) {
        let descriptor = open_reference(path)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        try grant(Right.execute | Right.readFile, descriptor, path, in: ruleset)
    }

    private static func grant(
        _ rights: UInt64, _ descriptor: Int32, _ name: String, in ruleset: Int32
    ) throws(SandboxError) {
        guard landlock_allow(ruleset, descriptor, rights) == 0 else {
            throw SandboxError(action: "be granted \(name) by Landlock", code: errno)
        }
    }
}
