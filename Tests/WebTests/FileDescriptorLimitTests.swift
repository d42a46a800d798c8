import Glibc
import PublishedSamples
import Testing
import Web

@Suite("A server that runs out of file descriptors", .serialized)
struct FileDescriptorLimitTests {
    @Test("reports that it is busy, and not that existing files are missing")
    func busy() async throws {
        let tree = try SampleTree()
        let cat = SampleTree.Art("cat")
        try tree.publish([cat])
        try await Serving.tree(tree) { port in
            let client = try Client(port: port)
            func ask(_ path: String) -> Client.Answer {
                client.send("GET /v1/\(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
                return client.answer()
            }
            #expect(ask(cat.path).status == 200)
            for path in ["catalog.json", cat.path] {
                let refused = Descriptors.withNoMore { ask(path) }
                #expect(refused.status == 503 && refused.headers["retry-after"] != nil, "\(path)")
            }
            #expect(ask("catalog.json").status == 200 && ask(cat.path).status == 200)
            #expect(ask("assets/\(String(repeating: "0", count: 64)).png").status == 404)
        }
    }

    @Test("accepts no more connections than it has descriptors, but at least some")
    func room() {
        #expect(FileDescriptorLimit.connections(for: 1024, descriptors: 1024) == 448)
        #expect(FileDescriptorLimit.connections(for: 256, descriptors: 1_048_576) == 256)
        #expect(FileDescriptorLimit.connections(for: 256, descriptors: 20) == 4)
        #expect(FileDescriptorLimit.connections(for: 256, descriptors: .max) == 256)
    }
}

enum Descriptors {
    /// Runs `body` while this process cannot open any file or socket.
    static func withNoMore<Result>(_ body: () throws -> Result) rethrows -> Result {
        let number = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var before = rlimit()
        getrlimit(number, &before)
        var none = before
        none.rlim_cur = 3
        setrlimit(number, &none)
        defer { setrlimit(number, &before) }
        return try body()
    }
}
