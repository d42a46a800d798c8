import ControlSocket
import EngineSupport
import StateDatabase
import StickerConfiguration
import Synchronization

/// The output lock of a watch, which yields the lock to commands on request.
package final class YieldingLock: Sendable {
    package static let command = "stickerd watch"
    /// The file of the lock that a watch holds all the time, even while another process uses the output. The lock
    /// prevents the start of a second watch, which would replace the control socket.
    static let watchFile = "watch.lock"
    /// The file of the lock that a watch holds while it renders sources, so that a rebuild pauses.
    package static let busyFile = "busy.lock"
    private static let pause = Duration.milliseconds(100)

    private let configuration: Configuration
    private var folder: String { configuration.stateFolder }
    private let watch: OutputLock
    private let lock: Mutex<OutputLock?>
    private let busy = Mutex<OutputLock?>(nil)

    private init(_ configuration: Configuration, watch: OutputLock, lock: OutputLock) {
        self.configuration = configuration
        self.watch = watch
        self.lock = Mutex(lock)
    }

    /// Takes the locks of a watch. If a command uses the output, it waits for that command. A command may have started
    /// while the watch reloaded its configuration.
    ///
    /// - Parameters:
    ///   - notice: called once with a message about the process that uses the output.
    ///   - waiting: called repeatedly during the wait, to show that the watch is alive.
    /// - Throws: `EngineError.outputInUse` if another watch uses the output, or another process that does not hold the
    ///   guest lock; another `EngineError` if a lock cannot be created; `CancellationError`.
    package static func take(
        _ configuration: Configuration, notice: (String) -> Void, waiting: () -> Void = {}
    ) async throws -> YieldingLock {
        let folder = configuration.stateFolder
        let watch = try OutputLock.take(folder: folder, command: command, file: watchFile)
        var hasNotified = false
        while true {
            // The guest lock is checked before the output lock, because a command may end between the two checks.
            let hasGuest = OutputLock.isHeld(folder: folder, file: OutputLease.guestFile)
            do {
                let lock = try OutputLock.take(configuration, command: command)
                return YieldingLock(configuration, watch: watch, lock: lock)
            } catch EngineError.outputInUse(folder, let holder) where hasGuest {
                if !hasNotified { notice("Waiting for \(holder), which works on this output.") }
                hasNotified = true
                waiting()
                try await Task.sleep(for: pause)
            }
        }
    }

    /// Whether a command holds the guest lock and waits for the output.
    package var isWanted: Bool { OutputLock.isHeld(folder: folder, file: OutputLease.guestFile) }

    /// Releases the output lock, waits until the commands have ended, and takes the lock again.
    ///
    /// - Parameters:
    ///   - requests: the requests of the commands. The watch grants all of them.
    ///   - waiting: called repeatedly during the wait, to show that the watch is alive.
    /// - Throws: `CancellationError`.
    func yield(to requests: [OutputRequest], waiting: () -> Void) async throws {
        lock.withLock { $0 = nil }
        for request in requests { request.grant() }
        while isWanted || requests.contains(where: { !$0.isEnded }) {
            waiting()
            try await Task.sleep(for: YieldingLock.pause)
        }
        while true {
            do {
                let taken = try OutputLock.take(configuration, command: YieldingLock.command)
                return lock.withLock { $0 = taken }
            } catch is EngineError {
                // The watch cannot continue without the lock, so every failure is retried.
                waiting()
                try await Task.sleep(for: YieldingLock.pause)
            }
        }
    }

    /// Takes the busy lock while the watch renders sources, and releases it afterwards. Errors are ignored.
    package func set(busy isBusy: Bool) {
        busy.withLock { busy in
            guard isBusy != (busy != nil) else { return }
            busy =
                isBusy
                ? try? OutputLock.take(folder: folder, command: YieldingLock.command, file: YieldingLock.busyFile) : nil
        }
    }
}
