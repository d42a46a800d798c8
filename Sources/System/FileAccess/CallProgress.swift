import Synchronization

/// The progress of a call with a time limit. The limit counts from the last step: a large folder on a slow server may
/// take long, but a call to a silent server is abandoned.
package final class CallProgress: Sendable {
    /// The progress of the current thread's call. Nil for calls without a limit.
    @TaskLocal static var current: CallProgress?

    /// The time on a clock that stops while the machine sleeps, so that sleep does not count as time without progress.
    private let last = Mutex(SuspendingClock.now)

    init() {}

    /// Records a step of the current thread's call.
    package static func step() { current?.last.withLock { $0 = .now } }

    /// Whether the time since the last step exceeds the limit.
    func isLate(_ limit: Duration) -> Bool { last.withLock { $0.duration(to: .now) } > limit }
}

/// Calls that have begun and not returned, by their keys.
final class OpenCalls: Sendable {
    static let shared = OpenCalls()

    private let calls = Mutex<[String: CallProgress]>([:])

    init() {}

    /// Starts a call.
    ///
    /// - Returns: the unfinished call of the same key. Nil if there is none and the new call has started.
    func begin(_ key: String, _ progress: CallProgress) -> CallProgress? {
        calls.withLock { calls in
            if let other = calls[key] { return other }
            calls[key] = progress
            return nil
        }
    }

    func end(_ key: String) {
        calls.withLock { $0[key] = nil }
    }
}
