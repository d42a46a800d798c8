import FileAccess
import Foundation
import Service
import Synchronization
import Terminal

/// An output stream of the program, with a progress line if it is a terminal.
final class Console: Sendable {
    static let standardError = Console(descriptor: STDERR_FILENO)
    static let standardOutput = Console(descriptor: STDOUT_FILENO)

    /// Whether the stream is a terminal that supports a progress line.
    let isTerminal: Bool
    private let descriptor: Int32
    private let hasProgress = Mutex(false)
    /// The queue of the background thread that writes. Nil if callers write directly and wait for the reader.
    private let queue = Mutex<OutputQueue?>(nil)
    private let style: TerminalStyle
    /// The error number of the first failed write. 0 if no write failed.
    private let failure = Mutex<Int32>(0)

    private init(descriptor: Int32) {
        self.descriptor = descriptor
        let environment = ProcessInfo.processInfo.environment
        isTerminal = isatty(descriptor) == 1 && environment["TERM"] != "dumb"
        style = TerminalStyle(isTerminal: isTerminal, environment: environment)
    }

    /// The error of the first failed write. Nil if everything was written.
    var writeError: SystemCallError? {
        let code = failure.withLock(\.self)
        return code == 0 ? nil : SystemCallError(code: code)
    }

    /// The width of the terminal in columns. 80 if the stream is not a terminal.
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
            send(style.painted(text))
        }
    }

    /// Shows a progress line that replaces the previous one. Does nothing if the stream is not a terminal.
    func progress(_ line: String) {
        guard isTerminal else { return }
        hasProgress.withLock { progress in
            send("\r\u{1B}[K" + line)
            progress = true
        }
    }

    /// Removes the progress line.
    func finishProgress() {
        write("")
    }

    /// Writes in a background thread from now on, so that no caller waits for a slow reader. If the reader is too
    /// slow, lines are dropped and counted.
    ///
    /// - Parameter report: the text of the line that reports the number of dropped lines.
    /// - Throws: `ThreadRefusal` if a thread cannot be started.
    func writeInBackground(report: @escaping @Sendable (Int) -> String) async throws {
        let started = try await OutputQueue(descriptor: descriptor, report: report)
        queue.withLock { $0 = started }
    }

    /// Waits until all queued lines are written, at most one second per stream.
    static func flush() {
        for console in [standardOutput, standardError] {
            console.queue.withLock(\.self)?.flush(within: .seconds(1))
        }
    }

    /// Writes one line of JSON. The line must end with a newline.
    func writeLine(_ line: [UInt8]) {
        hasProgress.withLock { _ in send(line) }
    }

    /// Writes bytes unchanged, such as a document on standard output.
    func write(bytes: some Sequence<UInt8>) {
        hasProgress.withLock { _ in send(Array(bytes)) }
    }

    private func send(_ text: String) { send(Array(text.utf8)) }

    private func send(_ bytes: [UInt8]) {
        if let queue = queue.withLock(\.self) {
            queue.write(bytes)
        } else {
            let code = BlockingWrite.write(bytes, to: descriptor)
            if code != 0 { failure.withLock { if $0 == 0 { $0 = code } } }
        }
    }
}
