import FileAccess
import Glibc

/// The output folder could not be written. The art is not the cause. The published manifest remains valid.
package struct PublishError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The affected file or folder.
    package let path: String
    /// The failed action, as a verb that fits after "cannot".
    package let action: String
    /// The system's error number.
    package let code: Int32

    init(_ path: String, _ action: String, code: Int32 = errno) {
        self.path = path
        self.action = action
        self.code = code
    }

    package var description: String {
        "\(path): cannot \(action): \(SystemCallError(code: code))."
    }
}
