import Foundation
import Glibc
import TestSupport
import Testing

/// A web server in Python that records the POST requests that it receives.
final class WebhookServer: Sendable {
    struct Request {
        var line: String
        var type: String
        var body: String
    }

    let url: String
    private let folder: TemporaryFolder
    private let process: Process

    /// - Parameter answers: the answers to the requests. Each is a status, optionally followed by the seconds of
    ///   `Retry-After`, or `silence`. The last one is repeated.
    init(answers: [String] = ["200"]) async throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.program, to: "server.py")
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = [folder.file("server.py"), folder.path] + answers
        // If the server outlived the tests, it would keep their output open.
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        self.folder = folder
        self.process = process
        try await eventually("the web server does not start") { folder.has("port") }
        url = "http://127.0.0.1:\(try folder.read("port"))"
    }

    deinit {
        kill(process.processIdentifier, SIGKILL)
    }

    /// The requests so far.
    var requests: [Request] {
        let lines = ((try? folder.read("requests")) ?? "").split(separator: "\n")
        return lines.compactMap { line in
            guard let parts = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String] else { return nil }
            return Request(line: parts[0], type: parts[1], body: parts[2])
        }
    }

    private static let program = """
        import http.server, json, os, sys, time
        folder, answers = sys.argv[1], sys.argv[2:]
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"])).decode()
                with open(folder + "/requests", "a") as file:
                    file.write(json.dumps([self.command + " " + self.path, self.headers["Content-Type"], body]) + "\\n")
                answer = (answers.pop(0) if len(answers) > 1 else answers[0]).split()
                if answer[0] == "silence":
                    time.sleep(20)
                    return
                self.send_response(int(answer[0]))
                if len(answer) > 1: self.send_header("Retry-After", answer[1])
                if answer[0] == "302": self.send_header("Location", "/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()
            def log_message(self, *arguments): pass
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        with open(folder + "/part", "w") as file: file.write(str(server.server_port))
        os.rename(folder + "/part", folder + "/port")
        server.serve_forever()
        """
}
