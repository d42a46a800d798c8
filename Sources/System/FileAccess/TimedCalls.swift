import Foundation
import Synchronization

/// Makes calls that may never return, each with a time limit. An example is a call for a folder on a server that is
/// down.
///
/// A call that exceeds the limit keeps its thread until it returns. Until then, all other calls with the same key
/// fail immediately, so each key uses at most one thread.
package struct TimedCalls: Sendable {
    package static let system = TimedCalls()

    /// The time without progress after which a call is abandoned.
    private let limit: Duration
    private let starter: ThreadStarter
    private let open: OpenCalls

    package init(limit: Duration = .seconds(5), starter: ThreadStarter = .system) {
        self.init(limit: limit, starter: starter, open: .shared)
    }

    init(limit: Duration, starter: ThreadStarter = .system, open: OpenCalls) {
        (self.limit, self.starter, self.open) = (limit, starter, open)
    }

    /// Makes one call.
    ///
    /// - Returns: nil if the call does not return within the time limit.
    package func run<Value: Sendable>(_ key: String, _ body: @escaping @Sendable () -> Value) -> Value? {
        run([key]) { _ in body() }[0]
    }

    /// Calls `body` with the index of each key, one after the other. If a call takes long, the next calls run in
    /// parallel to it.
    ///
    /// - Parameters:
    ///   - keys: the subjects of the calls, such as the paths of folders.
    ///   - body: makes a call. It reports progress in long work with `CallProgress.step`.
    /// - Returns: the results in the order of the keys. Nil for a call that does not return within the time limit.
    package func run<Value: Sendable>(_ keys: [String], _ body: @escaping @Sendable (Int) -> Value) -> [Value?] {
        guard !keys.isEmpty else { return [] }
        let batch = CallBatch(keys, limit: limit, open: open, body)
        while let needsThread = batch.next() {
            if needsThread {
                do {
                    try starter.start(stackSize: 2 << 20) { batch.makeCalls() }
                } catch {
                    // If no thread can be started, this thread makes the calls, without a time limit.
                    if batch.threadWasRefused() { batch.makeCalls() }
                }
            }
            batch.wait()
        }
        return batch.takeResults()
    }
}

/// The calls of one `TimedCalls.run`.
private final class CallBatch<Value: Sendable>: Sendable {
    private struct State {
        /// The indices of calls that have not begun, in reverse order.
        var waiting: [Int]
        /// The indices of calls whose keys are used by other calls at the moment.
        var postponed: [Int] = []
        var running: [Int: CallProgress] = [:]
        var results: [Value?]
        /// The number of threads that make calls, excluding those whose call was abandoned.
        var threads = 0
    }

    /// The maximum value of `State.threads`.
    private static var width: Int { 8 }
    /// The time without progress after which another thread makes the next call.
    private static var patience: Duration { .milliseconds(50) }

    private let keys: [String]
    private let limit: Duration
    private let open: OpenCalls
    private let body: @Sendable (Int) -> Value
    private let state: Mutex<State>
    private let news = DispatchSemaphore(value: 0)

    init(_ keys: [String], limit: Duration, open: OpenCalls, _ body: @escaping @Sendable (Int) -> Value) {
        (self.keys, self.limit, self.open, self.body) = (keys, limit, open, body)
        state = Mutex(State(waiting: keys.indices.reversed(), results: Array(repeating: nil, count: keys.count)))
    }

    /// Abandons calls that exceed the time limit.
    ///
    /// - Returns: whether the caller must start a thread, which is already included in `State.threads`. Nil if all
    ///   calls have returned or were abandoned.
    func next() -> Bool? {
        state.withLock { state in
            for (index, progress) in state.running where progress.isLate(limit) {
                state.running[index] = nil
                state.threads -= 1
            }
            state.waiting += state.postponed.reversed()
            state.postponed = []
            if state.waiting.isEmpty, state.running.isEmpty { return nil }
            let isStuck =
                state.running.count >= state.threads && state.running.values.allSatisfy { $0.isLate(Self.patience) }
            guard !state.waiting.isEmpty, state.threads < Self.width, isStuck else { return false }
            state.threads += 1
            return true
        }
    }

    /// Records that a thread could not be started.
    ///
    /// - Returns: whether the caller must make the calls itself.
    func threadWasRefused() -> Bool {
        state.withLock { state in
            state.threads -= 1
            guard state.threads == 0, state.running.isEmpty else { return false }
            state.threads = 1
            return true
        }
    }

    /// Waits until a thread has no more calls to make, for at most 50 ms.
    func wait() {
        let isPostponed = state.withLock { !$0.postponed.isEmpty }
        _ = news.wait(timeout: .now() + .milliseconds(isPostponed ? 5 : 50))
    }

    func takeResults() -> [Value?] {
        state.withLock { state in
            defer { state.results = [] }
            return state.results
        }
    }

    /// Makes calls until none remains, or until a call of this thread was abandoned.
    func makeCalls() {
        while let (index, progress) = begin() {
            let value = CallProgress.$current.withValue(progress) { body(index) }
            open.end(keys[index])
            guard finish(index, value) else { return }
        }
        news.signal()
    }

    private func begin() -> (Int, CallProgress)? {
        state.withLock { state in
            while let index = state.waiting.popLast() {
                let progress = CallProgress()
                guard let other = open.begin(keys[index], progress) else {
                    state.running[index] = progress
                    return (index, progress)
                }
                if !other.isLate(limit) { state.postponed.append(index) }
            }
            state.threads -= 1
            return nil
        }
    }

    /// Stores the result of a call.
    ///
    /// - Returns: false if the call was abandoned.
    private func finish(_ index: Int, _ value: Value) -> Bool {
        state.withLock { state in
            guard state.running.removeValue(forKey: index) != nil else { return false }
            state.results[index] = value
            return true
        }
    }
}
