import Synchronization

/// Runs blocking calls, such as reading folders and files, on separate threads. The shared threads of Swift's
/// concurrency then never block.
package enum BlockingExecutor {
    /// - Throws: the errors of `body`; `ThreadRefusal` if no thread could be started within several seconds.
    package static func run<Value: Sendable>(
        on threads: ThreadStarter = .system, stackSize: Int = 8 << 20,
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        let work = Work(body)
        try await threads.startRetrying(stackSize: stackSize) { work.run() }
        return try await work.value()
    }

    /// Releases the body before the caller continues. Otherwise the thread could hold the captured values for longer,
    /// and changing one of them would copy it.
    private final class Work<Value: Sendable>: Sendable {
        private struct State {
            var body: (@Sendable () throws -> Value)?
            var result: Result<Value, any Error>?
            var continuation: CheckedContinuation<Value, any Error>?
        }

        private let state: Mutex<State>

        init(_ body: @escaping @Sendable () throws -> Value) { state = Mutex(State(body: body)) }

        /// Calls the body on the thread. It must be called only once.
        func run() {
            let result = call()
            let continuation = state.withLock { state in
                if state.continuation == nil { state.result = result }
                defer { state.continuation = nil }
                return state.continuation
            }
            continuation?.resume(with: result)
        }

        /// The result of the body, which is released before this function returns.
        private func call() -> Result<Value, any Error> {
            let body = state.withLock { state in
                defer { state.body = nil }
                return state.body
            }
            return Result {
                guard let body else { throw CancellationError() }
                return try body()
            }
        }

        func value() async throws -> Value {
            try await withCheckedThrowingContinuation { continuation in
                let result = state.withLock { state in
                    if state.result == nil { state.continuation = continuation }
                    defer { state.result = nil }
                    return state.result
                }
                if let result { continuation.resume(with: result) }
            }
        }
    }
}
