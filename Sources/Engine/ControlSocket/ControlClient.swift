import FileAccess
import Glibc

/// Sends requests to the running engine of a state folder through its control socket.
package struct ControlClient: Sendable {
    private let folder: String
    private let name: String

    /// - Parameters:
    ///   - folder: the path of the state folder.
    ///   - name: the name of the socket file.
    package init(folder: String, name: String = ControlServer.fileName) {
        self.folder = folder
        self.name = name
    }

    /// Sends a request, and waits for the response.
    ///
    /// - Parameter timeLimit: the total time limit for connecting, sending the request and receiving the response.
    /// - Throws: `ControlError`.
    package func send(_ request: ControlRequest, timeLimit: Duration) async throws -> ControlResponse {
        let deadline = ContinuousClock.now.advanced(by: timeLimit)
        return try await BlockingExecutor.run { [folder, name] in
            let connection = try ControlClient.connect(folder, name, until: deadline)
            try connection.write(try ControlCoding.line(request), until: deadline)
            guard let line = try connection.readLine(limit: ControlResponse.limit, until: deadline) else {
                throw ControlError.disconnected
            }
            return try ControlCoding.response(line)
        }
    }

    /// Asks the engine to release the output folder, so that this command can write to it. The engine has released its
    /// lock when `isGranted` of the returned connection returns true.
    ///
    /// - Parameter timeLimit: the time limit for connecting and sending the request.
    /// - Throws: `ControlError`.
    package func requestOutput(timeLimit: Duration) async throws -> OutputConnection {
        let deadline = ContinuousClock.now.advanced(by: timeLimit)
        return try await BlockingExecutor.run { [folder, name] in
            let connection = try ControlClient.connect(folder, name, until: deadline)
            try connection.write(try ControlCoding.line(ControlRequest(.yield)), until: deadline)
            return OutputConnection(connection)
        }
    }

    private static func connect(
        _ folder: String, _ name: String, until deadline: ContinuousClock.Instant
    ) throws -> ControlConnection {
        let place = try SocketFolder(folder, name: name)
        while true {
            let flags = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
            let descriptor = socket(AF_UNIX, Int32(flags), 0)
            guard descriptor >= 0 else { throw ControlError.latest("make a socket") }
            let connection = ControlConnection(descriptor)
            if place.withAddress({ Glibc.connect(descriptor, $0, $1) }) == 0 { return connection }
            switch errno {
            case ENOENT, ECONNREFUSED: throw ControlError.notListening
            // The queue of connections at the server is full.
            case EAGAIN where ContinuousClock.now < deadline: usleep(20_000)
            case EAGAIN: throw ControlError.timedOut
            default: throw ControlError.latest("connect to \(folder)/\(name)")
            }
        }
    }
}
