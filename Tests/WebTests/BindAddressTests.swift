import Testing
import Web

@Suite("Where a server listens")
struct BindAddressTests {
    @Test(
        "is a host and a port",
        arguments: [
            ("127.0.0.1:9819", "127.0.0.1", 9819, true), ("0.0.0.0:80", "0.0.0.0", 80, false),
            ("[::1]:0", "::1", 0, true), ("[::]:443", "::", 443, false), ("localhost:1", "127.0.0.1", 1, true),
            ("stickers.example.com:8080", "stickers.example.com", 8080, false),
        ])
    func addresses(text: String, host: String, port: Int, isLoopback: Bool) throws {
        let address = try #require(BindAddress(text))
        #expect(address.host == host && address.port == port && address.isLoopback == isLoopback)
    }

    @Test(
        "accepts nothing else",
        arguments: ["", ":80", "9819", "host:", "host:99999", "::1:80", "a b:80", "host:8x", "/x:1"])
    func others(text: String) {
        #expect(BindAddress(text) == nil)
    }
}
