import Dispatch
import Glibc
import Synchronization

/// Listens for the signals that a service, or a run that ends by itself, obeys.
final class SignalWatch: Sendable {
    static let ofServices: [Int32: ServiceSignal] = [SIGTERM: .stop, SIGINT: .stop, SIGHUP: .reload]
    static let ofRuns: [Int32: ServiceSignal] = [SIGTERM: .stop, SIGINT: .stop, SIGHUP: .stop]

    private let sources = Mutex<[any DispatchSourceSignal]>([])
    private let interrupts = Atomic(0)
    private let registrations = DispatchGroup()

    init(_ meanings: [Int32: ServiceSignal], hear: @escaping @Sendable (ServiceSignal) -> Void) {
        sources.withLock { sources in
            for (number, meaning) in meanings {
                // Not on the threads that Swift's concurrency shares: it must work when they are all busy.
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

    /// Comes back when signals are heard: sources are registered a moment after they are resumed, and what comes before
    /// that has its usual effect, which is to end the process.
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
