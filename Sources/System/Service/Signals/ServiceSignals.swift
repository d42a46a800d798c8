import Dispatch
import Glibc
import Synchronization

/// The signals that a service handles.
package enum ServiceSignals {
    /// A stream of the signals that arrive from now on. They are handled until the reader of the stream stops. A
    /// second SIGINT ends the process immediately with status 130.
    package static func stream() async -> AsyncStream<ServiceSignal> {
        let (stream, continuation) = AsyncStream.makeStream(of: ServiceSignal.self)
        let watch = SignalWatch(SignalWatch.ofServices) { continuation.yield($0) }
        continuation.onTermination = { _ in watch.end() }
        await watch.isListening()
        return stream
    }

    /// The way in which a service ended.
    package enum Ending<Value: Sendable>: Sendable {
        /// The service ended without a request to stop.
        case finished(Value)
        /// The service ended after a request to stop.
        case stopped
    }

    /// Runs a service. SIGTERM and SIGINT cancel it, and SIGHUP makes it read its configuration again.
    ///
    /// - Parameters:
    ///   - limit: the time limit of a stop. If the service has not ended by then, the process ends with status 124.
    ///     The published state is always complete, so only unfinished work is lost.
    ///   - reload: called for each SIGHUP. A call ends before the next begins.
    ///   - stopping: called once, at the start of a stop.
    /// - Throws: the errors of the service, unless it was stopped.
    package static func serving<Value: Sendable>(
        stopWithin limit: Duration, reload: @escaping @Sendable () async -> Void,
        stopping: @escaping @Sendable () -> Void = {}, _ service: @escaping @Sendable () async throws -> Value
    ) async throws -> Ending<Value> {
        let signals = await stream()
        let (reloads, again) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let work = Task { try await service() }
        let stop = Stop(limit: limit)
        let listeners = [
            Task {
                for await signal in signals {
                    switch signal {
                    case .reload: again.yield()
                    case .stop where stop.begin():
                        stopping()
                        work.cancel()
                    case .stop: continue
                    }
                }
            },
            // Reloading is a separate task, so that a slow reload does not delay a stop.
            Task { for await _ in reloads { await reload() } },
        ]
        defer {
            listeners.forEach { $0.cancel() }
            stop.end()
        }
        do {
            let value = try await withTaskCancellationHandler {
                try await work.value
            } onCancel: {
                work.cancel()
            }
            return stop.hasBegun ? .stopped : .finished(value)
        } catch is CancellationError where stop.hasBegun {
            return .stopped
        }
    }
}

/// A request to a running service, by the service manager or from the keyboard.
package enum ServiceSignal: Sendable, Hashable {
    /// SIGTERM or SIGINT: the service must stop.
    case stop
    /// SIGHUP: the service must read its configuration again.
    case reload
}

/// Receives the signals that a service or a single run handles.
final class SignalWatch: Sendable {
    static let ofServices: [Int32: ServiceSignal] = [SIGTERM: .stop, SIGINT: .stop, SIGHUP: .reload]
    static let ofRuns: [Int32: ServiceSignal] = [SIGTERM: .stop, SIGINT: .stop, SIGHUP: .stop]

    private let sources = Mutex<[any DispatchSourceSignal]>([])
    private let interrupts = Atomic(0)
    private let registrations = DispatchGroup()

    init(_ meanings: [Int32: ServiceSignal], hear: @escaping @Sendable (ServiceSignal) -> Void) {
        sources.withLock { sources in
            for (number, meaning) in meanings {
                // Signals are not handled on the shared threads of Swift's concurrency, because all of these may be
                // busy.
                let source = DispatchSource.makeSignalSource(signal: number, queue: .global(qos: .userInteractive))
                source.setEventHandler { [self] in
                    if number == SIGINT, isSecondInterrupt { _exit(130) }
                    hear(meaning)
                }
                registrations.enter()
                source.setRegistrationHandler { [registrations] in registrations.leave() }
                source.resume()
                sources.append(source)
            }
        }
    }

    /// Waits until the sources are registered, which takes a short time after they are resumed. A signal before that
    /// has its default effect, and ends the process.
    func isListening() async {
        await withCheckedContinuation { continuation in
            registrations.notify(queue: .global(qos: .userInteractive)) { continuation.resume() }
        }
    }

    private var isSecondInterrupt: Bool {
        interrupts.add(1, ordering: .relaxed).newValue > 1
    }

    func end() {
        sources.withLock { sources in
            sources.forEach { $0.cancel() }
            sources = []
        }
    }
}
