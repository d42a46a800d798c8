import Daemon
import Pipeline
import StickerCatalog

/// What people read at the end of a build.
struct SummaryText {
    let text: String

    /// How many rejected sources are told one by one.
    private static let mostReasons = 20

    init(_ summary: BuildSummary, out: String, colours: Bool) {
        var lines: [String] = []
        for rejection in summary.catalog.rejected.prefix(SummaryText.mostReasons) {
            lines.append(paint("✗ \(SummaryText.oneLine(rejection.path))", "31", colours))
            for finding in rejection.findings where finding.level == .error {
                lines.append("  \(SummaryText.oneLine(finding.message))")
                lines.append("  → \(finding.mend)")
            }
            if rejection.keepsEarlierVersion { lines.append("  The earlier version stays published.") }
        }
        let untold = summary.catalog.rejected.count - SummaryText.mostReasons
        if untold > 0 { lines.append("  … and \(untold) more, in \(out)/report.html") }
        for waiting in summary.outcomes where waiting.state == .waiting {
            lines.append(paint("… \(SummaryText.oneLine(waiting.path))", "33", colours) + "  \(waiting.reason)")
        }
        if !lines.isEmpty { lines.append("") }
        lines.append(SummaryText.counts(summary, colours: colours))
        lines.append(
            summary.changed
                ? "Look at \(out)/report.html; the sheets are in \(out)/sheets/"
                : "Nothing has changed; nothing was written. \(out)/report.html tells of the last change.")
        text = lines.joined(separator: "\n") + "\n"
    }

    private static func counts(_ summary: BuildSummary, colours: Bool) -> String {
        let bytes = summary.catalog.packs.flatMap(\.stickers).compactMap { $0.renditions.first?.bytes }
        let warned = summary.catalog.packs.flatMap(\.stickers).count { !$0.findings.isEmpty }
        var parts = [
            paint("✓ \(summary.count(.published)) published", "32", colours)
                + " in \(summary.catalog.packs.count) \(summary.catalog.packs.count == 1 ? "pack" : "packs")"
        ]
        if let largest = bytes.max() {
            parts.append(
                "@3x \(Wording.number(bytes.reduce(0, +))) bytes in all, the largest \(Wording.number(largest))")
        }
        if warned > 0 { parts.append(paint("\(warned) with warnings", "33", colours)) }
        for (state, word) in [
            (SourceState.rejected, "rejected"), (.waiting, "waiting"), (.duplicate, "duplicate"),
            (.superseded, "superseded"),
        ] where summary.count(state) > 0 {
            parts.append("\(summary.count(state)) \(word)")
        }
        return parts.joined(separator: " · ")
    }

    /// A file's name may hold a line break, or worse; a line of the terminal may not.
    static func oneLine(_ text: String) -> String {
        String(text.unicodeScalars.map { $0.properties.generalCategory == .control ? "␤" : Character($0) })
    }
}

private func paint(_ text: String, _ code: String, _ colours: Bool) -> String {
    colours ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
}
