import Foundation

/// The state of a game or a task in an interactive message: a payload of the app, the version of its format and a
/// counter of moves. The message's URL contains it.
///
/// ```swift
/// let start = try MessageState(version: 1, payload: Board())
/// message.url = try start.url(base: server)
///
/// let state = try MessageState<Board>(url: conversation.selectedMessage?.url, version: 1)
/// message.url = try state.next(board).url(base: server)
/// ```
///
/// Anyone in a conversation can make such a URL by hand. The state is checked for its form and its size. The app must
/// check whether a payload obeys the rules of the game.
public struct MessageState<Payload: Codable> {
    /// The version of the payload's format. An app can read only states of the version that it expects.
    public let version: Int
    /// The number of earlier moves. 0 in the first message of a session.
    public let move: Int
    /// The data of the app.
    public let payload: Payload
    /// The transmitted text: `<version>.<move>.<payload>`. It also decides which of two simultaneous moves is newer.
    /// The text is kept as received, because encoding the payload again could give another text.
    let text: String

    /// Makes a state and encodes its payload.
    ///
    /// - Parameters:
    ///   - version: 0 to 999,999,999. Raise it when older versions of the app cannot read the payload.
    ///   - move: 0 to 999,999,999.
    /// - Throws: `MessageStateError` if a number is out of range or the payload cannot be encoded.
    public init(version: Int, move: Int = 0, payload: Payload) throws {
        self.version = try MessageStateText.checked(version)
        self.move = try MessageStateText.checked(move)
        self.payload = payload
        text = "\(version).\(move).\(try MessageStateText.encode(payload))"
    }

    /// Reads the state of a message.
    ///
    /// - Parameters:
    ///   - url: the URL of the message; nil if no message is selected.
    ///   - version: the version of the payload's format that this app reads.
    /// - Throws: `MessageStateError` if the URL does not contain a usable state.
    public init(url: URL?, version: Int) throws {
        guard let url else { throw MessageStateError.noState }
        let fields = try MessageStateText.fields(of: try MessageURL(url).state())
        // The version is checked first, because the payload of another version may have another format.
        guard fields.version == version else {
            throw MessageStateError.otherVersion(found: fields.version, expected: version)
        }
        self.version = fields.version
        move = fields.move
        payload = try MessageStateText.decode(Payload.self, from: fields.payload)
        text = "\(fields.version).\(fields.move).\(fields.payload)"
    }

    /// The state after this one, with the next move number.
    ///
    /// - Throws: `MessageStateError`.
    public func next(_ payload: Payload) throws -> MessageState {
        try MessageState(version: version, move: move + 1, payload: payload)
    }

    /// The URL of a message with this state.
    ///
    /// - Parameter base: the URL to which the state is added as query item `state`: `https` or `http`, which macOS
    ///   opens in a browser, or `data`, for an app without a server. Its other query items are kept.
    /// - Throws: `MessageStateError` if the URL would be too long for Messages, or the base is not suitable.
    public func url(base: URL) throws -> URL {
        try MessageURL(base).adding(state: text)
    }
}

// A payload need not be `Sendable`. In an app whose code is isolated to the main actor, the payload's `Codable`
// conformance is isolated too.
extension MessageState: Sendable where Payload: Sendable {}

extension MessageState: Hashable {
    /// Whether both states have the same text.
    public static func == (one: MessageState, other: MessageState) -> Bool { one.text == other.text }

    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension MessageState {
    /// Whether this state replaces another one of the same session.
    ///
    /// The state with more moves is newer. If two people move at the same time, both states have the same number of
    /// moves. Then the state whose text has the smaller SHA-256 is newer. The sender and the time of arrival do not
    /// matter, so all devices keep the same state. If two states are equal, neither is newer.
    public func isNewer(than other: MessageState) -> Bool {
        move == other.move ? digest < other.digest : move > other.move
    }

    /// The newest of these states, whose order does not matter. Nil if there are none.
    public static func newest(of states: some Sequence<MessageState>) -> MessageState? {
        states.max { $1.isNewer(than: $0) }
    }

    private var digest: String { ContentDigest.sha256(Data(text.utf8)) }
}

/// The reason why a state cannot be made, sent or read.
public enum MessageStateError: Error, Equatable, CustomStringConvertible {
    /// No message is selected, or its URL contains no state.
    case noState
    /// The URL has several states.
    case repeatedState
    /// The URL has a scheme that Messages does not accept, or no host.
    case unsuitableURL(String)
    /// The URL exceeds the limit of Messages by this number of characters.
    case tooLong(excess: Int)
    /// The state is not one that this library wrote.
    case damaged(String)
    /// The state is of another version of the app.
    case otherVersion(found: Int, expected: Int)
    /// A version or a move is out of range.
    case outOfRange(Int)
    /// The payload cannot be encoded.
    case notEncodable(String)

    public var description: String {
        switch self {
        case .noState:
            "The state is missing: no message is selected, or another app made it. Start a new game."
        case .repeatedState:
            "The message's URL has several query items named “\(MessageURL.item)”. Start a new game."
        case .unsuitableURL(let url):
            "“\(url)” cannot be a message's URL: Messages accepts http and https with a host, and data. Use another "
                + "base URL."
        case .tooLong(let excess):
            "The message's URL is \(excess) \(excess == 1 ? "character" : "characters") longer than the "
                + "\(MessageURL.longest) that Messages accepts. Make the payload smaller, for instance by short "
                + "coding keys."
        case .damaged(let detail):
            "The message's state is damaged (\(detail)). Start a new game."
        case .otherVersion(let found, let expected):
            found > expected
                ? "The message has version \(found), but this app reads version \(expected). Update the app."
                : "The message has version \(found), but this app reads version \(expected). Start a new game."
        case .outOfRange(let number):
            "\(number) cannot be a version or a move: they are 0 to \(MessageStateText.largestNumber)."
        case .notEncodable(let detail):
            "The payload cannot be encoded (\(detail)). Change the payload's type."
        }
    }
}
