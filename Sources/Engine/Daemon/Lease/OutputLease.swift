import EngineSupport
import Glibc
import StateDatabase
import StickerConfiguration

/// How others come to their turn at an output that `stickerd watch` works on: the guest takes the guest's lock and rings;
/// the watch, as soon as no drop waits, gives the output's lock away, waits until the guest's lock is free again and
/// takes its own back. Whoever dies gives its locks back to the kernel, so nobody waits for the dead.
package final class OutputLease: Sendable {
    static let guestFile = "guest.lock"
    private let guest: OutputLock
    private let output: OutputLock

    private init(guest: OutputLock, output: OutputLock) {
        self.guest = guest
        self.output = output
    }

    /// Waits for the right to write to an output, and takes it. It is given back with the last reference.
    ///
    /// - Parameters:
    ///   - command: what this process does, as people know it.
    ///   - notice: called once with the process that it waits for.
    /// - Throws: `DaemonError` when a lock cannot be made, or somebody works on the same output folder with another state
    ///   folder, of whom nobody can ask a turn; `CancellationError`.
    static func take(_ configuration: Configuration, command: String, notice: (String) -> Void) async throws
        -> OutputLease
    {
        let folder = configuration.stateFolder
        var hasNotified = false
        let guest = try await waiting(folder, hasNotified: &hasNotified, notice: notice) {
            try OutputLock.take(folder: folder, command: command, file: guestFile)
        }
        let output = try await waiting(folder, hasNotified: &hasNotified, notice: notice) {
            try OutputLock.take(configuration, command: command)
        }
        return OutputLease(guest: guest, output: output)
    }

    private static func waiting(
        _ folder: String, hasNotified: inout Bool, notice: (String) -> Void, take: () throws -> OutputLock
    ) async throws -> OutputLock {
        while true {
            do {
                return try take()
            } catch DaemonError.outputInUse(folder, let holder) {
                if !hasNotified { notice("Waiting for its turn: \(holder) works on this output.") }
                hasNotified = true
                WakeupFIFO.ring(folder: folder)
                try await Task.sleep(for: .milliseconds(200))
            }
        }
    }
}
