import Foundation
import TextEscaping

/// Decisions in transit: from an offline review file, exported, or imported.
package struct DecisionFile: Codable, Sendable, Equatable {
    /// The maximum number of bytes that such a file may have.
    package static let maximumBytes = 16 << 20
    /// The kind in the file's header.
    package static let kind = "stickerd-decisions"

    package var kind: String
    package var version: Int
    package var decisions: [Decision]

    package init(_ decisions: [Decision]) {
        kind = DecisionFile.kind
        version = 1
        self.decisions = decisions
    }

    /// - Parameter path: the origin, for messages.
    /// - Throws: `DecisionError.unreadable`; `.refused` if one of the decisions cannot be stored.
    package init(json: Data, path: String) throws {
        guard json.count <= DecisionFile.maximumBytes else {
            throw DecisionError.unreadable(path: path, detail: "it has more than \(DecisionFile.maximumBytes) bytes")
        }
        do {
            self = try JSONDecoder().decode(DecisionFile.self, from: json)
        } catch let error as DecodingError {
            throw DecisionError.unreadable(path: path, detail: DecisionFile.detail(of: error))
        }
        guard kind == DecisionFile.kind else {
            throw DecisionError.unreadable(path: path, detail: "its kind is not \(DecisionFile.kind)")
        }
        guard version == 1 else {
            throw DecisionError.unreadable(path: path, detail: "its version is \(version), and this stickerd reads 1")
        }
        for (place, decision) in decisions.enumerated() {
            guard let problem = decision.validationError else { continue }
            throw DecisionError.refused("\(path): decision \(place + 1): \(problem)")
        }
    }

    /// The wrong key, and its expected value.
    private static func detail(of error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, let context): "\(place(context.codingPath + [key])) is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            context.codingPath.isEmpty
                ? "it is not a JSON object" : "\(place(context.codingPath)) has a value of another type"
        case .dataCorrupted(let context) where context.codingPath.last?.stringValue == "verdict":
            "\(place(context.codingPath)): expected \(verdicts)"
        case .dataCorrupted(let context):
            context.codingPath.isEmpty ? "it is not JSON" : "\(place(context.codingPath)) cannot be read"
        @unknown default: "it is not JSON of the expected shape"
        }
    }

    private static var verdicts: String {
        let names = Decision.Outcome.allCases.map { "\"\($0.rawValue)\"" }
        return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
    }

    /// A place in the file, such as `decisions[0].verdict`.
    private static func place(_ path: [any CodingKey]) -> String {
        path.reduce("") { place, key in
            if let index = key.intValue { return "\(place)[\(index)]" }
            return place.isEmpty ? key.stringValue : "\(place).\(key.stringValue)"
        }
    }

    /// Decisions that are dated in the future: the clock of the machine on which they were made was wrong. They are not
    /// refused, since an import takes them as made when it happens.
    package func future(at now: Date = Date()) -> [Decision] {
        decisions.filter { $0.isFuture(at: now) }
    }

    /// Characters that steer a terminal or turn text around are escaped, as JSON may.
    package func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let text = String(decoding: try encoder.encode(self), as: UTF8.self)
        return Data((EscapedText.visibleJSON(text) + "\n").utf8)
    }

    /// A line for each decision, after one with the columns' names (RFC 4180). Characters that steer a terminal or turn text
    /// around become U+FFFD.
    package var csv: String {
        let columns = ["pack", "sticker", "verdict", "reviewer", "comment", "decided", "pixels"]
        let rows = decisions.map {
            [$0.pack, $0.sticker, $0.outcome.rawValue, $0.reviewer, $0.comment, $0.decided, $0.pixels]
        }
        return ([columns] + rows).map { $0.map(EscapedText.csv).joined(separator: ",") + "\r\n" }.joined()
    }
}
