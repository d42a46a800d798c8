import CLinux
import Glibc

/// The kernel's Landlock: from a certain moment on, a process and its later threads reach the files that they were
/// granted, and no others.
///
/// Source: man7.org/linux/man-pages/man7/landlock.7.html
enum Landlock {
    /// What can be granted; the numbers are the kernel's.
    private enum Right {
        static let writeFile: UInt64 = 1 << 1
        static let readFile: UInt64 = 1 << 2
        static let readFolder: UInt64 = 1 << 3
        static let removeFile: UInt64 = 1 << 5
        static let makeFile: UInt64 = 1 << 8
        static let truncate: UInt64 = 1 << 14
    }

    /// The version of Landlock that the kernel has: 1 since Linux 5.13, 4 (TCP) since 6.7, 6 (signals) since 6.12; 0
    /// where it has none, or where a container withholds it.
    static var version: Int { max(0, Int(landlock_version())) }

    /// Confines the calling thread and all that it starts from now on. New privileges must have been forbidden.
    ///
    /// - Returns: which files the granted paths led to; nil for those that lead nowhere, which are not granted.
    /// - Throws: `SandboxError` where the kernel has Landlock and refuses.
    static func confine(to policy: SandboxPolicy) throws(SandboxError) -> [String: FileIdentity?] {
        var handled = landlock_handled(files: filesKnown, network: version >= 4 ? 3 : 0, scopes: version >= 6 ? 3 : 0)
        let ruleset = landlock_new_ruleset(&handled)
        guard ruleset >= 0 else { throw SandboxError(action: "make a Landlock ruleset", code: errno) }
        defer { close(ruleset) }
        for path in SandboxPolicy.libraries { _ = try grant(path, reading, in: ruleset) }
        var identities: [String: FileIdentity?] = [:]
        for path in policy.reading { identities[path] = try grant(path, reading, in: ruleset) }
        for path in policy.writing { identities[path] = try grant(path, reading | writing, in: ruleset) }
        guard landlock_restrict(ruleset) == 0 else {
            throw SandboxError(action: "confine itself by Landlock", code: errno)
        }
        return identities
    }

    /// Every right over files that this version knows: what is not granted is refused.
    private static var filesKnown: UInt64 {
        switch version {
        case ...1: 1 << 13 - 1
        case 2: 1 << 14 - 1
        case 3, 4: 1 << 15 - 1
        default: 1 << 16 - 1
        }
    }

    private static let reading = Right.readFile | Right.readFolder

    private static var writing: UInt64 {
        Right.writeFile | Right.removeFile | Right.makeFile | (version >= 3 ? Right.truncate : 0)
    }

    private static func grant(_ path: String, _ rights: UInt64, in ruleset: Int32) throws(SandboxError) -> FileIdentity?
    {
        // What cannot be opened so cannot be read either, and the job that needs it will say so.
        let descriptor = open_reference(path)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        let identity = FileIdentity(status)
        // A file can be granted only what can be done with files.
        let granted = identity.isFolder ? rights : rights & (Right.readFile | Right.writeFile)
        guard landlock_allow(ruleset, descriptor, granted) == 0 else {
            throw SandboxError(action: "be granted \(path) by Landlock", code: errno)
        }
        return identity
    }
}
