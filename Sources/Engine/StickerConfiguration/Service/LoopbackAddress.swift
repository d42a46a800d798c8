/// A port that only this machine reaches: what is served there asks nobody who they are.
package struct LoopbackAddress: Sendable, Hashable, CustomStringConvertible {
    /// `127.…`, `::1`, or `localhost`, which is 127.0.0.1.
    package let host: String
    /// 0 for any that is free.
    package let port: Int

    /// What is expected of a text, as a message names it.
    package static let expectation = "an address of this machine only, like \"127.0.0.1:9818\" or \"[::1]:9818\""

    /// Nil for what is no address, and for one that other machines reach.
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
