import Foundation

/// Runs calls that block, such as reading folders and files, on a thread of their own, so that the threads which
/// Swift's concurrency shares never stand still.
package enum BlockingExecutor {
    package static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let thread = Thread { continuation.resume(with: Result { try body() }) }
            thread.stackSize = 8 << 20
            thread.start()
        }
    }
}
