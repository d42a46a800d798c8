import ControlSocket
import Foundation
import JobModel
import Reports

/// The text of `stickerd status`: a headline, aligned rows, and lists.
struct StatusText {
    private let status: EngineStatus
    private let now: Date
    private let paragraph: TerminalParagraph
    /// The width of the labels in columns.
    private static let labels = 14

    /// - Parameter width: the width of the terminal in columns.
    init(_ status: EngineStatus, now: Date, width: Int) {
        self.status = status
        self.now = now
        paragraph = TerminalParagraph(width: max(width, 40))
    }

    /// - Parameter showingUnused: whether unused sources are listed. If false, they are only counted.
    func lines(showingUnused: Bool) -> [String] {
        var lines = paragraph.lines(headline) + [""]
        lines += row("Drop folder", status.folders.drop + watching)
        lines += row("Output", status.folders.out)
        lines += row("Sources", sources)
        if status.engine != nil { lines += row("Rendering", rendering) }
        for source in status.rendering.active {
            lines += row("", "\(source.path) (\(StatusText.text(seconds: source.seconds)))")
        }
        lines += row("Published", published)
        if status.published.awaitingApproval + status.published.unapproved > 0 {
            let text = ApprovalText.text(
                awaiting: status.published.awaitingApproval, unapproved: status.published.unapproved)
            lines += row("Approval", text)
        }
        if let count = status.published.sentBack {
            lines += row("Review", "\(NumberFormat.number(count)) sent back")
        }
        if status.rendering.workerRestarts > 0 {
            lines += row("Workers", NumberFormat.count(status.rendering.workerRestarts, "restart"))
        }
        if let farm = status.rendering.farm { lines += row("Farm", farm.summary) }
        for (label, run) in [("Build", status.build), ("Rebuild", status.rebuild)] {
            guard let run else { continue }
            lines += row(label, text(run))
            if let farm = run.rendering.farm { lines += row("Farm", farm.summary) }
        }
        if let hold = status.holds.publishing { lines += row("On hold", hold.message) }
        if let hold = status.holds.removals { lines += row("On hold", hold.message) }
        if let text = status.decisionsLost { lines += row("Decisions", text) }
        for text in status.stalled ?? [] { lines += row("Stalled", text) }
        if let problem = status.problem {
            lines += row(problem.resolved == nil ? "Problem" : "Last problem", text(problem))
        }
        lines += list("Rejected", status.sources.rejected)
        lines += list(status.engine == nil ? "Waiting when the last run ended" : "Waiting", status.sources.deferred)
        if let unreadable = status.sources.unreadable { lines += list("Unreadable", unreadable) }
        if showingUnused { lines += list("Not used", status.sources.unused) }
        return lines
    }

    private var headline: String {
        if let engine = status.engine {
            let version = engine.version.map { ", version \($0)" } ?? ""
            let since = engine.since.map { ", since \($0.formatted(.iso8601)) (\(age(of: $0)) ago)" } ?? ""
            let guest = status.holder.map { " The output is in use by \(StatusText.text($0))." } ?? ""
            return "\(engine.command) is running: process \(engine.process)\(version)\(since).\(guest)"
        }
        guard let holder = status.holder else {
            if let rebuild = status.rebuild {
                return "\(StatusText.text(rebuild.process)) renders for this output. No watch is running."
            }
            return status.unreachable.map { "The control socket of this output cannot be used: \($0)." }
                ?? "Nothing is running. `stickerd watch` watches the drop folder."
        }
        guard holder.command == "stickerd watch" else {
            return "\(StatusText.text(holder)) is working on this output. No watch is running."
        }
        return "\(StatusText.text(holder)) works on this output and cannot be asked: \(status.unreachable ?? "")."
    }

    private static func text(_ process: EngineStatus.Process) -> String {
        "\(process.command) (process \(process.process))"
    }

    private var watching: String {
        guard let watching = status.watching else { return "" }
        switch watching.mode {
        case "inotify": return " (inotify, \(NumberFormat.count(watching.folders, "folder")))"
        case "polling": return " (polling: \(watching.reason))"
        default: return " (not watched: \(watching.reason))"
        }
    }

