import Foundation

/// Runs calls that block, such as reading folders and files, on a thread of their own, so that the threads which
/// Swift's concurrency shares never stand still.
package enum BlockingExecutor {
    package static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let work = Work(body)
            let thread = Thread { continuation.resume(with: work.result()) }
            thread.stackSize = 8 << 20
            thread.start()
        }
    }

    /// The thread lives on for a moment after whoever waits has gone on. Were the work, and what it refers to, released with it,
    /// that would be copied as soon as it is changed.
    private final class Work<Value: Sendable>: @unchecked Sendable {
        private var body: (@Sendable () throws -> Value)?

        init(_ body: @escaping @Sendable () throws -> Value) { self.body = body }

        /// To be called once.
        func result() -> Result<Value, any Error> {
            defer { body = nil }
            return Result {
                guard let body else { throw CancellationError() }
                return try body()
            }
        }
    }
}
