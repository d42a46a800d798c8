import Intake
import JobModel
import Publishing
import SheetModel
import StickerManifest

/// The build report as a page: first the problems for a person, then the changes, then the rest.
package enum ReportPage {
    /// The page, which is written as `report.html` next to the manifest.
    ///
    /// - Parameter catalog: the published state, with the pictures and the packs' titles.
    /// - Throws: if a template is invalid, which a test excludes.
    package static func html(_ report: BuildReport, catalog: Catalog) throws -> String {
        let content = ReportPageContent(
            report,
            packLinks: catalog.publishedPacks.map {
                ReportPageContent.PackLink(
                    id: $0.id, title: $0.title, stickers: $0.stickers.count,
                    noun: MessagePack.noun(of: $0.id, box: $0.pieceBox),
                    open: $0.stickers.count { $0.review == nil },
                    sentBack: $0.stickers.count { $0.review?.outcome == .sentBack },
                    isReviewed: $0.stickers.contains { $0.review != nil })
            }, thumbnails: Thumbnails(of: catalog))
        return try PageTemplates.shared().render(content, with: .report)
    }

    /// The same page for a library with packs at rest, of which only the packs with changes are loaded.
    ///
    /// - Parameters:
    /// - index: the index of the published manifest.
    /// - part: the published catalog of packs with changes.
    package static func html(_ report: BuildReport, index: ManifestIndex, part: Catalog) throws -> String {
        let content = ReportPageContent(
            report,
            packLinks: index.packs.map {
                ReportPageContent.PackLink(
                    id: $0.id, title: $0.title ?? $0.id, stickers: $0.stickers ?? 0, noun: MessagePack.noun(of: $0.id),
                    open: $0.counts?.open ?? 0, sentBack: $0.counts?.sentBack ?? 0,
                    isReviewed: $0.counts.map { $0.approved + $0.sentBack > 0 } ?? false)
            }, thumbnails: Thumbnails(of: part, report.warnings))
        return try PageTemplates.shared().render(content, with: .report)
    }
}

/// The content of the report's template.
struct ReportPageContent {
    /// A pack and its sheet.
    struct PackLink {
        let title: String
        let count: String
        let href: String

        /// - Parameters:
        ///   - open: the number of stickers without a decision.
        ///   - isReviewed: whether the pack has any decision.
        init(id: String, title: String, stickers: Int, noun: String, open: Int, sentBack: Int, isReviewed: Bool) {
            self.title = title
            var words = [NumberFormat.count(stickers, noun)]
            if isReviewed, open > 0 { words.append("\(NumberFormat.number(open)) to review") }
            if sentBack > 0 { words.append("\(NumberFormat.number(sentBack)) sent back") }
            if isReviewed, open == 0, sentBack == 0 { words.append("all approved") }
            count = words.joined(separator: " · ")
            href = "sheets/\(RelativeLink.encoded(OutputNames.sheet(pack: id))).html"
        }
    }
    /// Stickers that changed in the same way.
    struct Changes {
        let title: String
        let count: String
        /// Whether the section is open initially.
        let isOpen: Bool
        let changed: [ThumbnailView]
        let more: [String]
    }
    /// A published sticker with its findings.
    struct Warned {
        let thumbnail: ThumbnailView
        let path: String
        let findings: [FindingView]
    }

    let head: PageHead
    let headline: String
    let facts: [String]
    let generator: String
    let isEmpty: Bool
    let hasApproval: Bool
    /// The unapproved stickers, and the command to approve them.
    let approval: String
    let packLinks: [PackLink]
    let hasRejected: Bool
    let rejectedSources: [RejectedView]
    let moreRejected: [String]
    let hasSentBack: Bool
    let sentBack: [SentBackView]
    let moreSentBack: [String]
    let hasWarnings: Bool
    let warned: [Warned]
    let moreWarned: [String]
    let hasChanges: Bool
    let changes: [Changes]
    let hasRest: Bool
    let rest: [PathListView]

    init(_ report: BuildReport, packLinks: [PackLink], thumbnails: Thumbnails) {
        headline = ReportPageContent.headline(of: report)
        head = PageHead(
            title: "stickerd: \(headline)", styles: [PackageResources.page_css, PackageResources.report_css])
        facts = ReportPageContent.facts(of: report)
        generator = report.generator
        isEmpty =
            report.counts.publishedOfAllKinds == 0 && report.rejected.isEmpty
            && report.counts.awaitingApproval == 0
        approval = ApprovalText.text(
            awaiting: report.counts.awaitingApproval, unapproved: report.counts.unapproved)
        hasApproval = !approval.isEmpty
        self.packLinks = packLinks
        let causes = report.rejected.byCause
        rejectedSources = causes.prefix(ReportPageContent.mostListed).map(RejectedView.init)
        moreRejected = ReportPageContent.more(than: causes.count)
        hasRejected = !rejectedSources.isEmpty
        let returned = report.sentBack ?? []
        sentBack = returned.prefix(ReportPageContent.mostListed).map {
            SentBackView($0, thumbnails.words(pack: $0.pack, id: $0.id))
        }
        moreSentBack = ReportPageContent.more(than: returned.count)
        hasSentBack = !sentBack.isEmpty
        warned = report.warnings.prefix(ReportPageContent.mostListed).map {
            Warned(
                thumbnail: thumbnails.words(pack: $0.pack, id: $0.id), path: $0.path,
                findings: $0.findings.map(FindingView.init))
        }
        moreWarned = ReportPageContent.more(than: report.warnings.count)
        hasWarnings = !warned.isEmpty
        changes = ReportPageContent.changes(of: report, thumbnails: thumbnails)
        hasChanges = !changes.isEmpty
        rest = PathListView.all(of: report)
        hasRest = !rest.isEmpty
    }

