import Dispatch
import Foundation

/// Turns Ctrl-C and the service manager's signals into cancellation, so that a run ends in good order.
enum Interruption {
    /// Runs work that SIGINT, SIGTERM or SIGHUP cancel.
    ///
    /// - Throws: `CancellationError` after a signal; whatever the work throws.
    static func stopping<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let task = Task { try await work() }
        let sources = [SIGINT, SIGTERM, SIGHUP].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { task.cancel() }
            source.resume()
            return source
        }
        defer { sources.forEach { $0.cancel() } }
        return try await task.value
    }
}
