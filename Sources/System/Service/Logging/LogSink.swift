import Foundation
import Glibc
import Synchronization

/// Where lines of the log go: whole lines, one after the other, from any thread.
package final class LogSink: Sendable {
    private let write: @Sendable (String) -> Void

    /// - Parameter write: takes a line with its newline.
    package init(write: @escaping @Sendable (String) -> Void) {
        self.write = write
    }

    /// Standard error.
    package static let standardError = LogSink { line in
        // One write a line, so that lines of several processes do not mix.
        let bytes = Array(line.utf8)
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
            if count > 0 { done += count } else if errno != EINTR { return }
        }
    }

    func take(_ line: String) {
        write(line)
    }
}
