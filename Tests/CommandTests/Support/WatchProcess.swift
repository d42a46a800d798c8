import Foundation
import Glibc
import TestSupport
import Testing

/// A watch that runs, in this process or in another one.
protocol RunningWatch: Sendable {
    /// The reports so far.
    var events: [Event] { get throws }

    /// Ends it, and waits for its end.
    func stop() async throws
}

extension RunningWatch {
    /// The number of events of a kind, of one path if it is given.
    func count(_ kind: String, _ path: String? = nil) throws -> Int {
        try events.count { $0.kind == kind && (path == nil || $0.text("path") == path) }
    }
}

/// A running `stickerd watch --json`.
struct WatchProcess: RunningWatch {
    let command: Command

    /// Starts it, and waits until every file of the drop folder has been processed.
    init(_ cli: CLIFixture, arguments: [String] = [], under wrapper: [String] = []) async throws {
        command = try cli.start(["watch", "--json"] + arguments, under: wrapper)
        try await eventually("it does not get ready: \(command.complaint)") { try count("ready") > 0 }
    }

    var events: [Event] {
        get throws { command.output.isEmpty ? [] : try Event.read(command.output) }
    }

    /// The response at a path of one of its servers: `service` or `serve`.
    func get(_ path: String, from server: String, host: String? = nil) async throws -> (status: Int, body: String) {
        var port: Int?
        try await eventually("nothing is served") {
            port = try events.first { $0.kind == "serving" && $0.text("what") == server }?.number("port")
            return port != nil
        }
        return try await HTTP.get("http://127.0.0.1:\(port ?? 0)\(path)", host: host)
    }

    /// Ends it as a service manager does.
    func stop() async throws {
        command.send(SIGTERM)
        #expect(try await command.ending().status == 0)
    }
}

extension CLIFixture {
    /// Starts `stickerd watch --json`, and waits until every file of the drop folder has been processed.
    func watch(_ arguments: String...) async throws -> WatchProcess {
        try await WatchProcess(self, arguments: arguments)
    }
}

/// Requests by curl.
enum HTTP {
    static func get(_ url: String, host: String? = nil) async throws -> (status: Int, body: String) {
        let fields = host.map { ["-H", "Host: \($0)"] } ?? []
        let ending = try await Command(["curl", "-s", "-m", "20", "-w", "\n%{http_code}"] + fields + [url], in: "/")
            .ending()
        let lines = ending.output.split(separator: "\n", omittingEmptySubsequences: false)
        return (Int(lines.last ?? "") ?? 0, lines.dropLast().joined(separator: "\n"))
    }
}
