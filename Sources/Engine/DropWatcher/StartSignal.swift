import Synchronization

/// Reports once that the watch has started, or the error for which it could not start.
final class StartSignal: Sendable {
    private let continuation: Mutex<CheckedContinuation<Void, any Error>?>

    init(_ continuation: CheckedContinuation<Void, any Error>) {
        self.continuation = Mutex(continuation)
    }

    var isGiven: Bool { continuation.withLock { $0 == nil } }

    func give(_ result: Result<Void, any Error>) {
        let continuation = continuation.withLock { continuation in
            defer { continuation = nil }
            return continuation
        }
        continuation?.resume(with: result)
    }
}
