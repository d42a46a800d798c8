import StickerConfiguration

/// The host and port at which a server listens.
package struct BindAddress: Sendable, Hashable, CustomStringConvertible {
    /// An IPv4 or IPv6 address, or a host name.
    package let host: String
    /// The port. 0 means any free port.
    package let port: Int

    /// The default address for published files. Only this machine can reach it.
    package static let standard = BindAddress(host: "127.0.0.1", port: 9819)

    /// A description of the expected format, for error messages.
    package static let expectation =
        "a host and a port, like \"127.0.0.1:9819\" for this machine only or \"0.0.0.0:9819\" for all machines that reach it"

    /// Nil if the text is not an address.
    package init?(_ text: String) {
        if let loopback = LoopbackAddress(text) {
            host = loopback.host
            port = loopback.port
            return
        }
        guard let match = text.wholeMatch(of: /(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9.-]+)):([0-9]{1,5})/),
            let host = match.1 ?? match.2, let port = Int(match.3), port <= 65_535
        else { return nil }
        self.host = String(host)
        self.port = port
    }

    private init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    package init(_ address: LoopbackAddress) {
        host = address.host
        port = address.port
    }

    /// Whether only this machine can reach the address.
    package var isLoopback: Bool { LoopbackAddress(description) != nil }

    /// Whether the server listens on all addresses of this machine.
    package var isAnyAddress: Bool { host == "0.0.0.0" || host == "::" }

    /// The URL for clients on this machine.
    ///
    /// - Parameter port: the port at which the server actually listens.
    package func url(port: Int) -> String {
        let host = isAnyAddress ? (self.host == "::" ? "::1" : "127.0.0.1") : self.host
        return "http://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    }

    package var description: String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}
