import Intake

/// A file of the drop folder that does not become a sticker, although a designer may expect it.
package struct UnusedFile: Sendable, Hashable {
    /// The path relative to the drop folder.
    package var path: String
    /// The reason in English, for messages and notes.
    package var reason: String
    /// The text key of the reason, for other languages.
    package var reasonKey: String
    /// Whether a note beside the file reports the reason. False if a designer does not expect a sticker of the file,
    /// for example of a text file or of the same picture at another scale.
    package var wantsNote: Bool
    /// Whether the file is a source that another source replaces.
    package var isSource: Bool
    /// Whether the file cannot be read.
    package var isUnreadable = false

    private static let textExtensions = [".txt", ".md", ".rtf"]

    /// All unused files of a run, sorted by path.
    package static func all(_ outcomes: [SourceOutcome], ignored: [IgnoredEntry]) -> [UnusedFile] {
        let art = outcomes.filter { $0.state == .duplicate || $0.state == .superseded }.map { outcome in
            UnusedFile(
                path: outcome.path, reason: "not used: \(outcome.reason)",
                reasonKey: outcome.state == .duplicate ? "report.duplicates" : "report.superseded",
                wantsNote: outcome.state == .duplicate || !isSameFormat(outcome.path, outcome.yieldsTo ?? ""),
                isSource: true)
        }
        let others = ignored.filter(\.isForPeople).map { entry in
            UnusedFile(
                path: entry.path,
                reason: entry.detail == nil && entry.reason != .unreadable
                    ? "not used: \(entry.explanation)" : entry.explanation,
                reasonKey: "ignored.\(entry.reason.rawValue)",
                wantsNote: entry.detail == nil && !(entry.reason == .notArt && isText(entry.path)),
                isSource: false, isUnreadable: entry.reason == .unreadable)
        }
        return (art + others).sorted { $0.path < $1.path }
    }

    private static func isText(_ path: String) -> Bool {
        textExtensions.contains { path.lowercased().hasSuffix($0) }
    }

    private static func isSameFormat(_ path: String, _ other: String) -> Bool {
        fileExtension(of: path) == fileExtension(of: other)
    }

    private static func fileExtension(of path: String) -> String {
        (path.split(separator: ".").last ?? "").lowercased()
    }
}
