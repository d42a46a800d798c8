import FileAccess
import Foundation
import Glibc
import JobModel
import TextEscaping

/// A file with decisions: an export, or the decisions saved from an offline review.
package struct DecisionFile: Encodable, Sendable, Equatable {
    /// The maximum size of a decisions file in bytes, which suffices for 400,000 decisions with short comments.
    package static let maximumBytes = 256 << 20
    /// The value of `kind` in the file.
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
    /// - Throws: the errors of `init(json:path:)`; `DecisionError.unreadable` or `.refused` if the file cannot be
    ///   read.
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

    /// Decodes and checks the content of a file.
    ///
    /// - Parameter path: the path of the file, for messages.
    /// - Throws: `DecisionError.unreadable` if the content is not a decisions file; `.refused` with one line per
    ///   problem if a decision cannot be stored.
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
                path: path, detail: "its version is \(written.version), but this stickerd reads only version 1")
        }
        self.init(written.decisions.compactMap(\.decision))
        let problems = written.decisions.compactMap(\.problem)
        guard problems.isEmpty else { throw DecisionError.refused(DecisionFile.text(of: problems, path: path)) }
    }

    private static let tooLarge = "it is larger than \(maximumBytes >> 20) MB"
    /// The maximum number of reported problems. More lines would scroll the first ones out of view.
    private static let mostProblems = 20

    private static func text(of problems: [String], path: String) -> String {
        let more = problems.count - mostProblems
        return
            (problems.prefix(mostProblems).map { EscapedText.line("\(path): \($0)") }
            + (more > 0 ? ["… and \(more) more problems."] : []) + ["Nothing was imported."]).joined(separator: "\n")
    }

    /// The decisions whose time is in the future, because the clock of another machine was wrong. An import accepts
    /// them, and treats them as made at the time of the import.
    package func future(at now: Date = Date()) -> [Decision] {
        decisions.filter { $0.isFuture(at: now) }
    }

    /// The JSON text of the file. Control characters and characters that change the text direction are escaped.
    package func json() throws -> Data {
        let text = String(decoding: try JSONEncoder.indented.encode(self), as: UTF8.self)
        return Data((EscapedText.visibleJSON(text) + "\n").utf8)
    }

    /// The decisions as CSV (RFC 4180). The first line contains the column names, and each further line one decision.
    /// Control characters and characters that change the text direction are replaced by U+FFFD.
    package var csv: String {
        let columns = ["pack", "sticker", "verdict", "reviewer", "comment", "decided", "pixels"]
        let rows = decisions.map {
            [$0.pack, $0.sticker, $0.outcome.rawValue, $0.reviewer, $0.comment, $0.decided, $0.pixels]
        }
        return ([columns] + rows).map { $0.map(EscapedText.csv).joined(separator: ",") + "\r\n" }.joined()
    }
}
