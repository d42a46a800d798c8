import Foundation
import Glibc
import StickerManifest
import TestSupport
import Testing

/// A running watch, in this process or in another one.
protocol RunningWatch: Sendable {
    /// The events so far.
    var events: [Event] { get throws }

    /// Stops the watch, and waits until it has ended.
    func stop() async throws
}

extension RunningWatch {
    /// The number of events of a kind. If a path is given, only events with this path are counted.
    func count(_ kind: String, _ path: String? = nil) throws -> Int {
        try events.count { $0.kind == kind && (path == nil || $0.text("path") == path) }
    }
}

/// A running `stickerd watch --json`.
struct WatchProcess: RunningWatch {
    let command: Command

    /// Starts the command, and waits until every file of the drop folder has been processed.
    init(_ cli: CLIFixture, arguments: [String] = [], under wrapper: [String] = []) async throws {
        command = try cli.start(["watch", "--json"] + arguments, under: wrapper)
        try await eventually("the watch does not become ready: \(command.complaint)") { try count("ready") > 0 }
    }

    var events: [Event] {
        get throws { command.output.isEmpty ? [] : try Event.read(command.output) }
    }

    /// Requests a path from one of the watch's servers, `service` or `serve`, and returns the response.
    func get(_ path: String, from server: String, host: String? = nil) async throws -> (status: Int, body: String) {
        try await HTTP.get("http://127.0.0.1:\(command.port(of: server))\(path)", host: host)
    }

    /// Stops the watch with SIGTERM, like a service manager.
    func stop() async throws {
        #expect(try await command.end(by: SIGTERM).status == 0)
    }
}

extension CLIFixture {
    /// Starts `stickerd watch --json`, and waits until every file of the drop folder has been processed.
    func watch(_ arguments: String...) async throws -> WatchProcess {
        try await WatchProcess(self, arguments: arguments)
    }
}

extension Command {
    /// Waits until a server listens, and returns its port. The server is `service` or `serve` of `watch --json`, or
    /// `serve --json`.
    func port(of server: String = "serve") async throws -> Int {
        var port: Int?
        try await eventually("the server does not start: \(complaint)") {
            let events = output.isEmpty ? [] : try Event.read(output)
            port = events.first { $0.kind == "serving" && [nil, server].contains($0.text("what")) }?.number("port")
            return port != nil
        }
        return try #require(port)
    }
}

/// Sends HTTP requests with curl.
enum HTTP {
    /// Sends a decision about a sticker of the pack cats to the review server at a port, in the same way as the page.
    ///
    /// - Returns: the HTTP status of the answer.
    static func decide(_ verdict: String, about sticker: Sticker, comment: String = "", port: Int) async throws -> Int {
        let wish = """
            {"sticker": "cats/\(sticker.id)", "pixels": "\(sticker.pixels)", "verdict": "\(verdict)", "reviewer": "Ada",
            "comment": "\(comment)"}
            """
        let address = "http://127.0.0.1:\(port)"
        let fields = ["-H", "Content-Type: application/json", "-H", "Origin: \(address)", "-d", wish]
        let curl = ["curl", "-s", "-m", "20", "-o", "/dev/null", "-w", "%{http_code}"]
        return Int(try await Command(curl + fields + ["\(address)/review/api/decisions"], in: "/").ending().output) ?? 0
    }

    static func get(_ url: String, host: String? = nil) async throws -> (status: Int, body: String) {
        let fields = host.map { ["-H", "Host: \($0)"] } ?? []
        let ending = try await Command(["curl", "-s", "-m", "20", "-w", "\n%{http_code}"] + fields + [url], in: "/")
            .ending()
        let lines = ending.output.split(separator: "\n", omittingEmptySubsequences: false)
        return (Int(lines.last ?? "") ?? 0, lines.dropLast().joined(separator: "\n"))
    }
}
