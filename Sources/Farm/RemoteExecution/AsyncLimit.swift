import Synchronization

/// Limits the number of tasks that run at the same time. Further tasks wait in the order of their arrival.
final class AsyncLimit: Sendable {
    private struct State {
        var free: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
        var first = 0
    }

    private let state: Mutex<State>

    /// - Parameter count: the maximum number of tasks that run at the same time.
    init(_ count: Int) { state = Mutex(State(free: count)) }

    /// Waits until a task may run, and runs `body`.
    ///
    /// - Throws: `CancellationError` if the task has been cancelled by then; the errors of `body`.
    func run<Value>(_ body: () async throws -> Value) async throws -> Value {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.free == 0 else {
                    state.free -= 1
                    return true
                }
                state.waiting.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
        defer { leave() }
        try Task.checkCancellation()
        return try await body()
    }

    private func leave() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard state.first < state.waiting.count else {
                state.waiting.removeAll(keepingCapacity: true)
                (state.first, state.free) = (0, state.free + 1)
                return nil
            }
            let next = state.waiting[state.first]
            state.first += 1
            if state.first > 1000 {
                state.waiting.removeFirst(state.first)
                state.first = 0
            }
            return next
        }
        next?.resume()
    }
}
