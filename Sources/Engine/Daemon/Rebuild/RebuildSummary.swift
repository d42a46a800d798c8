import Reports
import StickerCatalog

/// What a rebuild came to.
package struct RebuildSummary: Sendable {
    package var report: RebuildReport
    package var pictures: RebuildReportImages
    /// What is published now, or would be.
    package var catalog: Catalog

    /// 0 when nothing needs a person, else 1.
    package var exitStatus: Int32 { report.needsPerson == 0 ? 0 : 1 }
}
