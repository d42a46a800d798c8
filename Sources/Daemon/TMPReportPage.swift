import Review
import StickerCatalog
enum ReportPage { static func html(report: BuildReport, catalog: Catalog) throws -> String { "" } }
