import ControlSocket
import FileAccess
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

/// Tests requests over a socket in a folder.
@Suite struct ControlSocketTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Runs a test with a server whose answers contain the path of its folder.
    private func serving(
        _ folder: String, limits: ControlServer.Limits = ControlServer.Limits(),
        handler: @escaping @Sendable (ControlRequest) async throws -> ControlResponse = { _ in
            ControlResponse(status: EngineStatus(drop: "/drop", out: "/out", state: "/state"))
        },
        _ body: () async throws -> Void
    ) async throws {
        try await ControlServer.withServer(
            folder: folder, limits: limits, notice: { Issue.record("the socket cannot be created: \($0)") },
            handler: handler,
            body)
    }

    private func send(_ folder: String, seconds: Int = 20) async throws -> EngineStatus? {
        try await ControlClient(folder: folder).send(ControlRequest(.status), timeLimit: .seconds(seconds)).status
    }

    @Test("a request is answered, and the socket is removed at the end")
    func answered() async throws {
        try await serving(folder.path) { () async throws in
            #expect(try await send(folder.path)?.folders.drop == "/drop")
            #expect(try await send(folder.path)?.folders.out == "/out")
        }
        #expect(folder.names == [])
    }

    @Test("the socket is accessible to its user only, with any umask")
    func mode() async throws {
        try await serving(folder.path) {
            var status = stat()
            #expect(lstat(folder.file("control.sock"), &status) == 0)
            #expect(status.st_mode & S_IFMT == S_IFSOCK)
            #expect(status.st_mode & 0o777 == 0o600)
        }
    }

    @Test("requests are taken from the same user and from root", arguments: [(1000, true), (0, true), (1001, false)])
    func credentials(user: UInt32, isAllowed: Bool) {
        #expect(ControlConnection.Peer(user: user).isAllowed(user: 1000) == isAllowed)
    }

    @Test("the kernel identifies the other side")
    func peer() throws {
        var ends: [Int32] = [0, 0]
        #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        let (one, other) = (ControlConnection(ends[0]), ControlConnection(ends[1]))
        #expect(one.peer?.user == getuid())
        withExtendedLifetime(other) {}
    }

    @Test("a folder's path may be longer than a socket's address")
    func longPath() async throws {
        let long = folder.file(String(repeating: "a", count: 120) + "/" + String(repeating: "b", count: 120))
        try FileManager.default.createDirectory(atPath: long, withIntermediateDirectories: true)
        try await serving(long) { () async throws in #expect(try await send(long) != nil) }
    }

    @Test("without a socket, and without a folder, nothing listens")
    func nobody() async throws {
        await #expect(throws: ControlError.notListening) { try await send(folder.path) }
        await #expect(throws: ControlError.notListening) { try await send(folder.file("missing")) }
    }

    @Test("a socket that a killed process left is replaced, and until then nothing listens")
    func stale() async throws {
        let place = try SocketFolder(folder.path)
        let left = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        let bound = place.withAddress { bind(left, $0, $1) }
        #expect(bound == 0)
        close(left)
        await #expect(throws: ControlError.notListening) { try await send(folder.path) }
        try await serving(folder.path) { () async throws in #expect(try await send(folder.path) != nil) }
        #expect(folder.names == [])
    }

    @Test("a socket that another process has made since stays")
    func replaced() async throws {
        try await serving(folder.path) {
            try await serving(folder.path) { () async throws in #expect(try await send(folder.path) != nil) }
            #expect(folder.names == [])
            try folder.write("of somebody else", to: "control.sock")
        }
        #expect(folder.names == ["control.sock"])
    }

    @Test("without a socket, the work continues with a notice")
    func impossible() async throws {
        // A folder at the path of the socket can neither be unlinked nor replaced.
        try folder.write("", to: "control.sock/file")
        let notices = Mutex<[ControlError]>([])
        let value = try await ControlServer.withServer(
            folder: folder.path, notice: { error in notices.withLock { $0.append(error) } },
            handler: { _ in throw ControlError.disconnected }, { 7 })
        #expect(value == 7)
        #expect(notices.withLock { $0.count } == 1)
    }

    @Test(
        "a line that is not a request is answered with the reason",
        arguments: [
            ("no json at all", "malformed-request"), ("[1, 2]", "malformed-request"), ("", "malformed-request"),
            (#"{"version":2,"command":"status"}"#, "unsupported-version"),
            (#"{"version":1,"command":"dance"}"#, "unknown-command"), (#"{"version":1}"#, "unknown-command"),
            (#"{"version":1,"command":"status","limit":"x"}"#, "malformed-request"),
            (String(repeating: "x", count: 70_000), "request-too-long"),
        ])
    func garbage(line: String, code: String) async throws {
        try await serving(folder.path) {
            let client = try RawClient(folder.path)
            client.write(line + "\n")
            let response = try #require(try await client.line())
            #expect(response.contains("\"version\":1"))
            #expect(response.contains("\"code\":\"\(code)\""), "\(response)")
            #expect(try await send(folder.path) != nil)
        }
    }

    @Test("several requests may use one connection, in pieces")
    func pieces() async throws {
        try await serving(folder.path) {
            let client = try RawClient(folder.path)
            let request = #"{"version":1,"command":"status"}"# + "\n"
            client.write(String(request.prefix(10)))
            client.write(request.dropFirst(10) + request)
            #expect(try await client.line()?.contains("\"status\"") == true)
            #expect(try await client.line()?.contains("\"status\"") == true)
        }
    }

    @Test("silent clients delay no other clients, in any number")
    func silentClients() async throws {
        var limits = ControlServer.Limits()
        limits.connections = 4
        limits.readTime = .seconds(600)
        try await serving(folder.path, limits: limits) {
            let clients = try (0..<12).map { _ in try RawClient(folder.path) }
            for _ in 0..<4 { #expect(try await send(folder.path) != nil) }
            withExtendedLifetime(clients) {}
        }
    }

    @Test("a client that does not finish its request in time is disconnected")
    func slowClient() async throws {
        var limits = ControlServer.Limits()
        limits.readTime = .milliseconds(50)
        try await serving(folder.path, limits: limits) {
            let client = try RawClient(folder.path)
            client.write("{\"version\":")
            #expect(try await client.line() == nil)
        }
    }

    @Test("a client that does not read its answer delays no other client, and is disconnected")
    func unreadAnswer() async throws {
        var limits = ControlServer.Limits()
        limits.writeTime = .seconds(2)
        var status = EngineStatus(drop: "/", out: "/", state: "/")
        status.sources.rejected = EngineStatus.Listing(
            (0..<30_000).map { EngineStatus.Entry(path: "\($0).png", reason: "a reason with some length") },
            limit: 30_000)
        try await serving(folder.path, limits: limits, handler: { [status] _ in ControlResponse(status: status) }) {
            let client = try RawClient(folder.path)
            client.write(#"{"version":1,"command":"status"}"# + "\n")
            #expect(try await send(folder.path)?.sources.rejected.entries.count == 30_000)
            try await eventually("the server does not close the connection") { !client.isConnected }
        }
    }

    @Test("a server that does not answer is abandoned after the time limit")
    func silentServer() async throws {
        let place = try SocketFolder(folder.path)
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(listener) }
        let bound = place.withAddress { bind(listener, $0, $1) }
        #expect(bound == 0)
        #expect(listen(listener, 1) == 0)
        await #expect(throws: ControlError.timedOut) {
            _ = try await ControlClient(folder: folder.path)
                .send(ControlRequest(.status), timeLimit: .milliseconds(100))
        }
    }

    @Test(
        "an answer of another version, or of another protocol, is an error",
        arguments: [
            (#"{"version":2,"status":{}}"#, ControlError.otherVersion(2)), ("hello", .unreadableResponse),
            (#"{"version":1,"status":{}}"#, .unreadableResponse),
            (#"{"version":1,"error":{"code":"unknown-command","message":"No."}}"#, .rejected("No.")),
        ])
    func foreignAnswer(line: String, error: ControlError) {
        #expect(throws: error) { _ = try ControlCoding.response(Array(line.utf8)) }
    }

    // MARK: The output

    /// Runs a test with a server that records the requests for the output.
    private func yielding(
        _ folder: String, limits: ControlServer.Limits = ControlServer.Limits(),
        _ body: (Requests) async throws -> Void
    ) async throws {
        let requests = Requests()
        try await ControlServer.withServer(
            folder: folder, limits: limits, notice: { Issue.record("the socket cannot be created: \($0)") },
            handler: { _ in throw ControlError.disconnected },
            yielding: { request in requests.all.withLock { $0.append(request) } }
        ) { () async throws in try await body(requests) }
    }

    private final class Requests: Sendable {
        let all = Mutex<[OutputRequest]>([])
    }

    /// Waits for the first request.
    private func first(_ requests: Requests) async throws -> OutputRequest {
        try await eventually("the request does not arrive") { requests.all.withLock { !$0.isEmpty } }
        return try #require(requests.all.withLock { $0.first })
    }

    @Test("a request for the output is answered when it is granted, and lasts as long as its connection")
    func yields() async throws {
        var limits = ControlServer.Limits()
        limits.readTime = .milliseconds(500)
        try await yielding(folder.path, limits: limits) { requests in
            var connection: OutputConnection? = try await ControlClient(folder: folder.path)
                .requestOutput(timeLimit: .seconds(20))
            let request = try await first(requests)
            #expect(try await connection?.isGranted(within: .seconds(1)) == false)
            request.grant()
            #expect(try await connection?.isGranted(within: .seconds(20)) == true)
            #expect(!request.isEnded)
            connection = nil
            try await eventually("the request does not end") { request.isEnded }
        }
    }

    @Test("a request whose client disconnects before it is granted ends")
    func abandoned() async throws {
        try await yielding(folder.path) { requests in
            var connection: OutputConnection? = try await ControlClient(folder: folder.path)
                .requestOutput(timeLimit: .seconds(20))
            let request = try await first(requests)
            withExtendedLifetime(connection) {}
            connection = nil
            try await eventually("the request does not end") { request.isEnded }
            request.grant()
            #expect(request.isEnded)
        }
    }

    @Test("a server that ends disconnects clients that have the output or wait for it")
    func serverEnds() async throws {
        let connections = Mutex<[OutputConnection]>([])
        try await yielding(folder.path) { requests in
            for _ in 0..<2 {
                let connection = try await ControlClient(folder: folder.path).requestOutput(timeLimit: .seconds(20))
                connections.withLock { $0.append(connection) }
            }
            let request = try await first(requests)
            request.grant()
        }
        for connection in connections.withLock({ $0 }) {
            await #expect(throws: ControlError.disconnected) {
                while try await connection.isGranted(within: .seconds(20)) {}
            }
        }
    }

    @Test("an older server refuses a request for the output")
    func olderServer() async throws {
        let answer = #"{"error":{"code":"unknown-command","message":"No."},"version":1}"#
        #expect(throws: ControlError.rejected("No.")) { _ = try ControlCoding.response(Array(answer.utf8)) }
    }

    @Test("a status has the same keys as before")
    func keys() throws {
        var status = EngineStatus(drop: "/d", out: "/o", state: "/s")
        let time = Date(timeIntervalSince1970: 1_800_000_000)
        status.engine = .init(process: 1, command: "stickerd watch", version: "1.2.3", since: time)
        status.holder = .init(process: 2, command: "stickerd rebuild")
        status.watching = .init(mode: "inotify", reason: "why", folders: 3)
        status.rendering.active = [.init(path: "a.png", seconds: 4)]
        status.sources.rejected = .init([.init(path: "b.png", reason: "why")], limit: 9)
        status.holds.removals = .init(message: "why", since: time)
        status.problem = .init(message: "why", since: time, attempts: 2, retryAt: time, resolved: time)
        let line = String(decoding: try ControlCoding.line(status), as: UTF8.self)
        #expect(
            line == """
                {"engine":{"command":"stickerd watch","process":1,"since":"2027-01-15T08:00:00Z","version":"1.2.3"},\
                "folders":{"drop":"/d","out":"/o","state":"/s"},"holder":{"command":"stickerd rebuild","process":2},\
                "holds":{"removals":{"message":"why","since":"2027-01-15T08:00:00Z"}},\
                "problem":{"attempts":2,"message":"why","resolved":"2027-01-15T08:00:00Z",\
                "retryAt":"2027-01-15T08:00:00Z","since":"2027-01-15T08:00:00Z"},\
                "published":{"awaitingApproval":0,"stickers":0,"unapproved":0},"ready":false,\
                "rendering":{"active":[{"path":"a.png","seconds":4}],"queued":0,"workerRestarts":0},\
                "sources":{"deferred":{"count":0,"entries":[]},\
                "rejected":{"count":1,"entries":[{"path":"b.png","reason":"why"}]},"rejectedCount":0,\
                "unused":{"count":0,"entries":[]},"unusedCount":0},\
                "watching":{"folders":3,"mode":"inotify","reason":"why"}}

                """)
    }
}

/// A client that writes arbitrary bytes.
private final class RawClient: Sendable {
    private let connection: ControlConnection
    private let descriptor: Int32

    init(_ folder: String) throws {
        let place = try SocketFolder(folder)
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        connection = ControlConnection(descriptor)
        let connected = place.withAddress { [descriptor] in connect(descriptor, $0, $1) }
        #expect(connected == 0)
    }

    func write(_ text: some StringProtocol) {
        try? connection.write(Array(text.utf8), until: .now.advanced(by: .seconds(20)))
    }

    /// Whether the server still accepts data.
    var isConnected: Bool { send(descriptor, " ", 1, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)) == 1 }

    /// The next line from the server. Nil if the server has closed the connection.
    func line() async throws -> String? {
        try await BlockingExecutor.run { [connection] in
            do {
                return try connection.readLine(limit: 16 << 20, until: .now.advanced(by: .seconds(20)))
                    .map { String(decoding: $0, as: UTF8.self) }
            } catch ControlError.disconnected {
                return nil
            }
        }
    }
}
