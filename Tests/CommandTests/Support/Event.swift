import Foundation

/// An event, which is a line of JSON that stickerd writes to standard output with `--json`.
struct Event: Decodable, Sendable, Equatable {
    /// The possible types of a value.
    enum Value: Decodable, Sendable, Equatable {
        case text(String)
        case number(Int)
        case flag(Bool)
        case list([String])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let flag = try? container.decode(Bool.self) {
                self = .flag(flag)
            } else if let number = try? container.decode(Int.self) {
                self = .number(number)
            } else if let text = try? container.decode(String.self) {
                self = .text(text)
            } else {
                self = .list(try container.decode([String].self))
            }
        }
    }

    private let values: [String: Value]

    init(from decoder: any Decoder) throws {
        values = try decoder.singleValueContainer().decode([String: Value].self)
    }

    subscript(_ key: String) -> Value? { values[key] }
    var keys: [String] { values.keys.sorted() }

    /// The kind of event.
    var kind: String? { text("event") }

    func text(_ key: String) -> String? {
        if case .text(let text) = values[key] { text } else { nil }
    }

    func number(_ key: String) -> Int? {
        if case .number(let number) = values[key] { number } else { nil }
    }

    /// Reads the events in a text with one JSON object per line. An incomplete last line is omitted.
    ///
    /// - Throws: an error if a line is not an event.
    static func read(_ text: String) throws -> [Event] {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        lines.removeLast()
        return try lines.map { try JSONDecoder().decode(Event.self, from: Data($0.utf8)) }
    }
}
