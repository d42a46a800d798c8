import Foundation
import Glibc
import Testing

/// A `stickerd watch --json` that runs.
struct Watching {
    let command: Command

    /// Starts it, and waits until everything that was in the drop folder has been looked at.
    init(_ workshop: Workshop, _ arguments: String...) async throws {
        command = try workshop.start(["watch", "--json"] + arguments)
        try await eventually("it does not get ready: \(command.complaint)") { try count("ready") > 0 }
    }

    var events: [Event] {
        get throws { command.output.isEmpty ? [] : try Event.read(command.output) }
    }

    /// How often something happened, to a path if one is given.
    func count(_ kind: String, _ path: String? = nil) throws -> Int {
        try events.count { $0.kind == kind && (path == nil || $0.text("path") == path) }
    }

    /// What is answered at a path of a server that it runs: `service` or `serve`.
    func get(_ path: String, from server: String, host: String? = nil) async throws -> (status: Int, body: String) {
        var port: Int?
        try await eventually("nothing is served") {
            port = try events.first { $0.kind == "serving" && $0.text("what") == server }?.number("port")
            return port != nil
        }
        return try await Web.get("http://127.0.0.1:\(port ?? 0)\(path)", host: host)
    }

    func stop() async throws {
        command.send(SIGTERM)
        #expect(try await command.ending().status == 0)
    }
}

/// Requests by curl.
enum Web {
    static func get(_ url: String, host: String? = nil) async throws -> (status: Int, body: String) {
        let fields = host.map { ["-H", "Host: \($0)"] } ?? []
        let ending = try await Command(["curl", "-s", "-m", "20", "-w", "\n%{http_code}"] + fields + [url], in: "/")
            .ending()
        let lines = ending.output.split(separator: "\n", omittingEmptySubsequences: false)
        return (Int(lines.last ?? "") ?? 0, lines.dropLast().joined(separator: "\n"))
    }
}
