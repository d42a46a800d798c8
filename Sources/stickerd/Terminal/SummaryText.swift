import BuildEngine
import JobModel
import SheetModel
import TextEscaping
import Web

/// The text at the end of a build.
enum SummaryText {
    /// The summary of the report, the waiting sources with their reasons, and the path of the report.
    static func text(_ summary: BuildSummary, out: String, width: Int) -> String {
        var lines = summary.report.summaryLines(width: width)
        let count = summary.count(.waiting)
        if let hold = summary.hold {
            lines += ["", hold.reason]
            lines.append(
                count == 0
                    ? "No sources are waiting."
                    : "\(NumberFormat.count(count, "source")) \(count == 1 ? "is" : "are") waiting.")
        }
        if count > 0, summary.hold == nil { lines += ["", "Waiting (\(NumberFormat.number(count))):"] }
        for waiting in summary.outcomes where waiting.state == .waiting {
            lines.append("… \(oneLine(waiting.path)): \(oneLine(waiting.reason))")
        }
        for entry in summary.unreadable {
            lines.append("✗ \(oneLine(entry.path)): \(entry.explanation). Its published stickers are kept.")
        }
        if let farm = summary.farm { lines.append(oneLine(farm.sentence)) }
        lines.append("")
        if summary.hold != nil {
            lines.append("Nothing was published. \(out)/report.html describes the snapshot.")
            return lines.joined(separator: "\n")
        }
        lines.append(
            summary.changed
                ? "Look at \(out)/report.html; the sheets are in \(out)/sheets/"
                : "Nothing changed. The last report is \(out)/report.html")
        return lines.joined(separator: "\n")
    }

    /// Escapes line breaks and control characters, which a file name may contain.
    static func oneLine(_ text: String) -> String {
        EscapedText.line(text)
    }
}

/// The text about a server that listens.
enum ServingText {
    /// The lines of the text.
    ///
    /// - Parameters:
    ///   - port: the port on which the server listens.
    ///   - hasReview: whether the server serves the review page.
    static func lines(_ address: BindAddress, port: Int, out: String, hasReview: Bool) -> [String] {
        let url = address.url(port: port)
        var lines = ["Serving \(SummaryText.oneLine(out)) at \(url)/v2/catalog.json"]
        if hasReview { lines.append("Review the stickers at \(url)/review/") }
        if address.isAnyAddress { lines.append("Other machines reach it by this machine's name or address.") }
        return lines
    }
}
