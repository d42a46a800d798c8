import CLinux
import Glibc

/// Restricts a process that decodes untrusted files. The restrictions cannot be removed.
///
/// Each layer is used if the kernel supports it: resource limits, no new privileges, Landlock for files, and seccomp
/// for system calls. Still allowed are reading the system's libraries and fonts, and using descriptors that are already
/// open.
package enum Sandbox {
    /// Confines this process, which must have only one thread, because Landlock does not apply to other threads.
    ///
    /// - Parameter outputs: the descriptors for writing.
    /// - Returns: the effective protections.
    /// - Throws: `SandboxError` if the kernel has a protection and refuses it.
    package static func enter(writingTo outputs: [Int32]) throws(SandboxError) -> Protections {
        ResourceLimits.apply(writingTo: outputs)
        guard forbid_new_privileges() == 0 else { throw SandboxError(action: "give up new privileges", code: errno) }
        let protections = Protections(landlock: Landlock.version, filtersSystemCalls: SystemCallFilter.isAvailable)
        if protections.landlock > 0 { try Landlock.confine() }
        if protections.filtersSystemCalls { try SystemCallFilter.install() }
        return protections
    }

    /// Confines this process, which must have only one thread, and its children: they can start one program.
    ///
    /// Its system calls are not filtered, so it must not read untrusted data. The process that becomes the program
    /// calls `filter(becoming:)`.
    ///
    /// - Parameter program: a descriptor of the program.
    /// - Throws: `SandboxError` if the kernel has a protection and refuses it.
    package static func enter(starting program: Int32) throws(SandboxError) {
        ResourceLimits.apply(writingTo: [])
        guard forbid_new_privileges() == 0 else { throw SandboxError(action: "give up new privileges", code: errno) }
        if Landlock.version > 0 { try Landlock.confine(starting: program) }
    }

    /// Filters the system calls of this process as `enter` does. The process may then become the program of a
    /// descriptor, whose system calls remain filtered.
    ///
    /// - Throws: `SandboxError`.
    package static func filter(becoming program: Int32) throws(SandboxError) {
        if SystemCallFilter.isAvailable { try SystemCallFilter.install(becoming: program) }
    }
}

/// The protections that the kernel has enabled for a process.
package struct Protections: Codable, Hashable, Sendable {
    /// The version of Landlock; 0 if the kernel lacks it.
    package var landlock: Int
    /// Whether seccomp filters its system calls.
    package var filtersSystemCalls: Bool

    package init(landlock: Int, filtersSystemCalls: Bool) {
        self.landlock = landlock
        self.filtersSystemCalls = filtersSystemCalls
    }
}

/// The files that a confined process may use: those that its libraries need, and none of the user's.
enum SandboxPolicy {
    /// The paths that the libraries of a renderer read: their modules and data, and fonts with their settings and
    /// caches. Without fonts, the text of an SVG would vanish silently.
    static let libraries = [
        "/usr", "/lib", "/lib64", "/etc/fonts", "/etc/ld.so.cache", "/etc/locale.alias", "/var/cache/fontconfig",
        "/sys/devices/system/cpu/online", "/sys/devices/system/node", "/proc/meminfo", "/dev/urandom",
    ]
    /// The programs that the kernel starts for dynamically linked programs.
    static let loaders = ["/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1"]
}
