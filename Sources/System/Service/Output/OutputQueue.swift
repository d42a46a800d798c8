import Dispatch
import FileAccess
import Glibc
import Synchronization

/// The output stream of a service. A separate thread writes to the descriptor, so that the service does not block if
/// a reader stops reading. Lines that exceed the limit are dropped and counted. The next line reports their number.
package final class OutputQueue: Sendable {
    private struct State {
        var pieces: [[UInt8]] = []
        /// The number of bytes that have not been written, including those that are being written.
        var bytes = 0
        var isWriting = false
        /// The number of lines that have been dropped since the last report.
        var dropped = 0
        var isEnded = false

        var isIdle: Bool { pieces.isEmpty && !isWriting && dropped == 0 }
    }

    private let descriptor: Int32
    private let limit: Int
    private let report: @Sendable (Int) -> String
    private let state = Mutex(State())
    private let changed = DispatchSemaphore(value: 0)

    /// - Parameters:
    ///   - limit: the maximum number of queued bytes.
    ///   - report: returns the line, including its newline, that reports a number of dropped lines.
    /// - Throws: `ThreadRefusal` if no thread could be started.
    package init(
        descriptor: Int32, limit: Int = 1 << 20, report: @escaping @Sendable (Int) -> String
    ) async throws {
        (self.descriptor, self.limit, self.report) = (descriptor, limit, report)
        try await ThreadStarter.system.startRetrying(stackSize: 256 << 10) { [self] in writeAll() }
    }

    /// Adds complete lines, or control sequences for a terminal, without blocking.
    package func write(_ piece: [UInt8]) {
        guard !piece.isEmpty else { return }
        state.withLock { state in
            // After lines were dropped, half of the queue must be free before more are added. Many drops then cause
            // only one report.
            let most = state.dropped > 0 ? limit / 2 : limit
            guard state.bytes == 0 || state.bytes + piece.count <= most else {
                state.dropped += piece.count { $0 == UInt8(ascii: "\n") }
                return
            }
            addReport(&state)
            state.pieces.append(piece)
            state.bytes += piece.count
        }
        changed.signal()
    }

    /// Waits until all bytes are written, for at most the given time.
    package func flush(within limit: Duration) {
        let deadline = ContinuousClock.now + limit
        while !state.withLock(\.isIdle), ContinuousClock.now < deadline { usleep(1_000) }
    }

    /// Ends the thread after it has written all bytes.
    package func end() {
        state.withLock { $0.isEnded = true }
        changed.signal()
    }

    private func addReport(_ state: inout State) {
        guard state.dropped > 0 else { return }
        let line = Array(report(state.dropped).utf8)
        state.dropped = 0
        state.pieces.append(line)
        state.bytes += line.count
    }

    private func writeAll() {
        while true {
            changed.wait()
            while let pieces = next() {
                for piece in pieces {
                    BlockingWrite.write(piece, to: descriptor)
                    state.withLock { $0.bytes -= piece.count }
                }
            }
            if state.withLock({ $0.isEnded && $0.isIdle }) { return }
        }
    }

    private func next() -> [[UInt8]]? {
        state.withLock { state in
            if state.pieces.isEmpty { addReport(&state) }
            defer { state.pieces = [] }
            state.isWriting = !state.pieces.isEmpty
            return state.isWriting ? state.pieces : nil
        }
    }
}
