import BuildEngine
import JobModel

/// The text of `stickerd build --dry-run`.
enum BuildPreviewText {
    /// The number of names that are listed without `--verbose`.
    private static let listed = 20

    static func lines(_ result: BuildPreview.Result, all: Bool) -> [String] {
        var lines: [String] = []
        func list(_ paths: [String], _ title: String) {
            guard !paths.isEmpty else { return }
            lines.append("\(title) (\(NumberFormat.number(paths.count))):")
            let shown = all ? paths[...] : paths.prefix(listed)
            lines += shown.map { "  \(SummaryText.oneLine($0))" }
            if shown.count < paths.count {
                lines.append("  … and \(NumberFormat.number(paths.count - shown.count)) more")
            }
        }
        list(result.toRender, "Would render")
        list(result.toReject, "Would reject; `stickerd check` gives the reasons")
        list(result.toRemove, "Would remove, because the file is gone")
        list(result.waiting, "Not complete yet")
        lines.append("Unchanged: \(NumberFormat.count(result.unchanged, "source")).")
        if let hold = result.hold { lines.append(hold) }
        lines.append("Nothing was changed.")
        return lines
    }

    static func event(_ result: BuildPreview.Result) -> EventFields {
        [
            "event": .text("preview"), "toRender": .list(result.toRender), "toReject": .list(result.toReject),
            "toRemove": .list(result.toRemove),
            "waiting": .list(result.waiting), "unchanged": .number(result.unchanged),
            "held": .text(result.hold ?? ""),
        ]
    }
}
