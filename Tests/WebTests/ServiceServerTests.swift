import PublishedSamples
import Service
import StickerConfiguration
import Synchronization
import TestSupport
import Testing
import Web

@Suite("/healthz and /metrics")
struct ServiceServerTests {
    private let health = Health(cycleLimit: .seconds(3600))
    private let metrics = Metrics()

    /// Runs `body` while the server listens on a free port.
    private func serving(
        _ limits: WebLimits = WebLimits(singleResponseWithin: .seconds(5), connections: 32),
        on address: String = "127.0.0.1:0",
        _ body: @escaping @Sendable (_ port: Int) async throws -> Void
    ) async throws {
        let server = WebServer.service(
            try #require(LoopbackAddress(address)), health: health, metrics: metrics, limits: limits,
            logger: Serving.silent)
        try await Serving.run(server, body)
    }

    @Test("a service that is well answers 200, and one that is not 503 with the reason")
    func healthz() async throws {
        try await serving { [health] port in
            let good = try Client.get("/healthz", port: port)
            #expect(good.status == 200 && good.body == "{\"problems\":{},\"status\":\"ok\"}\n")
            #expect(good.headers["content-type"] == "application/json" && good.headers["cache-control"] == "no-store")
            health.set("The disk is full.", about: "out")
            let bad = try Client.get("/healthz", port: port)
            #expect(bad.status == 503)
            #expect(bad.body == "{\"problems\":{\"out\":\"The disk is full.\"},\"status\":\"failing\"}\n")
        }
    }

    @Test("a scrape is Prometheus's text with the counted values")
    func scrape() async throws {
        metrics.count(.sources, "published", by: 3)
        try await serving { port in
            let answer = try Client.get("/metrics", port: port)
            #expect(answer.status == 200)
            #expect(answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
            let text = PrometheusText(answer.body)
            #expect(text.faults == [])
            #expect(text.samples["stickerd_sources_total{outcome=\"published\"}"] == 3)
        }
    }

    @Test("nothing else is served", arguments: ["/", "/healthz/..", "/../etc/passwd", "/metrics/x"])
    func elsewhere(path: String) async throws {
        try await serving { port in
            let answer = try Client.get(path, port: port)
            #expect(answer.status == 404)
        }
        try await serving { port in
            let answer = try Client.get("/metrics", port: port, method: "POST")
            #expect(answer.status == 404)
        }
    }

    @Test("slow clients are disconnected and exclude no other clients, with a slow header or a slow body")
    func slowClients() async throws {
        let limits = WebLimits(singleResponseWithin: .seconds(1), connections: 4)
        try await serving(limits) { port in
            let headers = try (0..<8).map { _ in try Client(port: port) }
            let bodies = try (0..<8).map { _ in try Client(port: port) }
            for client in headers { client.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: ") }
            for client in bodies {
                client.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n")
            }
            let dripping = Task {
                while !Task.isCancelled {
                    for client in headers + bodies { client.send("x") }
                    try? await Task.sleep(for: .milliseconds(20))
                }
            }
            defer { dripping.cancel() }
            #expect(try Client.get("/healthz", port: port).status == 200)
            try await eventually("the server does not close all slow connections") {
                (headers + bodies).allSatisfy(\.isEnded)
            }
        }
    }

    @Test("a client that does not read its answer is disconnected")
    func deafClient() async throws {
        try await serving(.init(singleResponseWithin: .milliseconds(200), connections: 32)) { port in
            let client = try Client(port: port)
            client.send(String(repeating: "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n", count: 1000))
            try await eventually("the server does not close the connection") { !client.send("x") }
        }
    }

    @Test("an answer closes its connection")
    func oneAnswer() async throws {
        try await serving(.init(singleResponseWithin: .seconds(3600), connections: 32)) { port in
            let client = try Client(port: port)
            client.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: keep-alive\r\n\r\n")
            #expect(client.rest().hasSuffix("\"status\":\"ok\"}\n"))
        }
    }

    @Test("a header without end is refused")
    func longHeader() async throws {
        try await serving { port in
            let client = try Client(port: port)
            client.send("GET /healthz HTTP/1.1\r\nX: " + String(repeating: "a", count: 20_000) + "\r\n\r\n")
            #expect(client.rest().hasPrefix("HTTP/1.1 400"))
        }
    }

    @Test("a port that is in use is reported")
    func taken() async throws {
        try await serving { port in
            await #expect(
                throws: WebError.cannotListen(address: "127.0.0.1:\(port)", reason: "Address already in use")
            ) {
                try await serving(on: "127.0.0.1:\(port)") { _ in }
            }
        }
    }
}
