import FileAccess
import Intake
import JobModel
import Publishing
import Reports
import StickerManifest

/// Whether the report describes what is published.
struct ReportState {
    var isStale = false

    /// How long nothing may have happened before it is written.
    static let quiet = Duration.seconds(2)
}

/// The report is about everything, so a drop does not wait for it: it is written when nothing else is to be done, and at
/// the end.
extension WatchEngine {
    /// Writes the report, when it is stale and there is time.
    mutating func publishReport(isIdle: Bool) async throws {
        guard report.isStale, isIdle, published.hold == nil, let last = published.timing.last else { return }
        let due = last.end.advanced(by: ReportState.quiet)
        guard due <= clock.now else {
            schedule[.report] = due
            return
        }
        try await writeReport()
    }

    /// Writes the report when the watch ends. What fails now is repaired at the next start.
    mutating func finishReport() async {
        guard report.isStale, published.hold == nil, !isOutdated else { return }
        try? await writeReport()
    }

    private mutating func writeReport() async throws {
        guard let catalog = published.catalog, let last = published.publication else { return }
        report.isStale = false
        let new = try await BlockingExecutor.run {
            [
                baseline = published.baseline, outcomes = library.outcomes, ignored = library.index?.ignored ?? [],
                requiresApproval = context.configuration.requireApproval, folder = context.publisher.folder
            ] () -> [String: [UInt8]] in
            let report = ReportStep.report(
                catalog: catalog, previous: baseline, outcomes: outcomes, ignored: ignored,
                requiresApproval: requiresApproval)
            // It describes the last run that changed something.
            guard
                ReportStep.differs(report, from: folder.read(OutputNames.reportData))
                    || !folder.exists(OutputNames.reportPage) || !report.changes.isEmpty
            else { return [:] }
            return [
                OutputNames.reportData: [UInt8](try report.json()),
                OutputNames.reportPage: [UInt8](try ReportPage.html(report, catalog: catalog).utf8),
            ]
        }
        guard !new.isEmpty else { return }
        var next = last
        next.files.merge(new) { $1 }
        next.moved = [:]
        do {
            _ = try await context.publishSession(.publication(next), after: last).run()
        } catch {
            report.isStale = true
            throw error
        }
    }
}
