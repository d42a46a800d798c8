import Intake
import JobModel
import Publishing
import SheetModel
import StickerManifest
import Texts

/// The page of the build report, which shows problems first, then changes, and then everything else.
package enum ReportPage {
    /// The HTML text of `report.html`, which is written next to the manifest.
    ///
    /// - Parameters:
    ///   - catalog: the published manifest, which contains the pictures and the titles of packs.
    ///   - texts: the texts in the language of the page.
    /// - Throws: an error if a template is invalid. A test ensures that none is.
    package static func html(
        _ report: BuildReport, catalog: Catalog, _ texts: Texts = .english
    ) throws -> String {
        let content = ReportPageContent(
            report,
            packLinks: catalog.publishedPacks.map {
                ReportPageContent.PackLink(
                    id: $0.id, title: $0.title, stickers: $0.stickers.count,
                    noun: $0.itemKind.noun,
                    open: $0.stickers.count { $0.review == nil },
                    sentBack: $0.stickers.count { $0.review?.outcome == .sentBack },
                    isReviewed: $0.stickers.contains { $0.review != nil }, texts)
            }, thumbnails: Thumbnails(of: catalog), texts)
        return try PageTemplates.shared(texts).render(content, with: .report)
    }

    /// The HTML text of the page for a large library, of which only the changed packs are loaded.
    ///
    /// - Parameters:
    ///   - index: the index of the published manifest.
    ///   - part: the published manifest of the changed packs.
    ///   - texts: the texts in the language of the page.
    package static func html(
        _ report: BuildReport, index: ManifestIndex, part: Catalog, _ texts: Texts = .english
    ) throws -> String {
        let content = ReportPageContent(
            report,
            packLinks: index.packs.map {
                ReportPageContent.PackLink(
                    id: $0.id, title: $0.title ?? $0.id, stickers: $0.stickers ?? 0, noun: ItemKind(inPack: $0.id).noun,
                    open: $0.counts?.open ?? 0, sentBack: $0.counts?.sentBack ?? 0,
                    isReviewed: $0.counts.map { $0.approved + $0.sentBack > 0 } ?? false, texts)
            }, thumbnails: Thumbnails(of: part, report.warnings), texts)
        return try PageTemplates.shared(texts).render(content, with: .report)
    }

    /// Whether a published page is in the language of `texts`. False if there is no page.
    package static func isPage(_ page: [UInt8]?, in texts: Texts) -> Bool {
        guard let page else { return false }
        return String(decoding: page.prefix(200), as: UTF8.self).contains("<html lang=\"\(texts.language.rawValue)\">")
    }
}

