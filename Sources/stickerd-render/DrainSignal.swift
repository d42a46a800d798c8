import CLinux
import FileAccess
import Glibc
import Synchronization

/// Notices SIGTERM, which batch systems and Kubernetes send some time before they end a process, and SIGINT.
final class DrainSignal: Sendable {
    /// Can be read once a signal has come.
    let descriptor: Int32
    private let raised = Atomic(false)

    /// Whether a signal has come.
    var isRaised: Bool { raised.load(ordering: .acquiring) }

    /// The calling thread must be the only one so far.
    init() {
        var ends: [Int32] = [-1, -1]
        _ = pipe2(&ends, O_CLOEXEC | O_NONBLOCK)
        let (reading, writing) = (ends[0], ends[1])
        descriptor = reading
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGTERM)
        sigaddset(&signals, SIGINT)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        let wait: @Sendable () -> Void = { [self] in
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGTERM)
            sigaddset(&signals, SIGINT)
            var number: Int32 = 0
            while sigwait(&signals, &number) != 0 {}
            raised.store(true, ordering: .releasing)
            _ = Glibc.write(writing, [UInt8(1)], 1)
        }
        do {
            try ThreadStarter.system.startBlocking(stackSize: 1 << 16, wait)
        } catch {
            // Without the thread, the signals end the process at once.
            pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        }
    }
}
