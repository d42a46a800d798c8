import Decisions
import Foundation
import Glibc
import TextEscaping

/// The text for the artist of a sticker that was sent back: reviewer, time, version, comment, and a map of the pins.
package struct SentBackNote: Sendable {
    private let decision: SentBackDecision
    private let path: String
    private let offset: @Sendable (time_t) -> Int

    /// - Parameter offset: seconds from UTC to the time that is shown, at a time in seconds since 1970. The default is the
    ///   machine's time zone.
    package init(
        _ sticker: SentBackSticker, offset: @escaping @Sendable (time_t) -> Int = { SentBackNote.localOffset(at: $0) }
    ) {
        decision = sticker.decision
        path = sticker.path
        self.offset = offset
    }

    /// The most Unicode scalars of a comment: a note has to stay below the size up to which notes are read.
    private static let longestComment = 8_000

    /// The note, without the signature of notes.
    package var text: String {
        "\(fileName) was sent back\(author)\(time).\n\n\(comment)\n\n\(pins)\(version)To answer, save a new version under the same "
            + "name.\n\n"
    }

    /// One line for logs and lists: `sent back by Ada: The ear is not round.`
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
        return "The reviewer wrote no comment\(reviewer.isEmpty ? "." : ": ask \(reviewer).")"
    }

    /// The map of the pins and their positions in words; empty without pins.
    private var pins: String {
        decision.pins.isEmpty ? "" : PinMap(decision.pins).text + "\n\n"
    }

    private var version: String {
        decision.version.map { "Reviewed version: \($0). " } ?? ""
    }

    /// ` on 25 Nov 2026, 15:03 (UTC+01:00)`; empty if it is unknown.
    private var time: String {
        guard let decided = decision.decided, let date = try? Date(decided, strategy: .iso8601),
            let seconds = time_t(exactly: date.timeIntervalSince1970.rounded(.down))
        else { return "" }
        let shift = offset(seconds)
        var local = seconds + shift
        var parts = tm()
        guard gmtime_r(&local, &parts) != nil, SentBackNote.months.indices.contains(Int(parts.tm_mon)) else {
            return ""
        }
        let month = SentBackNote.months[Int(parts.tm_mon)]
        let zone =
            shift == 0
            ? "UTC"
            : "UTC\(shift < 0 ? "-" : "+")\(SentBackNote.padded(abs(shift) / 3_600)):"
                + SentBackNote.padded(abs(shift) % 3_600 / 60)
        return " on \(parts.tm_mday) \(month) \(1900 + Int(parts.tm_year)), \(SentBackNote.padded(Int(parts.tm_hour))):"
            + "\(SentBackNote.padded(Int(parts.tm_min))) (\(zone))"
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// Seconds from UTC to the machine's time zone, at a time in seconds since 1970.
    private static func localOffset(at seconds: time_t) -> Int {
        var (seconds, parts) = (seconds, tm())
        return localtime_r(&seconds, &parts) == nil ? 0 : parts.tm_gmtoff
    }
}
