import Foundation
import TestSupport
import Testing

/// Builds that share what they render through an HTTP cache: here a server in Python that keeps what is put into it.
@Suite struct ResultCacheTests {
    /// Keeps values as files in a folder, and notes each request in `log`.
    private static let server = """
        import http.server, os, sys
        root = sys.argv[1]
        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            def path_of(self): return root + "/" + self.path.strip("/").replace("/", "-")
            def note(self, status):
                open(root + "/log", "a").write(f"{self.command} {self.path} {status}\\n")
            def reply(self, status, body=b""):
                self.note(status)
                self.send_response(status)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
            def do_GET(self):
                try: self.reply(200, open(self.path_of(), "rb").read())
                except FileNotFoundError: self.reply(404)
            def do_PUT(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                with open(self.path_of(), "wb") as file: file.write(body)
                self.reply(201)
            def log_message(self, *arguments): pass
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        open(root + "/new", "w").write(str(server.server_port))
        os.rename(root + "/new", root + "/port")
        server.serve_forever()
        """

    private static let stickers = 4

    private final class Server {
        let folder: TemporaryFolder
        let command: Command
        private(set) var port = ""

        init() async throws {
            folder = try TemporaryFolder()
            command = try Command(["python3", "-c", ResultCacheTests.server, folder.path], in: "/")
            try await eventually("the server listens") { folder.has("port") }
            port = try folder.read("port")
        }

        deinit { command.send(SIGKILL) }

        /// Lines of the log that begin so.
        func requests(_ prefix: String, status: Int) throws -> Int {
            guard folder.has("log") else { return 0 }
            return try folder.read("log").split(separator: "\n").count {
                $0.hasPrefix(prefix) && $0.hasSuffix(" \(status)")
            }
        }

        /// Changes every value whose name begins so.
        func damage(_ prefix: String, _ change: (inout Data) -> Void) throws {
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name.hasPrefix(prefix) {
                let url = URL(filePath: folder.file(name))
                var data = try Data(contentsOf: url)
                change(&data)
                try data.write(to: url)
            }
        }
    }

    private func fixture(port: String?, write: Bool = true) throws -> CLIFixture {
        let cli = try CLIFixture(startsPrograms: true)
        if let port {
            let cache = "\"cache\": { \"url\": \"http://127.0.0.1:\(port)/\", \"write\": \(write) }, \"size\""
            try cli.put(Settings().json.replacing("\"size\"", with: cache), at: "pipeline.json")
        }
        for number in 0..<ResultCacheTests.stickers { try cli.drop(Art.disc(number), as: "cats/Disc \(number).svg") }
        return cli
    }

    private func expected() async throws -> [String: OutTree.Content] {
        let cli = try fixture(port: nil)
        try #require(try await cli.build().status == 0)
        return try cli.out.contents
    }

    /// A server that has what a build made.
    private func filled() async throws -> Server {
        let server = try await Server()
        #expect(try await fixture(port: server.port).build().status == 0)
        #expect(try server.requests("PUT /ac/", status: 201) == ResultCacheTests.stickers)
        return server
    }

    @Test("what one machine has rendered another takes, and publishes the same bytes")
    func shared() async throws {
        let expected = try await expected()
        let server = try await filled()
        let cli = try fixture(port: server.port, write: false)
        #expect(try await cli.build().status == 0)
        #expect(try server.requests("GET /ac/", status: 200) == ResultCacheTests.stickers)
        #expect(try server.requests("PUT /ac/", status: 201) == ResultCacheTests.stickers)
        #expect(OutTree.differences(try cli.out.contents, expected).isEmpty)
    }

