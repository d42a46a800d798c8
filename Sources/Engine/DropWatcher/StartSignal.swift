import Synchronization

/// Resumes the caller that starts a watch, either after the watch has begun or with the error that prevents it. Only
/// the first call of `give` has an effect.
package final class StartSignal: Sendable {
    private let continuation: Mutex<CheckedContinuation<Void, any Error>?>

    package init(_ continuation: CheckedContinuation<Void, any Error>) {
        self.continuation = Mutex(continuation)
    }

    package var isGiven: Bool { continuation.withLock { $0 == nil } }

    package func give(_ result: Result<Void, any Error>) {
        let continuation = continuation.withLock { continuation in
            defer { continuation = nil }
            return continuation
        }
        continuation?.resume(with: result)
    }
}
