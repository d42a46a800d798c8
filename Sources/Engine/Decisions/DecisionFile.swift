import Foundation

/// Decisions on their way: what an offline review file gives, what is exported, and what stickerd takes back in.
package struct DecisionFile: Codable, Sendable, Equatable {
    /// The most bytes that such a file may have.
    package static let maximumBytes = 16 << 20
    /// What it says it is.
    package static let kind = "stickerd-decisions"

    package var kind: String
    package var version: Int
    package var decisions: [Decision]

    package init(_ decisions: [Decision]) {
        kind = DecisionFile.kind
        version = 1
        self.decisions = decisions
    }

    /// - Parameter path: where it came from, for messages.
    /// - Throws: `DecisionError.unreadable`; `.refused` when one of the decisions cannot be stored.
    package init(json: Data, path: String) throws {
        guard json.count <= DecisionFile.maximumBytes else {
            throw DecisionError.unreadable(path: path, detail: "it has more than \(DecisionFile.maximumBytes) bytes")
        }
        do {
            self = try JSONDecoder().decode(DecisionFile.self, from: json)
        } catch {
            throw DecisionError.unreadable(path: path, detail: "it is not JSON of the expected shape")
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
        let safe = text.unicodeScalars.reduce(into: "") { safe, scalar in
            if scalar != "\n", scalar.isSteering {
                let digits = String(scalar.value, radix: 16)
                safe += "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
            } else {
                safe.unicodeScalars.append(scalar)
            }
        }
        return Data((safe + "\n").utf8)
    }

    /// A line for each decision, after one with the columns' names (RFC 4180). Characters that steer a terminal or turn text
    /// around become U+FFFD.
    package var csv: String {
        let columns = ["pack", "sticker", "verdict", "reviewer", "comment", "decided", "pixels"]
        let rows = decisions.map {
            [$0.pack, $0.sticker, $0.outcome.rawValue, $0.reviewer, $0.comment, $0.decided, $0.pixels]
        }
        return ([columns] + rows).map { $0.map(DecisionFile.field).joined(separator: ",") + "\r\n" }.joined()
    }

    /// A spreadsheet takes a field that begins like a formula for one, so that an apostrophe goes before it.
    private static func field(_ text: String) -> String {
        var safe = ""
        for scalar in text.unicodeScalars {
            safe.unicodeScalars.append(scalar != "\n" && scalar.isSteering ? "\u{FFFD}" : scalar)
        }
        let begin = safe.unicodeScalars.first { !$0.properties.isWhitespace && $0 != "\u{FFFD}" }
        if let begin, "=+-@\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars.contains(begin) { safe = "'" + safe }
        guard safe.contains(where: { ",\"\n".contains($0) }) else { return safe }
        return "\"" + safe.replacing("\"", with: "\"\"") + "\""
    }
}

extension Unicode.Scalar {
    /// Whether it is a control character or changes the direction of text, and not itself to be seen.
    fileprivate var isSteering: Bool {
        switch value {
        case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: properties.generalCategory == .control
        }
    }
}
