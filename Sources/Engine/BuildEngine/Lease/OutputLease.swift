import ControlSocket
import EngineSupport
import StateDatabase
import StickerConfiguration

/// The right to write to an output, for a command that may run beside `stickerd watch`.
///
/// The command takes the guest lock, which orders commands, and requests the output from the watch over the control
/// socket. As soon as no source waits, the watch releases the output lock and confirms it. The watch takes the lock
/// back when the connection has ended and the guest lock is free. Without a socket, the locks alone decide: the watch
/// sees the guest lock in its next cycle. The kernel releases connections and locks of dead processes.
package final class OutputLease: Sendable {
    static let guestFile = "guest.lock"
    private let output: OutputLock
    private let guest: OutputLock
    /// The connection to the watch. Nil if no watch was running.
    private let request: OutputConnection?

    private init(guest: OutputLock, output: OutputLock, request: OutputConnection?) {
        self.guest = guest
        self.output = output
        self.request = request
    }

    /// Waits for the right to write to an output, and acquires it. The right ends with the last reference.
    ///
    /// - Parameters:
    ///   - command: the activity of this process, for people.
    ///   - notice: called once with the process that holds the output.
    /// - Throws: `EngineError` if a lock cannot be created, or if the output is in use through another state folder,
    ///   whose watch would never see this command; `CancellationError`.
    package static func take(_ configuration: Configuration, command: String, notice: (String) -> Void) async throws
        -> OutputLease
    {
        let folder = configuration.stateFolder
        var hasNotified = false
        func notify(_ holder: String) {
            if !hasNotified { notice("Waiting for its turn: \(holder) works on this output.") }
            hasNotified = true
        }
        let guest = try await OutputLease.retrying(folder, notify) {
            try OutputLock.take(folder: folder, command: command, file: guestFile)
        } pause: {
            try await Task.sleep(for: OutputRequester.pause)
        }
        var requester = OutputRequester(folder: folder)
        let output = try await OutputLease.retrying(folder, notify) {
            try OutputLock.take(configuration, command: command)
        } pause: {
            try await requester.wait()
        }
        return OutputLease(guest: guest, output: output, request: requester.connection)
    }

    private static func retrying(
        _ folder: String, _ notify: (String) -> Void, _ take: () throws -> OutputLock, pause: () async throws -> Void
    ) async throws -> OutputLock {
        while true {
            do {
                return try take()
            } catch EngineError.outputInUse(let path, let holder) where path == folder {
                notify(holder)
                try await pause()
            }
        }
    }
}

/// Requests an output from the watch that holds it, and waits. Repeats the request if another watch takes its place.
private struct OutputRequester {
    /// The interval between attempts to take a lock.
    static let pause = Duration.milliseconds(200)

    private let client: ControlClient
    private(set) var connection: OutputConnection?
    private var isGranted = false
    /// Whether the watch can be asked. False after a refusal: an older watch does not support the request, and sees
    /// only the guest lock.
    private var mayAsk = true

    init(folder: String) {
        client = ControlClient(folder: folder)
    }

    /// Waits until another attempt to take the output's lock is useful.
    ///
    /// - Throws: `CancellationError`.
    mutating func wait() async throws {
        try Task.checkCancellation()
        do {
            if connection == nil, mayAsk { connection = try await client.requestOutput(timeLimit: .seconds(5)) }
            if let connection, !isGranted {
                isGranted = try await connection.isGranted(within: OutputRequester.pause)
                return
            }
        } catch let error as ControlError {
            connection = nil
            isGranted = false
            switch error {
            case .notListening, .disconnected, .timedOut: break
            case .rejected, .otherVersion, .lineTooLong, .unreadableResponse, .system: mayAsk = false
            }
        }
        try await Task.sleep(for: OutputRequester.pause)
    }
}
