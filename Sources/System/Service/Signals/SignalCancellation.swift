import StickerConfiguration

/// Cancels a run after Ctrl-C or a signal from the service manager, so that the run ends cleanly.
package enum SignalCancellation {
    /// Runs work that is cancelled by SIGINT, SIGTERM or SIGHUP. A second SIGINT ends the process immediately with
    /// status 130.
    ///
    /// - Parameter limit: the time within which the work must end after a signal. Otherwise the process ends with
    ///   status 124, even if threads are busy. Published files are always intact.
    /// - Throws: `CancellationError` after a signal; the errors of the work otherwise.
    package static func run<Value: Sendable>(
        within limit: Duration = .seconds(ServiceSettings().stopSeconds),
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let stop = Stop(limit: limit)
        let (asked, ask) = AsyncStream.makeStream(of: Void.self)
        let signals = SignalWatch(SignalWatch.ofRuns) { _ in
            if stop.begin() { ask.yield() }
        }
        await signals.isListening()
        let task = Task { try await work() }
        let listener = Task { for await _ in asked { task.cancel() } }
        defer {
            signals.end()
            stop.end()
            listener.cancel()
        }
        return try await task.value
    }
}
