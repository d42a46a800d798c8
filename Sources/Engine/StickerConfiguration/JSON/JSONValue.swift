/// A value in a JSON file, with its position for messages.
struct JSONValue: Sendable, Hashable {
    /// A key and its value. An object contains its members in the order of the file, including repeated keys.
    struct Member: Sendable, Hashable {
        var key: String
        /// The position of the key's opening quote.
        var position: JSONPosition
        var value: JSONValue
    }

    enum Content: Sendable, Hashable {
        case null
        case boolean(Bool)
        /// A number, and the text by which it was written. It is infinite if it is too large for a `Double`.
        case number(Double, written: String)
        case text(String)
        case list([JSONValue])
        case object([Member])
    }

    /// The position of the first character.
    var position: JSONPosition
    var content: Content
}

extension JSONValue {
    /// The value for messages: its text, or its type if the text would be long.
    var found: String {
        switch content {
        case .null: "null"
        case .boolean(let value): value ? "true" : "false"
        case .number(_, let written): written.shortened(to: 40)
        case .text(let text): text.quoted
        case .list: "a list"
        case .object: "an object"
        }
    }
}

extension Double {
    /// The shortest text of a number. Whole numbers have no fraction.
    var plainText: String {
        Int(exactly: self).map { String($0) } ?? String(self)
    }
}
