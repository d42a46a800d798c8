import ControlSocket
import EngineSupport
import StateDatabase
import StickerConfiguration
import Synchronization

/// The output's lock in the hands of a watch, which gives it to commands that ask for it.
package final class YieldingLock: Sendable {
    package static let command = "stickerd watch"
    /// Held from the watch's start to its end, also while another process has the output: it keeps a second watch away,
    /// which would take over the control socket.
    static let watchFile = "watch.lock"
    /// Held while drops are being rendered: a rebuild that sees it waits.
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
    /// - notice: called once with the process that it waits for.
    /// - waiting: called repeatedly during the wait, as a sign of life.
    /// - Throws: `EngineError.outputInUse`, or another `EngineError` if a lock cannot be created; `CancellationError`.
    package static func take(
        _ configuration: Configuration, notice: (String) -> Void, waiting: () -> Void = {}
    ) async throws -> YieldingLock {
        let folder = configuration.stateFolder
        let watch = try OutputLock.take(folder: folder, command: command, file: watchFile)
        var hasNotified = false
        while true {
            // Asked first: a command may end between the two questions.
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

    /// Releases the lock, and returns when it holds the lock again.
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
                // Nothing is done without the lock, regardless of the reason.
                waiting()
                try await Task.sleep(for: YieldingLock.pause)
            }
        }
    }

    /// Says whether drops are being rendered.
    package func set(busy isBusy: Bool) {
        busy.withLock { busy in
            guard isBusy != (busy != nil) else { return }
            busy =
                isBusy
                ? try? OutputLock.take(folder: folder, command: YieldingLock.command, file: YieldingLock.busyFile) : nil
        }
    }
}
