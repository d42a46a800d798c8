import CLinux
import Glibc
import RenderProtocol
import Synchronization

/// The pipes to and from one worker, and a pipe that wakes the thread of the connection.
package final class WorkerPipes: Sendable {
    /// The end from which the worker reads. The daemon closes this end after the worker has been started.
    package let workerInput: Int32
    /// The end to which the worker writes. The daemon closes this end after the worker has been started.
    package let workerOutput: Int32
    /// The end to which the daemon writes, in non-blocking mode.
    package let input: Int32
    /// The end from which the daemon reads.
    package let output: Int32
    package let wakeReading: Int32
    /// The writing end of the pipe that wakes the thread, non-blocking.
    package let wakeWriting: Int32
    private let open: Mutex<Set<Int32>>

    /// - Throws: `PipeError`.
    package init() throws(PipeError) {
        var ends: [Int32] = []
        for _ in 0..<3 {
            var pair: [Int32] = [0, 0]
            guard pipe2(&pair, O_CLOEXEC) == 0 else {
                let error = PipeError(code: errno)
                for end in ends { Glibc.close(end) }
                throw error
            }
            ends += pair
        }
        (workerInput, input, output, workerOutput, wakeReading, wakeWriting) = (
            ends[0], ends[1], ends[2], ends[3], ends[4], ends[5]
        )
        open = Mutex(Set(ends))
        PipeCapacity.raise(of: input)
        PipeCapacity.raise(of: output)
        for end in [input, wakeReading, wakeWriting] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    }

    deinit { close() }

    /// Closes the worker's ends, of which the worker process has its own copies.
    package func closeWorkerEnds() {
        close(workerInput)
        close(workerOutput)
    }

    func closeInput() { close(input) }

    /// Closes all ends that are still open.
    package func close() {
        for end in [workerInput, workerOutput, input, output, wakeReading, wakeWriting] { close(end) }
    }

    private func close(_ end: Int32) {
        let isOpen = open.withLock { $0.remove(end) != nil }
        if isOpen { Glibc.close(end) }
    }
}