/// The content of the report's template.
package struct ReportPageContent {
    /// A pack and its sheet.
    package struct PackLink {
        package let title: String
        package let count: String
        package let href: String

        /// - Parameters:
        ///   - open: the number of stickers without a decision.
        ///   - isReviewed: whether the pack has any decision.
        package init(
            id: String, title: String, stickers: Int, noun: String, open: Int, sentBack: Int, isReviewed: Bool,
            _ texts: Texts
        ) {
            self.title = title
            var words = [texts("number.\(noun)", ["count": stickers])]
            if isReviewed, open > 0 { words.append(texts("open.count", ["count": open])) }
            if sentBack > 0 { words.append(texts("sentBack.count", ["count": sentBack])) }
            if isReviewed, open == 0, sentBack == 0 { words.append(texts("report.allApproved")) }
            count = words.joined(separator: " · ")
            href = "sheets/\(RelativeLink.encoded(OutputNames.sheet(pack: id))).html"
        }
    }
    /// The stickers with the same kind of change.
    package struct Changes {
        package let title: String
        package let count: String
        /// Whether the section is open initially.
        package let isOpen: Bool
        package let changed: [ThumbnailView]
        package let more: [String]
    }
    /// A published sticker with its findings.
    package struct Warned {
        package let thumbnail: ThumbnailView
        package let path: String
        package let findings: [FindingView]
    }

    package let head: PageHead
    package let headline: String
    package let facts: [String]
    package let generator: String
    package let isEmpty: Bool
    package let hasApproval: Bool
    /// The text about unapproved stickers, with the command that approves them.
    package let approval: String
    package let packLinks: [PackLink]
    package let hasRejected: Bool
    package let rejectedSources: [RejectedView]
    package let moreRejected: [String]
    package let hasSentBack: Bool
    package let sentBack: [SentBackView]
    package let moreSentBack: [String]
    package let hasWarnings: Bool
    package let warned: [Warned]
    package let moreWarned: [String]
    package let hasChanges: Bool
    package let changes: [Changes]
    package let hasRest: Bool
    package let rest: [PathListView]

    package init(_ report: BuildReport, packLinks: [PackLink], thumbnails: Thumbnails, _ texts: Texts) {
        headline = ReportPageContent.headline(of: report, texts)
        head = PageHead(
            title: texts("report.title", ["headline": headline]),
            styles: [PackageResources.page_css, PackageResources.report_css])
        facts = ReportPageContent.facts(of: report, texts)
        generator = report.generator
        isEmpty =
            report.counts.publishedOfAllKinds == 0 && report.rejected.isEmpty
            && report.counts.awaitingApproval == 0
        approval = ApprovalText.text(
            awaiting: report.counts.awaitingApproval, unapproved: report.counts.unapproved, texts)
        hasApproval = !approval.isEmpty
        self.packLinks = packLinks
        let causes = report.rejected.byCause
        rejectedSources = causes.prefix(ReportPageContent.mostListed).map { RejectedView($0, texts) }
        moreRejected = ReportPageContent.more(than: causes.count, texts)
        hasRejected = !rejectedSources.isEmpty
        let returned = report.sentBack ?? []
        sentBack = returned.prefix(ReportPageContent.mostListed).map {
            SentBackView($0, thumbnails.words(pack: $0.pack, id: $0.id), texts)
        }
        moreSentBack = ReportPageContent.more(than: returned.count, texts)
        hasSentBack = !sentBack.isEmpty
        warned = report.warnings.prefix(ReportPageContent.mostListed).map {
            Warned(
                thumbnail: thumbnails.words(pack: $0.pack, id: $0.id), path: $0.path,
                findings: $0.findings.map { FindingView($0, texts) })
        }
        moreWarned = ReportPageContent.more(than: report.warnings.count, texts)
        hasWarnings = !warned.isEmpty
        changes = ReportPageContent.changes(of: report, thumbnails: thumbnails, texts)
        hasChanges = !changes.isEmpty
        rest = PathListView.all(of: report, texts)
        hasRest = !rest.isEmpty
    }

    private static func headline(of report: BuildReport, _ texts: Texts) -> String {
        switch (report.rejected.count, report.counts.publishedOfAllKinds) {
        case (0, _) where report.counts.awaitingApproval > 0:
            texts("report.awaiting", ["count": report.counts.awaitingApproval])
        case (0, 0): texts("report.nothing")
        case (0, _): texts("report.everything")
        case (let rejected, _): texts("report.failed", ["count": rejected])
        }
    }

    private static func facts(of report: BuildReport, _ texts: Texts) -> [String] {
        var facts = [texts("report.fact.published", ["things": report.counts.publishedText(texts)])]
        if report.counts.awaitingApproval > 0 {
            facts.append(texts("report.fact.awaiting", ["count": report.counts.awaitingApproval]))
        }
        if let sentBack = report.sentBack { facts.append(texts("sentBack.count", ["count": sentBack.count])) }
        if !report.warnings.isEmpty { facts.append(texts("report.fact.warnings", ["count": report.warnings.count])) }
        for kind in BuildReport.Change.Kind.allCases {
            let count = report.changes.count { $0.kind == kind }
            if count > 0 { facts.append(texts("report.fact.\(kind.rawValue)", ["count": count])) }
        }
        if report.bytes.shipped > 0 {
            facts.append(texts("report.fact.bytes", ["size": texts.size(report.bytes.shipped)]))
        }
        if let largest = report.bytes.largestShipped {
            facts.append(
                texts(
                    "report.fact.largest",
                    ["size": texts.size(largest.bytes), "name": "\(largest.pack)/\(largest.id)"]))
        }
        return facts
    }

    /// The maximum number of entries in a list. Browsers are slow with pages of many megabytes, and people do not
    /// read them.
    package static let mostListed = 1_000

    /// The text below a list that is too long, with the number of omitted entries. Contains one element, or none for a
    /// shorter list.
    static func more(than count: Int, _ texts: Texts) -> [String] {
        guard count > mostListed else { return [] }
        return [texts("report.more", ["count": count - mostListed])]
    }

    /// The maximum number of pictures that are visible initially. The others are shown on demand.
    private static let shownAtOnce = 120

    private static func changes(
        of report: BuildReport, thumbnails: Thumbnails, _ texts: Texts
    ) -> [Changes] {
        let looks = report.changes.filter { $0.kind == .changed && $0.looksDifferent }
        let words = report.changes.filter { $0.kind == .changed && !$0.looksDifferent }
        let groups = [
            (texts("report.changes.looks"), looks), (texts("report.changes.words"), words),
            (texts("report.changes.added"), report.changes.filter { $0.kind == .added }),
            (texts("report.changes.removed"), report.changes.filter { $0.kind == .removed }),
        ]
        return groups.filter { !$0.1.isEmpty }.map { title, changes in
            Changes(
                title: title, count: texts.number(changes.count), isOpen: changes.count <= shownAtOnce,
                changed: changes.prefix(mostListed).map { thumbnails.words(pack: $0.pack, id: $0.id) },
                more: more(than: changes.count, texts))
        }
    }
}

