import Dispatch
import Glibc
import Synchronization

/// Listens for the signals that a service obeys.
final class SignalWatch: Sendable {
    private static let meanings: [(Int32, ServiceSignal)] = [(SIGTERM, .stop), (SIGINT, .stop), (SIGHUP, .reload)]

    private let sources = Mutex<[any DispatchSourceSignal]>([])
    private let interrupts = Atomic(0)

    init(hear: @escaping @Sendable (ServiceSignal) -> Void) {
        sources.withLock { sources in
            for (number, meaning) in Self.meanings {
                signal(number, SIG_IGN)
                // Not on the threads that Swift's concurrency shares: it must work when they are all busy.
                let source = DispatchSource.makeSignalSource(signal: number, queue: .global(qos: .userInteractive))
                source.setEventHandler { [self] in
                    if number == SIGINT, isSecondInterrupt { _exit(130) }
                    hear(meaning)
                }
                source.resume()
                sources.append(source)
            }
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
