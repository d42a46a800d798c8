import CLinux
import Glibc

/// Restricts a process that decodes untrusted files. The restrictions cannot be removed later.
///
/// Each protection is used if the kernel supports it: resource limits, no new privileges, Landlock for files, and
/// seccomp for system calls. A process may still read the system's libraries and fonts, and use descriptors that are
/// already open.
package enum Sandbox {
    /// Confines this process. It must have only one thread, because Landlock does not apply to other threads.
    ///
    /// - Parameter outputs: the descriptors to which the process writes.
    /// - Returns: the protections that are in effect.
    /// - Throws: `SandboxError` if the kernel has a protection, but refuses to enable it.
    package static func enter(writingTo outputs: [Int32]) throws(SandboxError) -> Protections {
        ResourceLimits.apply(writingTo: outputs)
        guard forbid_new_privileges() == 0 else { throw SandboxError(action: "give up new privileges", code: errno) }
        let protections = Protections(landlock: Landlock.version, filtersSystemCalls: SystemCallFilter.isAvailable)
        if protections.landlock > 0 { try Landlock.confine() }
        if protections.filtersSystemCalls { try SystemCallFilter.install() }
        return protections
    }

    /// Confines this process and its children, which can then start only one program. The process must have only one
    /// thread.
    ///
    /// The system calls of this process are not filtered, so it must not read untrusted data. A child that becomes
    /// the program calls `filter(becoming:)`.
    ///
    /// - Parameter program: a descriptor of the program.
    /// - Throws: `SandboxError` if the kernel has a protection, but refuses to enable it.
    package static func enter(starting program: Int32) throws(SandboxError) {
        ResourceLimits.apply(writingTo: [])
        guard forbid_new_privileges() == 0 else { throw SandboxError(action: "give up new privileges", code: errno) }
        if Landlock.version > 0 { try Landlock.confine(starting: program) }
    }

    /// Filters the system calls of this process as `enter(writingTo:)` does. The process may then become the program
    /// with the given descriptor. The filter remains in effect for the program.
    ///
    /// - Throws: `SandboxError`.
    package static func filter(becoming program: Int32) throws(SandboxError) {
        if SystemCallFilter.isAvailable { try SystemCallFilter.install(becoming: program) }
    }
}

/// The protections that the kernel has enabled for a process.
package struct Protections: Codable, Hashable, Sendable {
    /// The version of Landlock. 0 if the kernel does not have it.
    package var landlock: Int
    /// Whether seccomp filters the system calls of the process.
    package var filtersSystemCalls: Bool

    package init(landlock: Int, filtersSystemCalls: Bool) {
        self.landlock = landlock
        self.filtersSystemCalls = filtersSystemCalls
    }
}

/// The files that a confined process may read: those that its libraries need, and none of the user's files.
enum SandboxPolicy {
    /// The paths that the libraries of a renderer read: their modules and data, and fonts with their settings and
    /// caches. If fonts were not readable, the text of an SVG would be missing, and no message would report this.
    static let libraries = [
        "/usr", "/lib", "/lib64", "/etc/fonts", "/etc/ld.so.cache", "/etc/locale.alias", "/var/cache/fontconfig",
        "/sys/devices/system/cpu/online", "/sys/devices/system/node", "/proc/meminfo", "/dev/urandom",
    ]
    /// The programs that the kernel starts to load dynamically linked programs.
    static let loaders = ["/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1"]
}

/// The kernel has a protection, but refused to enable it.
package struct SandboxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The action that failed, as the end of a sentence after "cannot".
    let action: String
    /// The system's error number.
    let code: Int32

    package var description: String {
        "A worker cannot \(action): \(String(cString: strerror(code))). Run `stickerd doctor`; until it is fixed, "
            + "STICKERD_SANDBOX=off starts workers without protection."
    }
}
