import FileAccess
import Glibc

/// The reason why a request failed.
package enum ControlError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No engine is listening. The socket does not exist, or its process has ended.
    case notListening
    /// The peer did not respond or did not read in time.
    case timedOut
    /// The peer closed the connection.
    case disconnected
    /// A line is longer than the protocol allows.
    case lineTooLong
    /// The server is another version of stickerd. Contains the version of its protocol.
    case otherVersion(Int)
    /// The response cannot be decoded.
    case unreadableResponse
    /// The server rejected the request. Contains a sentence with the reason.
    case rejected(String)
    /// A system call failed. `code` is its error number.
    case system(action: String, code: Int32)

    /// Creates a `system` error from the current `errno`.
    ///
    /// - Parameter action: the failed action, as a verb that fits after "cannot".
    static func latest(_ action: String) -> ControlError { .system(action: action, code: errno) }

    /// Whether this user is not permitted to connect to the server.
    package var isNotPermitted: Bool {
        if case .system(_, EACCES) = self { true } else if case .system(_, EPERM) = self { true } else { false }
    }

    package var description: String {
        switch self {
        case .notListening: "nothing listens"
        case .timedOut: "it does not answer"
        case .disconnected: "it closed the connection"
        case .lineTooLong: "a message is too long"
        case .otherVersion(let version):
            "it is another version of stickerd (its control protocol has version \(version), that of this one has "
                + "version \(ControlRequest.version)). Restart it after an upgrade"
        case .unreadableResponse: "its answer cannot be read"
        case .rejected(let message): message
        case .system(let action, let code) where isNotPermitted:
            "cannot \(action): \(SystemCallError(code: code)). Only the user who runs `stickerd watch`, and root, may "
                + "ask it"
        case .system(let action, let code): "cannot \(action): \(SystemCallError(code: code))"
        }
    }
}
