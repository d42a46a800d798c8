/// What a client can unpack (RFC 9110, section 12.5.3).
enum AcceptedEncodings {
    /// - Parameter header: the field `Accept-Encoding`.
    static func takeGzip(_ header: String?) -> Bool {
        guard let header else { return false }
        return header.lowercased().split(separator: ",").contains { item in
            let parts = item.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
            guard parts.first == "gzip" else { return false }
            return !parts.dropFirst().contains { $0.wholeMatch(of: /q=0(\.0{0,3})?/) != nil }
        }
    }
}
