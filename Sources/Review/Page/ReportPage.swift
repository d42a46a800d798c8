import StickerCatalog

/// The build report as a page: first what needs a person, then what changed, then the rest.
package enum ReportPage {
    /// The page, to be written as `report.html` beside the manifest.
    ///
    /// - Parameter catalog: what is published now: it knows the pictures and the packs' titles.
    /// - Throws: when a template is broken, which a test rules out.
    package static func html(_ report: BuildReport, catalog: Catalog) throws -> String {
        try PageTemplates.shared().render(ReportPageContent(report, catalog: catalog), with: .report)
    }
}
