import FileAccess

/// The connection of a command that has asked a watch to release the output folder. The watch takes the folder back
/// when the last reference to this object is released, and also if the command is killed.
package final class OutputConnection: Sendable {
    private let connection: ControlConnection

    init(_ connection: ControlConnection) {
        self.connection = connection
    }

    deinit { connection.hangUp() }

    /// Waits until the watch has released its lock.
    ///
    /// - Returns: false if the watch has not released it within `time`.
    /// - Throws: `ControlError`; `disconnected` if the watch has ended.
    package func isGranted(within time: Duration) async throws -> Bool {
        try await BlockingExecutor.run { [connection] in
            do {
                let line = try connection.readLine(limit: ControlResponse.limit, until: .now.advanced(by: time))
                guard let line else { throw ControlError.disconnected }
                guard try ControlCoding.response(line).yielded == true else { throw ControlError.unreadableResponse }
                return true
            } catch ControlError.timedOut {
                return false
            }
        }
    }
}
