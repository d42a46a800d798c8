import EngineSupport
import StateDatabase
import StickerConfiguration
import Synchronization

/// The output's lock in the hands of a watch, which lends it to guests.
final class YieldingLock: Sendable {
    static let command = "stickerd watch"
    /// Held while drops are being rendered: a rebuild that sees it waits.
    static let busyFile = "busy.lock"

    private let configuration: Configuration
    private var folder: String { configuration.stateFolder }
    private let lock: Mutex<OutputLock?>
    private let busy = Mutex<OutputLock?>(nil)

    /// - Throws: `DaemonError.outputInUse`, or another `DaemonError` when the lock cannot be made.
    init(_ configuration: Configuration) throws {
        self.configuration = configuration
        lock = Mutex(try OutputLock.take(configuration, command: YieldingLock.command))
    }

    /// Whether somebody waits for a turn.
    var isWanted: Bool { OutputLock.isHeld(folder: folder, file: OutputLease.guestFile) }

    /// Lends the lock, and comes back when it has it again.
    ///
    /// - Parameter waiting: called now and then meanwhile, as a sign of life.
    /// - Throws: `CancellationError`; `DaemonError` when the lock cannot be made.
    func yieldToWaiters(waiting: () -> Void) async throws {
        lock.withLock { $0 = nil }
        while isWanted {
            waiting()
            try await Task.sleep(for: .milliseconds(100))
        }
        while true {
            do {
                let taken = try OutputLock.take(configuration, command: YieldingLock.command)
                return lock.withLock { $0 = taken }
            } catch is DaemonError {
                // Nothing is done without it, whatever keeps it away.
                waiting()
                try await Task.sleep(for: .milliseconds(100))
            }
        }
    }

    /// Says whether drops are being rendered.
    func set(busy isBusy: Bool) {
        busy.withLock { busy in
            guard isBusy != (busy != nil) else { return }
            busy =
                isBusy
                ? try? OutputLock.take(folder: folder, command: YieldingLock.command, file: YieldingLock.busyFile) : nil
        }
    }
}
