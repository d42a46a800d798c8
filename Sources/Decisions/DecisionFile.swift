import Foundation
import Pipeline

/// Decisions on their way: what an offline review file gives, what is exported, and what stickerd takes back in.
package struct DecisionFile: Codable, Sendable, Equatable {
    /// The most bytes that such a file may have.
    package static let mostBytes = 16 << 20
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

    /// - Parameters:
    ///   - path: where it came from, for messages.
    ///   - now: what is later than this was not decided yet.
    /// - Throws: `DecisionError.unreadable`; `.refused` when one of the decisions cannot be kept.
    package init(json: Data, path: String, now: Date = Date()) throws {
        guard json.count <= DecisionFile.mostBytes else {
            throw DecisionError.unreadable(path: path, detail: "it has more than \(DecisionFile.mostBytes) bytes")
        }
        do {
            self = try JSONDecoder().decode(DecisionFile.self, from: json)
        } catch {
            throw DecisionError.unreadable(path: path, detail: "it is no JSON of the shape that is expected")
        }
        guard kind == DecisionFile.kind else {
            throw DecisionError.unreadable(path: path, detail: "its kind is not \(DecisionFile.kind)")
        }
        guard version == 1 else {
            throw DecisionError.unreadable(path: path, detail: "its version is \(version), and this stickerd reads 1")
        }
        for (place, decision) in decisions.enumerated() {
            guard let fault = decision.importFault(at: now) else { continue }
            throw DecisionError.refused("\(path): decision \(place + 1): \(fault)")
        }
    }

    package func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self) + [UInt8(ascii: "\n")]
    }

    /// A line for each decision, after one with the columns' names (RFC 4180).
    package var csv: String {
        let columns = ["pack", "sticker", "verdict", "reviewer", "comment", "decided", "pixels"]
        let rows = decisions.map {
            [$0.pack, $0.sticker, $0.verdict.rawValue, $0.reviewer, $0.comment, $0.decided, $0.pixels]
        }
        return ([columns] + rows).map { $0.map(DecisionFile.field).joined(separator: ",") + "\r\n" }.joined()
    }

    /// A spreadsheet takes a field that begins like a formula for one, so that an apostrophe goes before it.
    private static func field(_ text: String) -> String {
        let harmless = text.first.map { "=+-@\t\r".contains($0) } ?? false ? "'" + text : text
        guard harmless.contains(where: { ",\"\r\n".contains($0) || $0 == "\r\n" }) else { return harmless }
        return "\"" + harmless.replacing("\"", with: "\"\"") + "\""
    }
}
