import BuildEngine
import EngineSupport
import Foundation
import Publishing
import Reports
import StickerConfiguration

/// Writes the rebuild report as an HTML page, as JSON, and as JUnit XML.
enum RebuildReportWriter {
    /// - Parameter configuration: the language and the links of the page.
    /// - Returns: the absolute path of the page.
    /// - Throws: `EngineError` if the folder cannot be written.
    static func write(_ summary: RebuildSummary, to folder: String, _ configuration: Configuration) throws -> String {
        let files = OutputFolder(folder)
        do {
            try files.makeFolder("")
            try files.write(
                Array(
                    try RebuildReportPage.html(
                        summary.report, pictures: summary.pictures, review: configuration.publish.reviewURL,
                        configuration.texts
                    ).utf8), to: "morning.html")
            try files.write([UInt8](try summary.report.json()), to: "morning.json")
            try files.write(Array(JUnitReport.xml(summary.report, catalog: summary.catalog).utf8), to: "morning.xml")
        } catch let error as PublishError {
            throw EngineError(error)
        }
        return files.absolute("morning.html")
    }
}
