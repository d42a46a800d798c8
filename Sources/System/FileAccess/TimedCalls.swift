import Foundation
import Synchronization

/// Makes calls that may never return, such as those for a folder on a server that is down, each with a time limit.
///
/// A late call keeps its thread until it returns. Until then all other calls with its key count as late immediately, so each key uses at
/// most one thread.
package struct TimedCalls: Sendable {
    package static let system = TimedCalls()

    /// The time without progress after which a call is given up.
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
    /// - Returns: nil if the call does not return in time.
    package func run<Value: Sendable>(_ key: String, _ body: @escaping @Sendable () -> Value) -> Value? {
        run([key]) { _ in body() }[0]
    }

    /// Calls `body` with the index of each key, in turn. While one call takes long, further calls run in parallel to it.
    ///
    /// - Parameters:
    ///   - keys: the subjects of the calls, such as the paths of folders.
    ///   - body: reports long work with `CallProgress.step`.
    /// - Returns: the results in the order of the keys. Nil for a call that does not return in time.
    package func run<Value: Sendable>(_ keys: [String], _ body: @escaping @Sendable (Int) -> Value) -> [Value?] {
        guard !keys.isEmpty else { return [] }
        let batch = CallBatch(keys, limit: limit, open: open, body)
        while let needsThread = batch.next() {
            if needsThread {
                do {
                    try starter.start(stackSize: 2 << 20) { batch.makeCalls() }
                } catch {
                    // If no thread can be started, the calls are made here, without a time limit.
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
        /// Indices of calls that have not begun, in reverse order.
        var waiting: [Int]
        /// Indices of calls whose keys are in use elsewhere.
        var postponed: [Int] = []
        var running: [Int: CallProgress] = [:]
        var results: [Value?]
        /// The number of threads that make calls, without those of late calls.
        var threads = 0
    }

    /// The maximum number of such threads.
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

    /// Gives up late calls.
    ///
    /// - Returns: whether the caller must start a thread, which is already counted. Nil if all calls have returned or were given up.
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

    /// - Returns: whether the caller must make the calls.
    func threadWasRefused() -> Bool {
        state.withLock { state in
            state.threads -= 1
            guard state.threads == 0, state.running.isEmpty else { return false }
            state.threads = 1
            return true
        }
    }

    /// Waits until a thread has no more calls to make, or for at most 50 ms.
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

    /// Makes calls until none is left, or until its own call was given up.
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

    /// - Returns: false for a call that was given up.
    private func finish(_ index: Int, _ value: Value) -> Bool {
        state.withLock { state in
            guard state.running.removeValue(forKey: index) != nil else { return false }
            state.results[index] = value
            return true
        }
    }
}
