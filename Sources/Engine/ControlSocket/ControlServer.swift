import CLinux
import FileAccess
import Glibc
import Synchronization

/// Answers requests of commands on the Unix socket `control.sock` in the state folder. Accepts connections from
/// processes of the same user and of root.
///
/// Each connection has a separate thread and a time limit for each line, so that a slow client does not delay others.
/// If too many connections are open, the oldest connection that has not sent a request is closed.
package final class ControlServer: Sendable {
    package static let fileName = "control.sock"
    /// The name of the socket on which a rebuild that renders with the farm answers status requests.
    package static let renderFileName = "render.sock"
    /// The name of the socket on which a build that renders with the farm answers status requests.
    package static let buildFileName = "build.sock"

    package struct Limits: Sendable {
        /// The maximum number of open connections.
        package var connections = 16
        /// The time limit for receiving a request.
        package var readTime = Duration.seconds(10)
        /// The time limit for sending a response.
        package var writeTime = Duration.seconds(10)

        package init() {}
    }

    private struct State {
        /// The open connections, by number. Older connections have smaller numbers.
        var connections: [Int: ControlConnection] = [:]
        /// The numbers of connections that have not sent a request yet.
        var silent: Set<Int> = []
        var next = 0
        var isStopped = false
    }

    private let folder: String
    private let name: String
    private let listener: Int32
    private let file: FileStat?
    private let limits: Limits
    private let handler: @Sendable (ControlRequest) async throws -> ControlResponse
    private let yielding: @Sendable (OutputRequest) -> Void
    private let state = Mutex(State())

    /// Answers requests while `body` runs. If the socket cannot be created, `body` runs without it.
    ///
    /// - Parameters:
    ///   - name: the name of the socket file.
    ///   - folder: the state folder. The caller must hold its lock. An existing socket is therefore unused, and is
    ///     replaced.
    ///   - notice: called with the error if the socket cannot be created.
    ///   - handler: answers all requests except those for the output folder.
    ///   - yielding: called with each request for the output folder. The client receives its response when the request
    ///     is granted. The request ends when the client closes its connection.
    package static func withServer<Value: Sendable>(
        folder: String, name: String = fileName, limits: Limits = Limits(), notice: (ControlError) -> Void,
        handler: @escaping @Sendable (ControlRequest) async throws -> ControlResponse,
        yielding: @escaping @Sendable (OutputRequest) -> Void = { _ in },
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Value
    ) async throws -> Value {
        let server: ControlServer
        do throws(ControlError) {
            server = try ControlServer(
                folder: folder, name: name, limits: limits, handler: handler, yielding: yielding)
        } catch {
            notice(error)
            return try await body()
        }
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await server.run() }
            defer { server.stop() }
            return try await body()
        }
    }

    private init(
        folder: String, name: String, limits: Limits,
        handler: @escaping @Sendable (ControlRequest) async throws -> ControlResponse,
        yielding: @escaping @Sendable (OutputRequest) -> Void
    ) throws(ControlError) {
        let place = try SocketFolder(folder, name: name)
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw .latest("make a socket") }
        place.unlinkSocket()
        // The socket file inherits this mode, so that other users can never connect.
        guard fchmod(descriptor, 0o600) == 0, place.withAddress({ bind(descriptor, $0, $1) }) == 0,
            listen(descriptor, Int32(limits.connections)) == 0
        else {
            let error = ControlError.latest("listen on \(folder)/\(name)")
            close(descriptor)
            throw error
        }
        self.folder = folder
        self.limits = limits
        self.handler = handler
        self.yielding = yielding
        self.name = name
        listener = descriptor
        file = place.file
    }

    deinit { close(listener) }

    private func run() async {
        await withDiscardingTaskGroup { group in
            while let (number, connection) = await accept() {
                group.addTask {
                    await self.serve(connection, number: number)
                    self.remove(number)
                }
            }
        }
    }

    /// Stops the server. Removes the socket, unless another process has replaced it.
    private func stop() {
        let connections = state.withLock { state in
            state.isStopped = true
            return Array(state.connections.values)
        }
        shutdown(listener, Int32(SHUT_RDWR))
        for connection in connections { connection.hangUp() }
        if let place = try? SocketFolder(folder, name: name), let file, place.file?.isSameFile(as: file) == true {
            place.unlinkSocket()
        }
    }

    /// Waits for a connection from a permitted user.
    ///
    /// - Returns: the connection and its number. Nil after the server was stopped.
    private func accept() async -> (Int, ControlConnection)? {
        while true {
            let accepted = try? await BlockingExecutor.run { [listener] in
                let descriptor = linux_accept(listener)
                // If file descriptors or memory are exhausted, the connection waits in the queue of the socket.
                if descriptor < 0, errno != EINVAL { usleep(100_000) }
                return descriptor
            }
            if state.withLock({ $0.isStopped }) {
                if let accepted, accepted >= 0 { close(accepted) }
                return nil
            }
            guard let accepted, accepted >= 0 else { continue }
            let connection = ControlConnection(accepted)
            guard connection.peer?.isAllowed(user: geteuid()) == true else { continue }
            return (add(connection), connection)
        }
    }

    private func add(_ connection: ControlConnection) -> Int {
        let (number, surplus) = state.withLock { state -> (Int, ControlConnection?) in
            state.next += 1
            state.connections[state.next] = connection
            state.silent.insert(state.next)
            guard state.connections.count > limits.connections else { return (state.next, nil) }
            // If all other connections have sent their requests, the new connection itself is closed.
            let oldest = state.silent.min() ?? state.next
            state.silent.remove(oldest)
            return (state.next, state.connections[oldest])
        }
        surplus?.hangUp()
        // The server may have been stopped after `accept` checked it.
        if state.withLock({ $0.isStopped }) { connection.hangUp() }
        return number
    }

    private func remove(_ number: Int) {
        state.withLock { state in
            state.connections[number] = nil
            state.silent.remove(number)
        }
    }

    /// Answers the requests of a connection in order, until the client closes it or violates the protocol.
    private func serve(_ connection: ControlConnection, number: Int) async {
        do {
            while let line = try await read(from: connection) {
                state.withLock { _ = $0.silent.remove(number) }
                let response: ControlResponse
                switch ControlCoding.request(line) {
                case .success(let request) where request.command == .yield: return await yield(to: connection)
                case .success(let request): response = try await handler(request)
                case .failure(let rejection): response = rejection.response
                }
                try await write(response, to: connection)
                if response.error != nil { return }
                state.withLock { _ = $0.silent.insert(number) }
            }
        } catch ControlError.lineTooLong {
            let message = "The request is longer than \(ControlRequest.limit) bytes."
            try? await write(ControlResponse(.requestTooLong, message), to: connection)
        } catch {
            // The client has disconnected or is too slow.
        }
    }

    /// Lets a client use the output folder until the client closes the connection.
    private func yield(to connection: ControlConnection) async {
        let request = OutputRequest()
        yielding(request)
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                try? await BlockingExecutor.run { connection.waitUntilClosed() }
                request.end()
            }
            group.addTask {
                guard await request.isGranted() else { return }
                do {
                    try await self.write(ControlResponse(yielded: true), to: connection)
                } catch {
                    connection.hangUp()
                }
            }
        }
    }

    private func read(from connection: ControlConnection) async throws -> [UInt8]? {
        try await BlockingExecutor.run { [limits] in
            try connection.readLine(limit: ControlRequest.limit, until: .now.advanced(by: limits.readTime))
        }
    }

    private func write(_ response: ControlResponse, to connection: ControlConnection) async throws {
        try await BlockingExecutor.run { [limits] in
            try connection.write(try ControlCoding.line(response), until: .now.advanced(by: limits.writeTime))
        }
    }
}
