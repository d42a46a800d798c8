import CLinux
import Glibc

/// What keeps a process that decodes strangers' files from doing anything else. Once it is on, it stays.
///
/// Each layer is put on where the kernel has it: limits on resources, no new privileges, Landlock for files, and seccomp
/// for system calls.
package struct Sandbox: Sendable {
    /// What the kernel gave.
    package let protections: Protections
    /// The files that the granted paths led to.
    private let identities: [String: FileIdentity?]

    /// Whether every path still leads where it did. Landlock grants files and not names: a folder that was removed and
    /// created again, or over which a disk was mounted, is out of reach, and another process must take over.
    package var isCurrent: Bool {
        identities.allSatisfy { $0.value == FileIdentity($0.key) }
    }

    /// Confines this process, which must have one thread only: Landlock does not reach the others.
    ///
    /// - Throws: `SandboxError` when the kernel has a protection and refuses it.
    package static func enter(_ policy: SandboxPolicy) throws(SandboxError) -> Sandbox {
        ResourceLimits.apply()
        guard forbid_new_privileges() == 0 else { throw SandboxError(action: "give up new privileges", code: errno) }
        let protections = Protections(landlock: Landlock.version, filtersSystemCalls: SystemCallFilter.isAvailable)
        let identities = protections.landlock > 0 ? try Landlock.confine(to: policy) : [:]
        if protections.filtersSystemCalls { try SystemCallFilter.install() }
        return Sandbox(protections: protections, identities: identities)
    }
}
