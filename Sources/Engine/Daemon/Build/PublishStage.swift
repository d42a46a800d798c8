import Foundation
import Publishing
import Review
import StickerCatalog

/// Publishes a catalog with its sheets and its report.
struct PublishStage: Sendable {
    let publisher: Publisher

    /// The report tells of the last run that changed something, so it is written only when something else changes.
    ///
    /// - Parameter last: what this process published last; nil to look at what is there, and mend it.
    /// - Returns: what is published now, whether anything was written or removed, and whether the manifest was replaced.
    /// - Throws: `PublishError`.
    func run(_ catalog: Catalog, sheets: SheetStage.Sheets, report: BuildReport, after last: Publication? = nil)
        throws -> (publication: Publication, changed: Bool, hasNewManifest: Bool)
    {
        try publisher.folder.makeFolder("")
        let manifest = try catalog.written(after: last?.manifest)
        let json = manifest.bytes
        var publication = Publication(
            catalog: json, names: catalog.names, files: sheets.pages, moved: sheets.moved, kept: sheets.kept)
        publication.manifest = manifest
        let isSame = last.map { $0.catalog == json } ?? publisher.folder.holds(json, at: OutputNames.catalog)
        let isNews =
            !isSame || !publisher.folder.exists(OutputNames.reportPage)
            || ReportStage.hasOtherStanding(report, than: publisher.folder.read(OutputNames.reportData))
        if isNews {
            publication.files[OutputNames.reportData] = [UInt8](try report.json())
            publication.files[OutputNames.reportPage] = [UInt8](try ReportPage.html(report, catalog: catalog).utf8)
        }
        return (publication, try publisher.publish(publication, after: last), !isSame)
    }
}
