import Foundation
import Glibc
import TestSupport
import Testing

/// Tests the messages of `stickerd watch` and `stickerd serve` about their servers, and the clients that these servers
/// answer.
struct ServingTests {
    @Test("a stop with servers causes no error in the log, after any answers")
    func stop() async throws {
        let cli = try CLIFixture(discs: ["cats/One.svg": 1])
        let watch = try await cli.watch("--address", "127.0.0.1:0", "--serve", "127.0.0.1:0")
        #expect(try await watch.get("/healthz", from: "service").status == 200)
        #expect(try await watch.get("/v1/catalog.json", from: "serve").status == 200)
        try await watch.stop()
        #expect(!watch.command.complaint.contains("error"), "\(watch.command.complaint)")

        let serving = try cli.start(["serve", "--json", "--address", "127.0.0.1:0"])
        try await eventually("the server does not start") { serving.output.contains("serving") }
        #expect(try await serving.end(by: SIGTERM).status == 0)
        #expect(!serving.complaint.contains("error"), "\(serving.complaint)")
    }

    @Test("a watch reports the address of its pages, and no internals of its server")
    func addresses() async throws {
        let cli = try CLIFixture()
        let watch = try await cli.watch("--address", "127.0.0.1:0", "--serve", "127.0.0.1:0")
        _ = try await watch.get("/review/", from: "serve")
        let port = try watch.events.first { $0.text("what") == "serve" }?.number("port") ?? 0
        let addresses = [
            "Review the stickers at http://127.0.0.1:\(port)/review/", "/healthz and /metrics at http://127.0.0.1:",
        ]
        // The two servers start in any order.
        try await eventually("the log does not contain the addresses of both servers") {
            addresses.allSatisfy(watch.command.complaint.contains)
        }
        let log = watch.command.complaint
        #expect(!log.contains("Server started"), "\(log)")
        try await watch.stop()
    }

    @Test("an address for all machines is printed as one that this machine can open")
    func everybody() async throws {
        let cli = try CLIFixture()
        try cli.put("0123456789abcdef", at: "token")
        let serving = try cli.start(["serve", "--json", "--address", "0.0.0.0:0", "--token-file", "token"])
        try await eventually("the server does not start") { serving.complaint.contains("/review/") }
        #expect(serving.complaint.contains("Review the stickers at http://127.0.0.1:"))
        #expect(!serving.complaint.contains("0.0.0.0"))
        try await serving.end(by: SIGTERM)
    }

    @Test("a request with another host name is refused everywhere, unless the name is allowed")
    func hosts() async throws {
        let cli = try CLIFixture(discs: ["cats/One.svg": 1])
        let watch = try await cli.watch(
            "--address", "127.0.0.1:0", "--serve", "127.0.0.1:0", "--allow-host", "Stickers.example.com")
        for (path, server) in [
            ("/v1/catalog.json", "serve"), ("/healthz", "service"), ("/metrics", "service"), ("/nothing", "serve"),
        ] {
            let evil = try await watch.get(path, from: server, host: "evil.example")
            #expect(evil.status == 421 && evil.body.contains("--allow-host"), "\(path): \(evil)")
            for host in ["localhost", "127.0.0.2:80", "[::1]", "stickers.example.com", "stickers.example.com:443"] {
                let status = try await watch.get(path, from: server, host: host).status
                #expect(status == (path == "/nothing" ? 404 : 200), "\(path) \(host)")
            }
        }
        // A client that accesses the page through a proxy needs a token.
        #expect(try await watch.get("/review/", from: "serve", host: "stickers.example.com").status == 403)
        try await watch.stop()
    }

    @Test("removals on hold, and a refused configuration, are unhealthy until they are resolved")
    func health() async throws {
        var settings = Settings()
        settings.watch["massChangeShare"] = "0.5"
        let cli = try CLIFixture(settings, discs: .numbered(0..<12))
        let watch = try await cli.watch("--address", "127.0.0.1:0")
        func health(_ status: Int, _ text: String) async throws {
            try await eventually("/healthz does not answer \(status) \(text)") {
                let answer = try await watch.get("/healthz", from: "service")
                return answer.status == status && answer.body.contains(text)
            }
        }
        try await health(200, "ok")
        for number in 0..<11 { try cli.remove("drop/cats/Disc \(number).svg") }
        try await health(503, "11 of 12 sources")
        #expect(try await cli.run("accept-removals").status == 0)
        try await health(200, "ok")
        try cli.put("{ \"size\": \"enormous\" }", at: "pipeline.json")
        watch.command.send(SIGHUP)
        try await health(503, "enormous")
        try cli.configure(settings)
        watch.command.send(SIGHUP)
        try await eventually("the watch does not reload its configuration") { try watch.count("ready") == 2 }
        try await watch.command.end(by: SIGTERM)
    }
}
