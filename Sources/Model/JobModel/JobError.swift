import Foundation

/// Why a job could not be done though the source may be good.
package enum JobError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The source's bytes are not those that were announced: somebody is writing it.
    case sourceChanged(String)
    /// The source cannot be opened.
    case sourceUnreadable(String)
    /// The output folder takes no files.
    case cannotWrite(path: String, errno: Int32)

    package var description: String {
        switch self {
        case .sourceChanged(let name):
            "\(name) changed while it was being read. It is taken up again when it is quiet."
        case .sourceUnreadable(let name):
            "\(name) cannot be read. Check its permissions; stickerd runs as user \(getuid())."
        case .cannotWrite(let path, let code):
            "A file cannot be written in \(path): \(String(cString: strerror(code)))."
        }
    }
}
