import Intake
import JobModel
import Publishing
import SheetModel
import StickerManifest
import Texts

extension BuildReport {
    /// The text at the end of a build: the result, then problems, then everything else.
    ///
    /// - Parameter width: the width of the terminal in columns. Longer lines are wrapped between words.
    package func summaryLines(width: Int) -> [String] {
        let paper = TerminalParagraph(width: max(width, 40))
        var lines = paper.lines(headline)
        if !changes.isEmpty { lines += paper.lines(changeLine) }
        if counts.awaitingApproval + counts.unapproved > 0 {
            lines += paper.lines(ApprovalText.text(awaiting: counts.awaitingApproval, unapproved: counts.unapproved))
        }
        if !rejected.isEmpty {
            lines += ["", "Not published (\(NumberFormat.number(rejected.count))):"]
            let causes = rejected.byCause
            for source in causes.prefix(BuildReport.listed) { lines += entry(source, on: paper) }
            lines += more(than: causes.count, in: "out/report.html", on: paper)
        }
        if let sentBack {
            lines += ["", "Sent back (\(NumberFormat.number(sentBack.count))):"]
            for sticker in sentBack.prefix(BuildReport.listed) {
                lines += paper.lines(
                    "\(sticker.path): \(sticker.reason ?? Texts.english("report.sentBack.silent"))", indent: 2,
                    hanging: 4)
            }
            lines += more(than: sentBack.count, in: "out/report.html", on: paper)
        }
        if !warnings.isEmpty {
            lines += [
                "", "Published with warnings (\(NumberFormat.number(warnings.count))); out/report.html explains them:",
            ]
            for sticker in warnings.prefix(BuildReport.listed) {
                let rules = sticker.findings.map(\.rule).joined(separator: ", ")
                lines += paper.lines("\(sticker.path): \(rules)", indent: 2, hanging: 4)
            }
            lines += more(than: warnings.count, in: "out/report.html", on: paper)
        }
        let unused = unused
        if !unused.isEmpty {
            lines += ["", "Not used (\(NumberFormat.number(unused.count))):"]
            for (path, reason) in unused.prefix(BuildReport.listed) {
                lines += paper.lines("\(path): \(reason)", indent: 2, hanging: 4)
            }
            lines += more(than: unused.count, in: "out/report.html", on: paper)
        }
        return lines
    }

    /// The maximum number of entries of each kind. If there are more, the text refers to the report page.
    private static let listed = 10

    private var headline: String {
        guard counts.publishedOfAllKinds > 0 else { return "No sticker is published." }
        let verb = counts.publishedOfAllKinds == 1 ? "is" : "are"
        var text =
            "\(counts.publishedText) \(verb) published, \(NumberFormat.size(bytes.shipped)) at @3x"
        if let largest = bytes.largestShipped {
            text += "; the largest is \(largest.pack)/\(largest.id), \(NumberFormat.size(largest.bytes))"
        }
        return text + "."
    }

    private var changeLine: String {
        let parts = Change.Kind.allCases.compactMap { kind -> String? in
            let count = changes.count { $0.kind == kind }
            return count == 0 ? nil : "\(NumberFormat.number(count)) \(kind.rawValue)"
        }
        return "Since the last build: " + parts.joined(separator: ", ") + "."
    }

    /// The files that people may have intended to be used, with the reasons why they are not used.
    private var unused: [(path: String, reason: String)] {
        let copies = duplicates.map { ($0.path, "the same file as \($0.to)") }
        let versions = superseded.map { ($0.path, "\($0.to) is used instead") }
        let others = ignored.filter { $0.isForPeople && $0.reason != .unreadable }.map { ($0.path, $0.explanation) }
        return (copies + versions + others).sorted { $0.0 < $1.0 }
    }

    private func entry(_ source: RejectedSource, on paper: TerminalParagraph) -> [String] {
        var lines = paper.lines(source.path, indent: 2, hanging: 4)
        for finding in source.findings where finding.level == .error {
            lines += paper.lines("\(finding.message) \(finding.fix)", indent: 4, hanging: 4)
        }
        if source.keepsEarlierVersion {
            lines += paper.lines("The earlier version stays published.", indent: 4, hanging: 4)
        }
        return lines
    }

    private func more(than count: Int, in place: String, on paper: TerminalParagraph) -> [String] {
        guard count > BuildReport.listed else { return [] }
        return paper.lines(
            "and \(NumberFormat.number(count - BuildReport.listed)) more: see \(place)", indent: 2, hanging: 2)
    }
}

extension BuildReport.Counts {
    /// The published items, such as `12 stickers`, or `12 stickers, 1 message and 4 pieces`.
    package var publishedText: String { publishedText(.english) }

    /// The published items in the given language.
    func publishedText(_ texts: Texts) -> String {
        let others = [messages.map { ($0, "message") }, pieces.map { ($0, "piece") }].compactMap(\.self)
        let stickers = published > 0 || others.isEmpty ? [(published, "sticker")] : []
        let parts = (stickers + others).map { count, noun in texts("number.\(noun)", ["count": count]) }
        guard let last = parts.last, parts.count > 1 else { return parts.first ?? "" }
        return texts("list.and", ["first": parts.dropLast().joined(separator: ", "), "last": last])
    }

    /// The number of published stickers, messages and game pieces.
    var publishedOfAllKinds: Int { published + (messages ?? 0) + (pieces ?? 0) }
}