    private static func headline(of report: BuildReport) -> String {
        switch (report.rejected.count, report.counts.publishedOfAllKinds) {
        case (0, _) where report.counts.awaitingApproval > 0:
            "\(NumberFormat.count(report.counts.awaitingApproval, "sticker")) "
                + (report.counts.awaitingApproval == 1 ? "awaits approval" : "await approval")
        case (0, 0): "Nothing is published yet"
        case (0, _): "Everything is published"
        case (let rejected, _): "\(NumberFormat.count(rejected, "file")) could not be published"
        }
    }

    private static func facts(of report: BuildReport) -> [String] {
        var facts = ["\(report.counts.publishedText) published"]
        if report.counts.awaitingApproval > 0 {
            facts.append("\(NumberFormat.number(report.counts.awaitingApproval)) awaiting approval")
        }
        if let sentBack = report.sentBack { facts.append("\(NumberFormat.number(sentBack.count)) sent back") }
        if !report.warnings.isEmpty { facts.append("\(NumberFormat.number(report.warnings.count)) with warnings") }
        for kind in BuildReport.Change.Kind.allCases {
            let count = report.changes.count { $0.kind == kind }
            if count > 0 { facts.append("\(NumberFormat.number(count)) \(kind.rawValue)") }
        }
        if report.bytes.shipped > 0 { facts.append("\(NumberFormat.size(report.bytes.shipped)) at @3x") }
        if let largest = report.bytes.largestShipped {
            facts.append("largest \(NumberFormat.size(largest.bytes)), \(largest.pack)/\(largest.id)")
        }
        return facts
    }

    /// The largest number of entries in a list. Browsers are slow with pages of tens of megabytes, and people do not
    /// read them.
    static let mostListed = 1_000

    /// The text below a list: empty, or a sentence about the omitted entries.
    static func more(than count: Int) -> [String] {
        guard count > mostListed else { return [] }
        return ["And \(NumberFormat.number(count - mostListed)) more, which are in report.json."]
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
                title: title, count: NumberFormat.number(changes.count), isOpen: changes.count <= shownAtOnce,
                changed: changes.prefix(mostListed).map { thumbnails.words(pack: $0.pack, id: $0.id) },
                more: more(than: changes.count))
        }
    }
}

/// A sticker that a reviewer sent back, as a page lists it.
struct SentBackView {
    let thumbnail: ThumbnailView
    let path: String
    let comment: String
    let reviewer: String
    /// The person who decided, and the comment, in one line.
    let reason: String

    /// - Parameter thumbnail: nil on pages without pictures.
    init(_ sticker: BuildReport.SentBack, _ thumbnail: ThumbnailView? = nil) {
        self.thumbnail =
            thumbnail
            ?? ThumbnailView(
                label: sticker.id, id: sticker.id, pack: sticker.pack, isPublished: false, sheetHref: "", imageHref: "")
        reason = sticker.reason
        path = sticker.path
        comment = sticker.comment.isEmpty ? "Without a comment" : sticker.comment
        reviewer = sticker.reviewer
    }
}

/// Files to which the same thing happened, as a page lists them.
struct PathListView {
    struct Entry {
        let path: String
        let hasReplacement: Bool
        /// The file that is used instead.
        let replacement: String

        init(path: String, replacement: String? = nil) {
            self.path = path
            hasReplacement = replacement != nil
            self.replacement = replacement ?? ""
        }
    }

    let title: String
    let count: String
    /// Whether the section is open initially.
    let isOpen: Bool
    let entries: [Entry]
    let more: [String]

    /// The files that are neither published nor rejected. Settings, icons and other expected files are left out.
    static func all(of report: BuildReport) -> [PathListView] {
        let groups =
            [
                group("Waiting", report.waiting.map { Entry(path: $0) }),
                group(
                    "Same picture as another file",
                    report.duplicates.map { Entry(path: $0.path, replacement: $0.to) }),
                group(
                    "Another file of the same name is preferred",
                    report.superseded.map { Entry(path: $0.path, replacement: $0.to) }),
            ]
            + [
                group(
                    "Settings to check",
                    report.ignored.filter { $0.detail != nil }.map { Entry(path: "\($0.path): \($0.explanation)") })
            ]
            + IgnoreReason.allCases.filter(\.isForPeople).map { reason in
                group(
                    "Left alone: \(reason.explanation)",
                    report.ignored.filter { $0.reason == reason && $0.detail == nil }.map { entry in
                        Entry(path: (entry.kind ?? entry.cause).map { "\(entry.path): \($0)" } ?? entry.path)
                    })
            }
        return groups.compactMap { $0 }
    }

    private static func group(_ title: String, _ entries: [Entry]) -> PathListView? {
        guard !entries.isEmpty else { return nil }
        return PathListView(
            title: title, count: NumberFormat.number(entries.count), isOpen: entries.count <= 12,
            entries: Array(entries.prefix(ReportPageContent.mostListed)),
            more: ReportPageContent.more(than: entries.count))
    }
}
