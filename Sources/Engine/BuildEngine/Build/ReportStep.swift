import Foundation
import Intake
import Reports
import StateDatabase
import StickerManifest

/// Makes the report of a run.
enum ReportStep {
    static func report(
        catalog: Catalog, previous: Catalog?, outcomes: [SourceOutcome], ignored: [IgnoredEntry],
        requiresApproval: Bool
    ) -> BuildReport {
        func yielded(_ state: SourceStatus) -> [BuildReport.Yielded] {
            outcomes.filter { $0.state == state }.map { BuildReport.Yielded(path: $0.path, to: $0.yieldsTo ?? "") }
        }
        return BuildReport(
            catalog: catalog, previous: previous, superseded: yielded(.superseded), duplicates: yielded(.duplicate),
            waiting: outcomes.filter { $0.state == .waiting }.map(\.path), ignored: ignored,
            requiresApproval: requiresApproval)
    }

    /// Whether a report describes another state than the published one, whatever changed on the way.
    static func differs(_ report: BuildReport, from published: [UInt8]?) -> Bool {
        guard let published, var earlier = try? JSONDecoder().decode(BuildReport.self, from: Data(published)) else {
            return true
        }
        earlier.changes = report.changes
        return earlier != report
    }
}
