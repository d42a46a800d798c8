import Foundation

/// The URL of an interactive message, and its query item with a state. It is parsed as text, because versions of
/// Foundation differ in their handling of the query of a `data` URL.
struct MessageURL {
    /// The name of the query item.
    static let item = "state"
    /// The largest number of characters that Messages accepts (Apple, `MSMessage.url`).
    static let longest = 5000

    /// Everything before the query.
    private let start: String
    /// The query's items, percent-encoded as in the URL.
    private let items: [String]
    /// The fragment with its number sign. Empty if there is none.
    private let fragment: String

    /// - Throws: `MessageStateError.tooLong`, `.unsuitableURL`.
    init(_ url: URL) throws {
        let text = url.absoluteString
        try MessageURL.checkLength(text)
        guard MessageURL.isSuitable(url) else { throw MessageStateError.unsuitableURL(text) }
        let end = text.utf8.firstIndex(of: UInt8(ascii: "#")) ?? text.endIndex
        fragment = String(text[end...])
        let mark = text[..<end].utf8.firstIndex(of: UInt8(ascii: "?")) ?? end
        start = String(text[..<mark])
        items = text[mark..<end].utf8.dropFirst().split(separator: UInt8(ascii: "&")).map { String(Substring($0)) }
    }

    private static func isSuitable(_ url: URL) -> Bool {
        switch url.scheme?.lowercased() {
        case "data": true
        case "http", "https": !(url.host() ?? "").isEmpty
        default: false
        }
    }

    private static func checkLength(_ text: String) throws {
        let excess = text.utf16.count - longest
        guard excess <= 0 else { throw MessageStateError.tooLong(excess: excess) }
    }

    /// The state's text.
    ///
    /// - Throws: `MessageStateError.noState`, `.repeatedState`, `.damaged`.
    func state() throws -> String {
        let states = items.filter(MessageURL.isState)
        guard let state = states.first else { throw MessageStateError.noState }
        guard states.count == 1 else { throw MessageStateError.repeatedState }
        guard let text = state.drop(while: { $0 != "=" }).dropFirst().removingPercentEncoding else {
            throw MessageStateError.damaged("its percent encoding is not valid")
        }
        return text
    }

    /// The URL with this state. A state that is already in the URL is replaced.
    ///
    /// - Parameter state: a text of characters that need no encoding.
    /// - Throws: `MessageStateError.tooLong`, `.unsuitableURL`.
    func adding(state: String) throws -> URL {
        let query = items.filter { !MessageURL.isState($0) } + ["\(MessageURL.item)=\(state)"]
        let text = "\(start)?\(query.joined(separator: "&"))\(fragment)"
        try MessageURL.checkLength(text)
        guard let url = URL(string: text) else { throw MessageStateError.unsuitableURL(text) }
        return url
    }

    private static func isState(_ item: String) -> Bool {
        item.prefix { $0 != "=" }.removingPercentEncoding == MessageURL.item
    }
}
