import BuildEngine
import Foundation
import Intake
import JobModel
import Reports
import SheetModel
import StickerManifest
import Synchronization

/// Shows a build. Progress is printed on standard error, and the summary on standard output. With `--json`, both are
/// JSON on standard output.
final class BuildConsole: Sendable {
    private let json = Output.isJSON
    private let console = Console.standardError
    private let progress = Mutex(ProgressEstimate())
    /// The notices that were already shown. Each is shown only once.
    private let notices = Mutex<Set<String>>([])

    /// - Parameter drop: the path of the drop folder, for the first line.
    init(drop: String) {
        if !json, !Output.isQuiet, console.isTerminal { console.progress("Reading \(drop) …") }
    }

    func handle(_ event: BuildEvent) {
        if case .notice(let text) = event, !notices.withLock({ $0.insert(text).inserted }) { return }
        json ? print(event) : show(event)
    }

    private func show(_ event: BuildEvent) {
        if Output.isQuiet { return }
        switch event {
        case .planned(let sources, let toRender):
            progress.withLock { $0 = ProgressEstimate() }
            guard toRender > 0 else { return }
            console.write("\(sources) \(sources == 1 ? "source" : "sources"), \(toRender) to render\n")
        case .rendered(let path, let done, let total, let slots):
            let state = progress.withLock { $0.note(done: done, of: total, slots: slots) }
            console.progress(ProgressLine.text(state, name: path, width: console.width))
            // Without a terminal, only every hundredth source is reported.
            if !console.isTerminal, done.isMultiple(of: 100) || done == total {
                let left = done < total ? state.secondsLeft.map { ", about \(ProgressLine.time($0)) left" } ?? "" : ""
                console.write("rendered \(done) of \(total)\(left)\n")
            }
        case .drawingSheets(let pages):
            console.progress("Drawing \(pages) \(pages == 1 ? "sheet" : "sheets") …")
        case .notice(let text):
            Output.note(text)
        case .repaired(let names):
            let more = names.count > 3 ? " and \(NumberFormat.number(names.count - 3)) more" : ""
            Output.note(
                "\(NumberFormat.count(names.count, "published file")) \(names.count == 1 ? "was" : "were") missing "
                    + "or damaged, and were repaired: "
                    + "\(names.prefix(3).map(SummaryText.oneLine).joined(separator: ", "))\(more)"
            )
        case .held:
            // The summary contains these results.
            break
        case .outcome(let outcome):
            Output.detail(
                "\(SummaryText.oneLine(outcome.path)): \(outcome.state.rawValue)"
                    + (outcome.isNew ? ", rendered" : "")
                    + (outcome.reason.isEmpty ? "" : ". \(SummaryText.oneLine(outcome.reason))"))
        }
    }

    private func print(_ event: BuildEvent) {
        var secondsLeft: Double?
        switch event {
        case .planned: progress.withLock { $0 = ProgressEstimate() }
        case .rendered(_, let done, let total, let slots):
            secondsLeft = progress.withLock { $0.note(done: done, of: total, slots: slots) }.secondsLeft
        default: break
        }
        event.fields(secondsLeft: secondsLeft).forEach(JSONLines.write)
    }

    /// Shows the result of a rebuild.
    ///
    /// - Parameter report: the path of the report page. Nil if no page was written.
    func finish(_ summary: RebuildSummary, report: String?) {
        console.finishProgress()
        let rebuild = summary.report
        guard json else {
            let lines =
                rebuild.summaryLines(width: Console.standardOutput.width).map(SummaryText.oneLine)
                + (report.map { ["", "The report is \($0)"] } ?? [])
            if !Output.isQuiet || summary.exitStatus != 0 { Output.result(lines.joined(separator: "\n")) }
            return
        }
        for concern in rebuild.approvalConcerns + rebuild.problems.concerns + rebuild.problems.waiting {
            JSONLines.write([
                "event": .text("concern"), "path": .text(concern.path), "message": .text(concern.sentence),
            ])
        }
        for repair in rebuild.problems.repaired {
            JSONLines.write([
                "event": .text("repaired"), "path": .text(repair.path), "message": .text(repair.sentence),
            ])
        }
        if let farm = rebuild.run.farm { JSONLines.write(farm.fields) }
        JSONLines.write([
            "event": .text("rebuilt"), "mode": .text(rebuild.run.mode), "rendered": .number(rebuild.run.rendered),
            "takenOver": .number(rebuild.run.takenOver), "remaining": .number(rebuild.run.remaining),
            "published": .number(rebuild.catalog.stickers), "rejected": .number(rebuild.catalog.rejected.count),
            "changes": .number(rebuild.catalog.changes.count), "saved": .number(rebuild.catalog.saved),
            "needsPerson": .number(rebuild.needsPerson), "held": .text(rebuild.run.held ?? ""),
            "report": .text(report ?? ""), "sheetPagesDrawn": .number(rebuild.run.sheets?.drawn ?? 0),
            "sheetPagesLeft": .number(rebuild.run.sheets?.left ?? 0),
        ])
    }

    /// Shows the result of a build.
    func finish(_ summary: BuildSummary, out: String) {
        console.finishProgress()
        if json {
            summary.fields(out: out).forEach(JSONLines.write)
        } else if !Output.isQuiet || summary.exitStatus != 0 {
            Output.result(SummaryText.text(summary, out: out, width: Console.standardOutput.width))
        }
        if let loss = summary.decisionLoss {
            Output.warn("\(loss)")
        }
    }
}
