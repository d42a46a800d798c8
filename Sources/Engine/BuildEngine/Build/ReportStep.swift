import Foundation
import Intake
import Reports
import StateDatabase
import StickerManifest

/// Creates the report of a run.
package enum ReportStep {
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

    /// Whether a report differs from the published report, apart from the list of changes.
    ///
    /// - Parameter published: the bytes of the published report. If nil, the result is true.
    package static func differs(_ report: BuildReport, from published: [UInt8]?) -> Bool {
        guard let published, var earlier = try? JSONDecoder().decode(BuildReport.self, from: Data(published)) else {
            return true
        }
        earlier.changes = report.changes
        return earlier != report
    }
}