/// A sticker that was sent back, as shown in a list.
package struct SentBackView {
    package let thumbnail: ThumbnailView
    package let path: String
    package let comment: String
    package let reviewer: String

    package init(_ sticker: BuildReport.SentBack, _ thumbnail: ThumbnailView, _ texts: Texts) {
        self.thumbnail = thumbnail
        path = sticker.path
        comment = sticker.comment.isEmpty ? texts("report.sentBack.noComment") : sticker.comment
        reviewer = sticker.reviewer
    }
}

/// A list of files with the same outcome.
package struct PathListView {
    package struct Entry {
        package let path: String
        /// The path of the file that is used instead. Nil if there is none.
        package var replacement: String?
    }

    package let title: String
    package let count: String
    /// Whether the section is open initially.
    package let isOpen: Bool
    package let entries: [Entry]
    package let more: [String]

    /// The lists of files that are neither published nor rejected. Expected files, such as settings and icons, are
    /// left out.
    package static func all(of report: BuildReport, _ texts: Texts) -> [PathListView] {
        func group(_ title: String, _ entries: [Entry]) -> PathListView? { PathListView(title, entries, texts) }
        let groups =
            [
                group(texts("report.waiting"), report.waiting.map { Entry(path: $0) }),
                group(
                    texts("report.duplicates"),
                    report.duplicates.map { Entry(path: $0.path, replacement: $0.to) }),
                group(
                    texts("report.superseded"),
                    report.superseded.map { Entry(path: $0.path, replacement: $0.to) }),
            ]
            + [
                group(
                    texts("report.settings"),
                    report.ignored.filter { $0.detail != nil }.map { Entry(path: "\($0.path): \($0.explanation)") })
            ]
            + IgnoreReason.allCases.filter(\.isForPeople).map { reason in
                group(
                    texts("report.ignored", ["reason": texts("ignored.\(reason.rawValue)")]),
                    report.ignored.filter { $0.reason == reason && $0.detail == nil }.map { entry in
                        Entry(path: (entry.kind ?? entry.cause).map { "\(entry.path): \($0)" } ?? entry.path)
                    })
            }
        return groups.compactMap { $0 }
    }

    /// Nil without entries.
    private init?(_ title: String, _ entries: [Entry], _ texts: Texts) {
        guard !entries.isEmpty else { return nil }
        self.title = title
        count = texts.number(entries.count)
        isOpen = entries.count <= 12
        self.entries = Array(entries.prefix(ReportPageContent.mostListed))
        more = ReportPageContent.more(than: entries.count, texts)
    }
}
