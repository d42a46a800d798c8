import Foundation
import Synchronization

/// Makes calls that wait for the disk concurrently, on separate threads. libdispatch has only as many threads as
/// there are processors, but a call that waits does not use a processor.
package enum ConcurrentCalls {
    /// The maximum number of concurrent calls.
    private static let width = 16

    /// Calls `body` with each number below `count`, and returns when all calls have ended. If the system refuses a
    /// thread, the caller and the threads that have started make all calls.
    ///
    /// - Throws: the error of one of the calls that failed.
    package static func run(
        count: Int, on starter: ThreadStarter = .system, _ body: @escaping @Sendable (Int) throws -> Void
    ) throws {
        guard count > 1 else { return try (0..<count).forEach(body) }
        let calls = Calls(count: count, body)
        let threads = DispatchGroup()
        for _ in 1..<min(count, width) {
            threads.enter()
            do {
                try starter.start(stackSize: 512 << 10) {
                    calls.makeAll()
                    threads.leave()
                }
            } catch {
                threads.leave()
                break
            }
        }
        calls.makeAll()
        threads.wait()
        if let failure = calls.failure { throw failure }
    }

    private final class Calls: Sendable {
        private struct State {
            var next = 0
            var failure: (any Error)?
        }

        private let count: Int
        private let body: @Sendable (Int) throws -> Void
        private let state = Mutex(State())

        init(count: Int, _ body: @escaping @Sendable (Int) throws -> Void) {
            self.count = count
            self.body = body
        }

        var failure: (any Error)? { state.withLock(\.failure) }

        /// Makes calls until none remains.
        func makeAll() {
            while let number = take() {
                do { try body(number) } catch { state.withLock { $0.failure = error } }
            }
        }

        private func take() -> Int? {
            state.withLock { state in
                guard state.next < count else { return nil }
                defer { state.next += 1 }
                return state.next
            }
        }
    }
}
