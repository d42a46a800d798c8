import FileAccess
import Foundation
import Service
import Synchronization
import Terminal

/// One of the program's output streams, and the progress line on it.
final class Console: Sendable {
    static let standardError = Console(descriptor: STDERR_FILENO)
    static let standardOutput = Console(descriptor: STDOUT_FILENO)

    /// Whether it is a terminal.
    let isTerminal: Bool
    private let descriptor: Int32
    private let hasProgress = Mutex(false)
    /// The queue that writes for the caller. Nil if the caller waits for the reader.
    private let queue = Mutex<OutputQueue?>(nil)
    private let style: TerminalStyle
    /// The error number of the first write that failed; 0 if none did.
    private let failure = Mutex<Int32>(0)

    private init(descriptor: Int32) {
        self.descriptor = descriptor
        let environment = ProcessInfo.processInfo.environment
        isTerminal = isatty(descriptor) == 1 && environment["TERM"] != "dumb"
        style = TerminalStyle(isTerminal: isTerminal, environment: environment)
    }

    /// The reason why something could not be written. Nil if everything was.
    var writeError: SystemCallError? {
        let code = failure.withLock(\.self)
        return code == 0 ? nil : SystemCallError(code: code)
    }

    /// Columns of the terminal; 80 without a terminal.
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

    /// Shows a line that the next one replaces. Does nothing without a terminal.
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

    /// Makes a separate thread write from now on, so that no caller waits for a slow reader. Lines that the reader does
    /// not accept in time are dropped and counted.
    ///
    /// - Parameter report: the line that reports a number of dropped lines.
    /// - Throws: `ThreadRefusal`.
    func writeInBackground(report: @escaping @Sendable (Int) -> String) async throws {
        let started = try await OutputQueue(descriptor: descriptor, report: report)
        queue.withLock { $0 = started }
    }

    /// Waits up to one second per stream until its queued lines are written.
    static func flush() {
        for console in [standardOutput, standardError] {
            console.queue.withLock(\.self)?.flush(within: .seconds(1))
        }
    }

    /// Writes one line of output for programs. The line includes its newline.
    func writeLine(_ line: [UInt8]) {
        hasProgress.withLock { _ in send(line) }
    }

    /// Writes bytes as they are, such as a document on standard output.
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
