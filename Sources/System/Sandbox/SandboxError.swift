import Glibc

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
