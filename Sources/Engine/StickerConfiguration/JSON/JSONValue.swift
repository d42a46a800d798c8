/// A value of a JSON file with its position, to which messages refer.
package struct JSONValue: Sendable, Hashable {
    /// A key and its value. An object keeps its members in the order of the file, including duplicate keys.
    package struct Member: Sendable, Hashable {
        package var key: String
        /// The position of the key's opening quote.
        package var position: JSONPosition
        package var value: JSONValue
    }

    package enum Content: Sendable, Hashable {
        case null
        case boolean(Bool)
        /// A number and its text in the file. The number is infinite if it is too large for a `Double`.
        case number(Double, written: String)
        case text(String)
        case list([JSONValue])
        case object([Member])
    }

    /// The position of the value's first character.
    package var position: JSONPosition
    package var content: Content
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
    /// The shortest text of a number, without a fraction for whole numbers.
    var plainText: String {
        Int(exactly: self).map { String($0) } ?? String(self)
    }
}
