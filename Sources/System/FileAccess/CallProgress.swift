import Synchronization

/// The progress of a call with a time limit. The limit applies to the time since the last step. A large folder on a
/// slow server may take long, but a call to a server that does not respond is abandoned.
package final class CallProgress: Sendable {
    /// The progress of the current thread's call. Nil for calls without a limit.
    @TaskLocal static var current: CallProgress?

    /// The time of the last step. The clock stops while the machine sleeps, so that sleep is not mistaken for a lack
    /// of progress.
    private let last = Mutex(SuspendingClock.now)

    init() {}

    /// Records a step of the current thread's call.
    package static func step() { current?.last.withLock { $0 = .now } }

    /// Whether the time since the last step exceeds a limit.
    func isLate(_ limit: Duration) -> Bool { last.withLock { $0.duration(to: .now) } > limit }
}

/// The calls that have begun but not returned, by their keys.
final class OpenCalls: Sendable {
    static let shared = OpenCalls()

    private let calls = Mutex<[String: CallProgress]>([:])

    init() {}

    /// Starts a call, unless a call with the same key is unfinished.
    ///
    /// - Returns: the progress of the unfinished call. Nil if the new call was started.
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
