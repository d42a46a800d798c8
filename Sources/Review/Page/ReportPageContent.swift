import Publishing
import StickerCatalog

/// What the report's template shows.
struct ReportPageContent {
    /// A pack and its sheet.
    struct Shelf {
        let title: String
        let count: String
        let href: String
    }
    /// Stickers that changed in the same way.
    struct Changes {
        let title: String
        let count: String
        /// Whether they are shown before somebody asks for them.
        let isOpen: Bool
        let changed: [ThumbnailWords]
    }
    /// A published sticker with its findings.
    struct Warned {
        let thumbnail: ThumbnailWords
        let path: String
        let findings: [FindingWords]
    }

    let head: PageHead
    let headline: String
    let facts: [String]
    let generator: String
    let isEmpty: Bool
    let hasApproval: Bool
    /// Which stickers nobody has approved, and how to do it.
    let approval: String
    let shelves: [Shelf]
    let hasRejected: Bool
    let rejectedSources: [RejectedWords]
    let hasWarnings: Bool
    let warned: [Warned]
    let hasChanges: Bool
    let changes: [Changes]
    let hasRest: Bool
    let rest: [PathsWords]

    init(_ report: BuildReport, catalog: Catalog) {
        let thumbnails = Thumbnails(of: catalog)
        headline = ReportPageContent.headline(of: report)
        head = PageHead(
            title: "stickerd: \(headline)", styles: [PackageResources.page_css, PackageResources.report_css])
        facts = ReportPageContent.facts(of: report)
        generator = report.generator
        isEmpty = report.counts.published == 0 && report.rejected.isEmpty && report.counts.awaitingApproval == 0
        approval = ApprovalText.text(
            awaiting: report.counts.awaitingApproval, unapproved: report.counts.unapproved)
        hasApproval = !approval.isEmpty
        shelves = catalog.packs.map {
            Shelf(
                title: $0.title, count: Figures.count($0.stickers.count, "sticker"),
                href: "sheets/\(RelativeLink.encoded($0.id)).html")
        }
        rejectedSources = report.rejected.byCause.map(RejectedWords.init)
        hasRejected = !rejectedSources.isEmpty
        warned = report.warnings.map {
            Warned(
                thumbnail: thumbnails.words(pack: $0.pack, id: $0.id), path: $0.path,
                findings: $0.findings.map(FindingWords.init))
        }
        hasWarnings = !warned.isEmpty
        changes = ReportPageContent.changes(of: report, thumbnails: thumbnails)
        hasChanges = !changes.isEmpty
        rest = PathsWords.all(of: report)
        hasRest = !rest.isEmpty
    }

    private static func headline(of report: BuildReport) -> String {
        switch (report.rejected.count, report.counts.published) {
        case (0, _) where report.counts.awaitingApproval > 0:
            "\(Figures.count(report.counts.awaitingApproval, "sticker")) "
                + (report.counts.awaitingApproval == 1 ? "awaits approval" : "await approval")
        case (0, 0): "Nothing is published yet"
        case (0, _): "Everything is published"
        case (let rejected, _): "\(Figures.count(rejected, "file")) could not be published"
        }
    }

    private static func facts(of report: BuildReport) -> [String] {
        var facts = ["\(Figures.count(report.counts.published, "sticker")) published"]
        if report.counts.awaitingApproval > 0 {
            facts.append("\(Figures.grouped(report.counts.awaitingApproval)) awaiting approval")
        }
        if !report.warnings.isEmpty { facts.append("\(Figures.grouped(report.warnings.count)) with warnings") }
        for kind in BuildReport.Change.Kind.allCases {
            let count = report.changes.count { $0.kind == kind }
            if count > 0 { facts.append("\(Figures.grouped(count)) \(kind.rawValue)") }
        }
        if report.bytes.shipped > 0 { facts.append("\(Figures.size(report.bytes.shipped)) at @3x") }
        if let largest = report.bytes.largestShipped {
            facts.append("largest \(Figures.size(largest.bytes)), \(largest.pack)/\(largest.id)")
        }
        return facts
    }

    /// More pictures than this are shown on demand.
    private static let shownAtOnce = 120

    private static func changes(of report: BuildReport, thumbnails: Thumbnails) -> [Changes] {
        let looks = report.changes.filter { $0.kind == .changed && $0.looksDifferent }
        let words = report.changes.filter { $0.kind == .changed && !$0.looksDifferent }
        let groups = [
            ("Looks different", looks), ("Other bytes, labels or settings", words),
            ("Added", report.changes.filter { $0.kind == .added }),
            ("Removed", report.changes.filter { $0.kind == .removed }),
        ]
        return groups.filter { !$0.1.isEmpty }.map { title, changes in
            Changes(
                title: title, count: Figures.grouped(changes.count), isOpen: changes.count <= shownAtOnce,
                changed: changes.map { thumbnails.words(pack: $0.pack, id: $0.id) })
        }
    }
}
