import ControlSocket
import EngineSupport
import StateDatabase
import StickerConfiguration

/// Exclusive use of an output, for a command that may run beside `stickerd watch`.
///
/// The command first takes the guest lock, so that only one command at a time requests the output. It then requests the
/// output from the watch over the control socket. When the watch is idle, it releases the output lock and grants the
/// request. The watch takes the output lock again after the connection has ended and the guest lock is free. If the
/// socket is not available, the watch detects the guest lock in its next cycle. If a process dies, the kernel closes
/// its connection and releases its locks.
package final class OutputLease: Sendable {
    static let guestFile = "guest.lock"
    private let output: OutputLock
    private let guest: OutputLock
    /// The connection to the watch. Nil if no watch was asked for the output.
    private let request: OutputConnection?

    private init(guest: OutputLock, output: OutputLock, request: OutputConnection?) {
        self.guest = guest
        self.output = output
        self.request = request
    }

    /// Waits for exclusive use of an output, and acquires it. The lease ends when its last reference is released.
    ///
    /// - Parameters:
    ///   - command: the command line of this process. Other processes show it in their messages.
    ///   - notice: called once with a message about the process that uses the output.
    /// - Throws: `EngineError` if a lock cannot be created, or if a process with another state folder uses the output,
    ///   because that process would never yield it; `CancellationError`.
    package static func take(_ configuration: Configuration, command: String, notice: (String) -> Void) async throws
        -> OutputLease
    {
        let folder = configuration.stateFolder
        var hasNotified = false
        func notify(_ holder: String) {
            if !hasNotified { notice("Waiting for \(holder), which works on this output.") }
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

/// Requests the output from the watch that uses it. Repeats the request if the watch restarts.
private struct OutputRequester {
    /// The interval between attempts to take a lock.
    static let pause = Duration.milliseconds(200)

    private let client: ControlClient
    private(set) var connection: OutputConnection?
    private var isGranted = false
    /// Whether to request the output over the control socket. False after the watch rejected a request, because an
    /// older watch does not support such requests. It only detects the guest lock.
    private var mayAsk = true

    init(folder: String) {
        client = ControlClient(folder: folder)
    }

    /// Waits before the next attempt to take the output lock. Returns early if the watch grants the request.
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
