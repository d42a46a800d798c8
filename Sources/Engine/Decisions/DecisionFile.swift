import FileAccess
import Foundation
import Glibc
import TextEscaping

/// Decisions in transit: from an offline review file, exported, or imported.
package struct DecisionFile: Encodable, Sendable, Equatable {
    /// The maximum number of bytes that such a file may have: room for 400,000 decisions with short comments.
    package static let maximumBytes = 256 << 20
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

    /// Reads and checks a file.
    ///
    /// - Throws: as `init(json:path:)`; `.refused` if the file cannot be read.
    package init(at path: String) throws {
        let bytes: [UInt8]
        do {
            bytes = try OpenFile.contents(ofFileAt: path, limit: DecisionFile.maximumBytes)
        } catch {
            guard error.code != EFBIG else {
                throw DecisionError.unreadable(path: path, detail: DecisionFile.tooLarge)
            }
            let reason = error.saysMissing ? "the file does not exist" : "the file cannot be read (\(error))"
            throw DecisionError.refused(EscapedText.line("\(path): \(reason)."))
        }
        try self.init(json: Data(bytes), path: path)
    }

    /// - Parameter path: the origin, for messages.
    /// - Throws: `DecisionError.unreadable`; `.refused`, with a line for each problem, if one of the decisions cannot be
    ///   stored.
    package init(json: Data, path: String) throws {
        guard json.count <= DecisionFile.maximumBytes else {
            throw DecisionError.unreadable(path: path, detail: DecisionFile.tooLarge)
        }
        let written: WrittenDecisions
        do {
            written = try JSONDecoder().decode(WrittenDecisions.self, from: json)
        } catch let error as DecodingError {
            throw DecisionError.unreadable(path: path, detail: EscapedText.line(error.problem))
        }
        guard written.kind == DecisionFile.kind else {
            throw DecisionError.unreadable(path: path, detail: "its kind is not \(DecisionFile.kind)")
        }
        guard written.version == 1 else {
            throw DecisionError.unreadable(
                path: path, detail: "its version is \(written.version), and this stickerd reads 1")
        }
        self.init(written.decisions.compactMap(\.decision))
        let problems = written.decisions.compactMap(\.problem)
        guard problems.isEmpty else { throw DecisionError.refused(DecisionFile.text(of: problems, path: path)) }
    }

    private static let tooLarge = "it has more than \(maximumBytes >> 20) MB"
    /// More would scroll the first ones away.
    private static let mostProblems = 20

    private static func text(of problems: [String], path: String) -> String {
        let more = problems.count - mostProblems
        return
            (problems.prefix(mostProblems).map { EscapedText.line("\(path): \($0)") }
            + (more > 0 ? ["… and \(more) more problems."] : []) + ["Nothing was imported."]).joined(separator: "\n")
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
