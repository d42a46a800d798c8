import FileAccess

/// A command's side of a request for the output of a watch. The watch gets its output back when the last reference to
/// this is released, also if the process is killed.
package final class OutputConnection: Sendable {
    private let connection: ControlConnection

    init(_ connection: ControlConnection) {
        self.connection = connection
    }

    deinit { connection.hangUp() }

    /// Waits for the watch to give its lock away.
    ///
    /// - Returns: false when it has not within this time.
    /// - Throws: `ControlError`; `disconnected` when the watch ended.
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