    @Test(
        "a damaged entry counts as missing, and that is said",
        arguments: ["cas-", "ac-"], ["a byte", "cut short", "longer", "another"])
    func damaged(prefix: String, how: String) async throws {
        let expected = try await expected()
        let server = try await filled()
        try server.damage(prefix) { data in
            switch how {
            case "a byte": data[data.count / 2] ^= 1
            case "cut short": data = data.prefix(data.count / 2)
            case "longer": data += data
            default: data = Data("{}".utf8)
            }
        }
        let cli = try fixture(port: server.port, write: false)
        let build = try await cli.run("build")
        #expect(build.status == 0)
        #expect((build.output + build.complaint).contains("damaged entry"), "\(build.output)\(build.complaint)")
        #expect(OutTree.differences(try cli.out.contents, expected).isEmpty)
    }

    @Test("a cache that is down is left alone after three attempts, and everything is rendered here")
    func down() async throws {
        let expected = try await expected()
        // Port 9 is discard's, which nobody runs.
        let cli = try fixture(port: "9")
        let build = try await cli.run("build")
        #expect(build.status == 0)
        #expect((build.output + build.complaint).contains("cannot be used"), "\(build.output)\(build.complaint)")
        #expect(OutTree.differences(try cli.out.contents, expected).isEmpty)
    }

    @Test("shards render a library for the cache between them, and a build then renders nothing")
    func shards() async throws {
        let expected = try await expected()
        let server = try await Server()
        for number in 1...3 {
            let cli = try fixture(port: server.port, write: false)
            let shard = try await cli.run("rebuild", "--render-only", "--shard", "\(number)/3")
            #expect(shard.status == 0, "\(shard.output)\(shard.complaint)")
            #expect(!cli.has("out") && !cli.has(".out.stickerd"))
        }
        #expect(try server.requests("PUT /ac/", status: 201) == ResultCacheTests.stickers)
        let cli = try fixture(port: server.port, write: false)
        #expect(try await cli.build().status == 0)
        #expect(try server.requests("GET /ac/", status: 200) == ResultCacheTests.stickers)
        #expect(OutTree.differences(try cli.out.contents, expected).isEmpty)
    }

    @Test("what is in it of animations and with previews of each format is taken", arguments: ["jpeg", "webp", "png"])
    func formats(photoFormat: String) async throws {
        let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let names = ["moves.png", "moves.gif", "deep.png", "grey.png", "text.svg"]
        let server = try await Server()
        for isFirst in [true, false] {
            let cli = try CLIFixture(startsPrograms: true)
            let json = Settings().json
                .replacing(
                    "{ \"name\": \"white\", \"colour\": \"#ffffff\" }",
                    with: "{ \"name\": \"photo\", \"image\": \"photo.jpg\" }"
                )
                .replacing("\"previews\": { ", with: "\"previews\": { \"photoFormat\": \"\(photoFormat)\", ")
                .replacing(
                    "\"size\"",
                    with: "\"cache\": { \"url\": \"http://127.0.0.1:\(server.port)\", \"write\": \(isFirst) }, \"size\""
                )
            try cli.put(json, at: "pipeline.json")
            let photo = try Data(contentsOf: repository.appending(path: "samples/backgrounds/photo.jpg"))
            try cli.put([UInt8](photo), at: "photo.jpg")
            for name in names {
                let art = try Data(contentsOf: repository.appending(path: "Sources/Engine/WorkerPool/Canaries/\(name)"))
                try cli.drop([UInt8](art), as: "cats/\(name)")
            }
            let build = try await cli.run("build")
            #expect(!(build.output + build.complaint).contains("damaged"), "\(build.output)\(build.complaint)")
        }
        let stored = try server.requests("PUT /ac/", status: 201)
        #expect(stored > 0)
        #expect(try server.requests("GET /ac/", status: 200) == stored)
    }

    @Test("rendering for a cache needs one, and a shard that there is", arguments: [["--shard", "4/3"], []])
    func wrongUsage(arguments: [String]) async throws {
        let cli = try fixture(port: nil)
        let command = try cli.start(["rebuild", "--render-only"] + arguments)
        #expect(try await command.ending().status == 2)
    }
}