    private var sources: String {
        guard let sources = status.sources.count else {
            return status.engine == nil ? "unknown: no build has examined them" : "being listed"
        }
        let parts = [
            (status.sources.rejectedCount, "rejected"), (status.sources.deferred.count, "waiting"),
            (status.sources.unusedCount, "not used"),
        ].filter { $0.0 > 0 }.map { "\(NumberFormat.number($0.0)) \($0.1)" }
        return NumberFormat.number(sources) + (parts.isEmpty ? "" : ": " + parts.joined(separator: ", "))
    }

    private var rendering: String {
        let workers = status.rendering.workers.map { " of at most \($0) at a time" } ?? ""
        if status.rendering.active.isEmpty, status.rendering.queued == 0 {
            return status.sources.count == nil ? "nothing yet: the drop folder is being listed" : "nothing"
        }
        return "\(status.rendering.active.count)\(workers), \(NumberFormat.number(status.rendering.queued)) queued"
    }

    /// A sentence about the progress of a build or rebuild.
    private func text(_ run: EngineStatus.Run) -> String {
        let text = "\(StatusText.text(run.process)) renders"
        guard let progress = run.rendering.progress else { return text }
        let counts = "\(NumberFormat.number(progress.done)) of \(NumberFormat.number(progress.total)) done"
        let left = progress.secondsLeft.map { ", about \(StatusText.text(seconds: $0)) left" } ?? ""
        return "\(text): \(counts)\(left)"
    }

    private var published: String {
        let last =
            status.published.lastChange.map { "; last change \($0.formatted(.iso8601)) (\(age(of: $0)) ago)" } ?? ""
        let others = [status.published.messages.map { ($0, "message") }, status.published.pieces.map { ($0, "piece") }]
        let counts = [(status.published.stickers, "sticker")] + others.compactMap(\.self)
        return counts.map { NumberFormat.count($0, $1) }.joinedForPeople("and") + last
    }

    private func text(_ problem: EngineStatus.Problem) -> String {
        if let resolved = problem.resolved {
            return "\(problem.message) Resolved \(age(of: resolved)) ago."
        }
        let retry = problem.retryAt.map { time in
            let seconds = Int(clamping: time.timeIntervalSince(now).rounded(.up))
            return seconds > 0 ? "; the next attempt is in \(StatusText.text(seconds: seconds))" : ""
        }
        let attempts = problem.attempts == 1 ? "Tried once" : "Tried \(NumberFormat.number(problem.attempts)) times"
        return "\(problem.message) \(attempts) in \(age(of: problem.since))\(retry ?? "")."
    }

    private func list(_ title: String, _ listing: EngineStatus.Listing) -> [String] {
        guard listing.count > 0 else { return [] }
        var lines = ["", "\(title) (\(NumberFormat.number(listing.count))):"]
        for entry in listing.entries {
            lines += paragraph.lines("\(entry.path): \(entry.reason)", indent: 2, hanging: 4)
        }
        let more = listing.count - listing.entries.count
        if more > 0 {
            lines += paragraph.lines("… and \(NumberFormat.number(more)) more: `stickerd status --all`", indent: 2)
        }
        return lines
    }

    /// A label, followed by a text in an indented column.
    private func row(_ label: String, _ text: String) -> [String] {
        let width = StatusText.labels
        var lines = paragraph.lines(text, indent: width, hanging: width)
        lines[0] = label.padding(toLength: width, withPad: " ", startingAt: 0) + lines[0].dropFirst(width)
        return lines
    }

    private func age(of time: Date) -> String {
        StatusText.text(seconds: Int(clamping: max(0, now.timeIntervalSince(time))))
    }

    /// A duration in its two largest units, such as `2 d 3 h` or `4 min 5 s`.
    static func text(seconds: Int) -> String {
        let units = [(86_400, "d"), (3_600, "h"), (60, "min"), (1, "s")]
        guard let first = units.firstIndex(where: { seconds >= $0.0 }), first < units.count - 1 else {
            return "\(seconds) s"
        }
        let (large, small) = (units[first], units[first + 1])
        let rest = seconds % large.0 / small.0
        return "\(seconds / large.0) \(large.1)" + (rest > 0 ? " \(rest) \(small.1)" : "")
    }
}
