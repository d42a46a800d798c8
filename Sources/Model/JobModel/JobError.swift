import Foundation

/// The reason why a job could not be done although the source may be good.
package enum JobError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A required file is not available. The sender of the job knows why.
    case withoutInput
    /// A file that is to be copied cannot be read.
    case unreadable(String)
    /// A folder is not writable.
    case cannotWrite(path: String, errno: Int32)

    package var description: String {
        switch self {
        case .withoutInput: "A file that the job needs was not sent."
        case .unreadable(let path):
            "\(path) cannot be read. Check its permissions; stickerd runs as user \(getuid())."
        case .cannotWrite(let path, let code):
            "A file cannot be written in \(path): \(String(cString: strerror(code)))."
        }
    }
}
