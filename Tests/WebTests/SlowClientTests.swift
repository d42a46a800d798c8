import Hummingbird
import NIOCore
import PublishedSamples
import TestSupport
import Testing
import Web

@Suite("A server whose connections stay open")
struct SlowClientTests {
    private let tree: SampleTree
    private let cat = SampleTree.Art("cat", size: 400_000)

    init() throws {
        tree = try SampleTree()
        try tree.publish([cat])
    }

    @Test("answers several requests on one connection")
    func several() async throws {
        try await Serving.tree(tree) { [cat] port in
            let client = try Client(port: port)
            for _ in 0..<3 {
                client.send("GET /v1/\(cat.path) HTTP/1.1\r\nHost: localhost\r\nRange: bytes=0-3\r\n\r\n")
            }
            client.send(
                "GET /v1/\(cat.path) HTTP/1.1\r\nHost: localhost\r\nRange: bytes=0-3\r\nConnection: close\r\n\r\n")
            #expect(client.rest().components(separatedBy: "HTTP/1.1 206").count == 5)
        }
    }

    @Test("disconnects clients that send a header or a body slowly, send nothing, or stop")
    func slowClients() async throws {
        let limits = WebLimits(request: .seconds(2), connections: 8)
        try await Serving.tree(tree, limits: limits) { port in
            let clients = try (0..<16).map { _ in try Client(port: port) }
            for (index, client) in clients.enumerated() {
                switch index % 4 {
                case 0: client.send("GET /v1/catalog.json HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
                case 1:
                    client.send("POST /v1/catalog.json HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\n")
                case 2: break
                default: client.send("GET /v1/catalog.json HTTP/1.1\r\nHost: localhost\r\n\r\n")
                }
            }
            let dripping = Task {
                while !Task.isCancelled {
                    for (index, client) in clients.enumerated() where index % 4 < 2 { client.send("x") }
                    try? await Task.sleep(for: .milliseconds(20))
                }
            }
            defer { dripping.cancel() }
            #expect(try Client.get("/v1/catalog.json", port: port).status == 200)
            try await eventually("the server does not close all slow connections") { clients.allSatisfy(\.hasEnded) }
        }
    }

    @Test("gives idle clients a shorter timeout while most of its connections are taken")
    func crowd() async throws {
        try await Serving.tree(tree, limits: WebLimits(request: .seconds(15), connections: 8)) { port in
            let clients = try (0..<8).map { _ in try Client(port: port) }
            // The server disconnects a client before the usual limit of 15 seconds, because it has too many
            // connections.
            try await eventually("no client is disconnected") { clients.contains(where: \.hasEnded) }
            #expect(try Client.get("/v1/catalog.json", port: port).status == 200)
        }
    }

    @Test("disconnects a client that does not read its answer")
    func deafClient() async throws {
        try await Serving.tree(tree, limits: WebLimits(part: .milliseconds(200))) { [cat] port in
            let client = try Client(port: port)
            client.send(String(repeating: "GET /v1/\(cat.path) HTTP/1.1\r\nHost: localhost\r\n\r\n", count: 100))
            try await eventually("the server does not close the connection") { !client.send("x") }
        }
    }

    @Test("sends the complete manifest to a slow client that continues to read, without a time limit")
    func slowButHonest() async throws {
        try tree.publish([cat]) { $0.packs[0].title = String(repeating: "x", count: 6 << 20) }
        let time = Duration.seconds(3)
        try await Serving.tree(tree, limits: WebLimits(part: time)) { port in
            let start = ContinuousClock.now
            let client = try Client(port: port, receiveBuffer: 32 << 10)
            client.send("GET /v1/catalog.json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            var count = 0
            while case let taken = client.take(32 << 10), taken > 0 {
                count += taken
                try await Task.sleep(for: .milliseconds(20))
            }
            #expect(count > 6 << 20)
            // The transfer must take longer than the limit. Otherwise, the test would not show that the limit applies
            // to each part and not to the whole.
            #expect(ContinuousClock.now - start > time)
        }
    }

    @Test("disconnects a client that reads a large manifest in tiny pieces")
    func dripReader() async throws {
        try tree.publish([cat]) { $0.packs[0].title = String(repeating: "x", count: 6 << 20) }
        try await Serving.tree(tree, limits: WebLimits(part: .milliseconds(300))) { port in
            let client = try Client(port: port, receiveBuffer: 4 << 10)
            client.send("GET /v1/catalog.json HTTP/1.1\r\nHost: localhost\r\n\r\n")
            try await eventually("the server does not close the connection") {
                _ = client.take(16)
                return !client.send("x")
            }
        }
    }

    @Test("disconnects a client whose body is too large")
    func largeBody() async throws {
        try await Serving.tree(tree, limits: WebLimits(body: 1000)) { port in
            let client = try Client(port: port)
            client.send("POST /v1/catalog.json HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n\r\n")
            client.send(String(repeating: "x", count: 5000))
            try await eventually("the server does not close the connection") { !client.send("x") }
        }
    }

    @Test("keeps a silent connection longer than the limit of a request while it is being answered")
    func stream() async throws {
        struct Events: WebRoutes {
            func add(to router: Router<BasicRequestContext>) {
                router.get("events") { _, _ in
                    Response(
                        status: .ok,
                        body: .init { writer in
                            for _ in 0..<4 {
                                try await Task.sleep(for: .milliseconds(600))
                                try await writer.write(ByteBuffer(string: "tick\n"))
                            }
                            try await writer.finish(nil)
                        })
                }
            }
        }
        let limits = WebLimits(request: .milliseconds(500), part: .milliseconds(500))
        try await Serving.routes([Events()], limits: limits) { port in
            let answer = try Client.get("/events", port: port)
            #expect(answer.status == 200 && answer.body.components(separatedBy: "tick").count == 5)
        }
    }
}
