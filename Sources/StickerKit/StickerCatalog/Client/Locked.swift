import Dispatch
import Foundation

/// A value that several threads read and change, one at a time.
final class Locked<Value: Sendable>: @unchecked Sendable {
    // All accesses to `value` hold this lock, so the class is Sendable. `Mutex` would need iOS 18.
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) {
        self.value = value
    }

    func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}

/// Runs blocking calls on a dispatch queue, so that Swift's cooperative threads are never blocked.
struct BlockingQueue: Sendable {
    private let queue: DispatchQueue

    init(_ label: String) {
        queue = DispatchQueue(label: label, qos: .utility)
    }

    func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try body() }) }
        }
    }
}
