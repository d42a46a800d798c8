import Glibc

/// A system call that failed.
package struct SystemCallError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The value of `errno`.
    package var code: Int32

    /// The failure of the call that this thread made last.
    package static var latest: SystemCallError { SystemCallError(code: errno) }

    /// True when there is nothing at the path, or no longer.
    package var saysMissing: Bool { code == ENOENT || code == ENOTDIR }

    /// True when the path leads to a device, a pipe, a socket or a folder where a file is wanted.
    package var saysNotOrdinary: Bool { self == .notOrdinary || code == ENXIO || code == ELOOP }

    /// What `OpenFile` throws for anything but an ordinary file.
    static let notOrdinary = SystemCallError(code: EINVAL)

    /// The system's own words, such as `Permission denied`.
    package var description: String { String(cString: strerror(code)) }
}
