import Foundation
import Synchronization

/// One of the program's output streams, and the progress line on it.
final class Console: Sendable {
    static let standardError = Console(descriptor: STDERR_FILENO)
    static let standardOutput = Console(descriptor: STDOUT_FILENO)

    /// Whether a person looks at it.
    let isTerminal: Bool
    private let descriptor: Int32
    private let hasProgress = Mutex(false)

    private init(descriptor: Int32) {
        self.descriptor = descriptor
        isTerminal = isatty(descriptor) == 1 && ProcessInfo.processInfo.environment["TERM"] != "dumb"
    }

    /// Columns of the terminal; 80 where there is none.
    var width: Int {
        var size = winsize()
        guard isTerminal, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    func write(_ text: String) {
        hasProgress.withLock { progress in
            if progress {
                send("\r\u{1B}[K")
                progress = false
            }
            send(text)
        }
    }

    /// Shows a line that the next one replaces. Does nothing where nobody looks.
    func progress(_ line: String) {
        guard isTerminal else { return }
        hasProgress.withLock { progress in
            send("\r\u{1B}[K" + line)
            progress = true
        }
    }

    /// Takes the progress line away.
    func finishProgress() {
        write("")
    }

    private func send(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
