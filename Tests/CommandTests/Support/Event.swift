import Foundation

/// A line that stickerd wrote on standard output because of --json.
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

    /// The events in a text of one JSON object per line; a last line that is not finished is left out.
    ///
    /// - Throws: when a line is something else.
    static func read(_ text: String) throws -> [Event] {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        lines.removeLast()
        return try lines.map { try JSONDecoder().decode(Event.self, from: Data($0.utf8)) }
    }
}
