/// An address that only this machine can reach, so that services at this address need no authentication.
package struct LoopbackAddress: Sendable, Hashable, CustomStringConvertible {
    /// The host: `127.…`, `::1`, or `localhost`, which stands for 127.0.0.1.
    package let host: String
    /// The port. 0 means any free port.
    package let port: Int

    /// A description of the expected format, for messages.
    package static let expectation = "an address of this machine only, like \"127.0.0.1:9818\" or \"[::1]:9818\""

    /// Nil if the text is not an address, or if other machines can reach the address.
    package init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":") else { return nil }
        let digits = text[text.index(after: colon)...]
        guard (1...5).contains(digits.utf8.count), digits.utf8.allSatisfy({ (48...57).contains($0) }),
            let port = Int(digits), port <= 65_535
        else { return nil }
        self.port = port
        switch text[..<colon] {
        case "localhost": host = "127.0.0.1"
        case "[::1]": host = "::1"
        case let name:
            let parts = name.split(separator: ".", omittingEmptySubsequences: false)
            let isIPv4 =
                parts.count == 4 && parts.allSatisfy { $0.wholeMatch(of: /[0-9]{1,3}/) != nil && UInt8($0) != nil }
            guard isIPv4, parts[0] == "127" else { return nil }
            host = String(name)
        }
    }

    package var description: String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}
