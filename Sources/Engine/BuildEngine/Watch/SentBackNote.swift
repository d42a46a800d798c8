import Decisions
import Foundation
import Glibc
import TextEscaping
import Texts

/// The note for the artist of a sticker that was sent back. It contains the reviewer, the time, the version, the
/// comment and a map of the pins.
package struct SentBackNote: Sendable {
    private let decision: SentBackDecision
    private let path: String
    private let texts: Texts
    private let offset: @Sendable (time_t) -> Int

    /// - Parameters:
    ///   - texts: the language of the note.
    ///   - offset: returns the offset of the displayed time zone from UTC in seconds, at a time in seconds since 1970.
    ///     The default is the time zone of the machine.
    package init(
        _ sticker: SentBackSticker, _ texts: Texts = .english,
        offset: @escaping @Sendable (time_t) -> Int = { SentBackNote.localOffset(at: $0) }
    ) {
        decision = sticker.decision
        path = sticker.path
        self.texts = texts
        self.offset = offset
    }

    /// The maximum number of Unicode scalars of a comment in a note. A longer note could exceed the size limit for
    /// reading notes.
    private static let longestComment = 8_000

    /// The text of the note, without the signature line.
    package var text: String {
        let values = ["file": fileName, "reviewer": reviewer, "time": time ?? ""]
        let form = (reviewer.isEmpty ? "" : ".by") + (time == nil ? "" : ".time")
        let parts = [comment, pins].compactMap(\.self).joined(separator: "\n\n")
        let answer = [version, texts("note.answer")].compactMap(\.self).joined(separator: " ")
        return texts("note.sentBack\(form)", values) + "\n\n\(parts)\n\n\(answer)\n\n"
    }

    /// A line in English for logs and lists, such as `sent back by Ada: The ear is not round.`
    package var line: String {
        let comment = EscapedText.line(decision.comment).trimmingCharacters(in: .whitespaces)
        return "sent back\(author)" + (comment.isEmpty ? ", without a comment" : ": \(comment)")
    }

    private var fileName: String { path.split(separator: "/").last.map(String.init) ?? path }

    private var reviewer: String {
        EscapedText.line(decision.reviewer).trimmingCharacters(in: .whitespaces)
    }

    private var author: String { reviewer.isEmpty ? "" : " by \(reviewer)" }

    private var comment: String {
        let lines = decision.comment.scalarPrefix(SentBackNote.longestComment)
            .escapingScalars { $0 != "\n" && $0.isSteering ? "" : nil }
            .trimmingCharacters(in: .whitespacesAndNewlines)
        guard lines.isEmpty else { return lines }
        return reviewer.isEmpty ? texts("note.silent") : texts("note.silent.by", ["reviewer": reviewer])
    }

    /// The map of the pins with a description. Nil without pins.
    private var pins: String? {
        decision.pins.isEmpty ? nil : PinMap(decision.pins, texts).text
    }

    private var version: String? {
        decision.version.map { texts("note.version", ["version": $0]) }
    }

    /// The time of the decision, such as `25 Nov 2026, 15:03 (UTC+01:00)`. Nil if it is unknown.
    private var time: String? {
        guard let decided = decision.decided, let date = try? Date(decided, strategy: .iso8601),
            let seconds = time_t(exactly: date.timeIntervalSince1970.rounded(.down))
        else { return nil }
        let shift = offset(seconds)
        var local = seconds + shift
        var parts = tm()
        guard gmtime_r(&local, &parts) != nil else { return nil }
        let zone =
            shift == 0
            ? "UTC"
            : "UTC\(shift < 0 ? "-" : "+")\(SentBackNote.padded(abs(shift) / 3_600)):"
                + SentBackNote.padded(abs(shift) % 3_600 / 60)
        let clock = [parts.tm_hour, parts.tm_min].map { SentBackNote.padded(Int($0)) }.joined(separator: ":")
        return texts(
            "note.time",
            [
                "day": "\(parts.tm_mday)", "month": texts("month.\(parts.tm_mon + 1)"),
                "year": "\(1900 + Int(parts.tm_year))", "clock": clock, "zone": zone,
            ])
    }

    private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// The offset of the machine's time zone from UTC in seconds, at a time in seconds since 1970.
    private static func localOffset(at seconds: time_t) -> Int {
        var (seconds, parts) = (seconds, tm())
        return localtime_r(&seconds, &parts) == nil ? 0 : parts.tm_gmtoff
    }
}
