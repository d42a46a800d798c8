import ControlSocket
import EngineSupport
import StateDatabase
import StickerConfiguration
import Synchronization

/// The output's lock of a watch, which yields it to commands on request.
package final class YieldingLock: Sendable {
    package static let command = "stickerd watch"
    /// The lock that a watch holds from its start to its end, even while another process has the output. It prevents a
    /// second watch, which would replace the control socket.
    static let watchFile = "watch.lock"
    /// The lock that is held while drops are being rendered, so that a rebuild waits.
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

    /// Takes the locks of a watch. Waits for a command that uses the output, for example while the watch reloads its
    /// configuration.
    ///
    /// - Parameters:
    ///   - notice: called once with the process that holds the output.
    ///   - waiting: called repeatedly during the wait, as a sign of life.
    /// - Throws: `EngineError.outputInUse`, or another `EngineError` if a lock cannot be created; `CancellationError`.
    package static func take(
        _ configuration: Configuration, notice: (String) -> Void, waiting: () -> Void = {}
    ) async throws -> YieldingLock {
        let folder = configuration.stateFolder
        let watch = try OutputLock.take(folder: folder, command: command, file: watchFile)
        var hasNotified = false
        while true {
            // Checked first, because a command may end between the two checks.
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

    /// Whether a command without a connection waits for its turn.
    package var isWanted: Bool { OutputLock.isHeld(folder: folder, file: OutputLease.guestFile) }

    /// Releases the lock, and returns after acquiring it again.
    ///
    /// - Parameters:
    ///   - requests: the commands that requested it.
    ///   - waiting: called regularly during the wait, as a sign of life.
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
                // The watch does nothing without the lock, so every failure is retried.
                waiting()
                try await Task.sleep(for: YieldingLock.pause)
            }
        }
    }

    /// Sets whether drops are being rendered.
    package func set(busy isBusy: Bool) {
        busy.withLock { busy in
            guard isBusy != (busy != nil) else { return }
            busy =
                isBusy
                ? try? OutputLock.take(folder: folder, command: YieldingLock.command, file: YieldingLock.busyFile) : nil
        }
    }
}
