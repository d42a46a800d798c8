import Dispatch
import Synchronization

/// Blocks the current thread until asynchronous work is finished. Must only be used on a thread that may block, such as
/// one of `BlockingExecutor.run`.
package enum Blocking {
    private final class Outcome<Value: Sendable>: Sendable {
        let result = Mutex<Result<Value, any Error>?>(nil)
        let isThere = DispatchSemaphore(value: 0)
    }

    package static func wait<Value: Sendable>(for work: @escaping @Sendable () async throws -> Value) throws -> Value {
        let outcome = Outcome<Value>()
        Task {
            let result = await Result { try await work() }
            outcome.result.withLock { $0 = result }
            outcome.isThere.signal()
        }
        outcome.isThere.wait()
        guard let result = outcome.result.withLock({ $0 }) else { throw CancellationError() }
        return try result.get()
    }
}
