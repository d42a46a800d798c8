import Foundation
import JobModel
import SheetModel
import StickerManifest
import TextEscaping
import Texts

/// The rebuild report as one HTML file without external resources, which can be sent by e-mail.
package enum RebuildReportPage {
    /// The HTML text of the page.
    ///
    /// - Parameters:
    ///   - review: the URL of the review page, to which stickers link. Nil for no links.
    ///   - texts: the texts in the language of the page. Sentences about files and machines are in English.
    /// - Throws: an error if a template is invalid. A test ensures that none is.
    package static func html(
        _ report: RebuildReport, pictures: RebuildReportImages, review: String? = nil, _ texts: Texts = .english
    ) throws -> String {
        try PageTemplates.shared(texts)
            .render(RebuildReportPageContent(report, pictures: pictures, review: review, texts), with: .morning)
    }
}

/// The content for the template of the rebuild report.
package struct RebuildReportPageContent {
    /// A sticker that was sent back, with the reviewer and the comment.
    package struct Returned {
        package let path: String
        package let reason: String
        /// The URL of the sticker in the review page. Contains one element, or none without a review page.
        package let link: [String]
    }
    /// A changed sticker.
    package struct Shown {
        package let name: String
        package let place: String
        package let words: String
        package let hasBefore: Bool
        package let before: String
        package let hasAfter: Bool
        package let after: String
        package let hasBoth: Bool
        /// Whether the difference is so small that it is shown with increased brightness.
        package let isFaint: Bool
        package let isPictured: Bool
        /// The URL of the sticker in the review page. Contains one element, or none without a review page.
        package let link: [String]
        package let hasLink: Bool
    }
    package struct Group {
        package let title: String
        package let count: String
        package let shown: [Shown]
        package let more: [String]
    }
    package struct Figure {
        package let name: String
        package let value: String
        package let bar: Int
    }

    package let head: PageHead
    package let headline: String
    package let needsPerson: Bool
    package let when: String
    package let facts: [String]
    package let generator: String
    /// The URL of the review page. Contains one element, or none without a review page.
    package let review: [String]
    package let hasHeld: Bool
    package let held: String
    package let hasApproved: Bool
    package let approvedTitle: String
    package let approved: [Shown]
    package let moreApproved: [String]
    package let hasConcerns: Bool
    package let concerns: [String]
    package let hasRejected: Bool
    package let rejectedSources: [RejectedView]
    package let hasSentBack: Bool
    package let sentBack: [Returned]
    package let moreSentBack: [String]
    package let hasRepaired: Bool
    package let repaired: [String]
    package let hasChanges: Bool
    package let changesTitle: String
    package let changes: [Group]
    package let hasSlowest: Bool
    package let slowest: [Figure]
    package let hasLargest: Bool
    package let largest: [Figure]
    package let farm: [String]
    package let hasTrend: Bool
    package let trend: String
    package let trendCaption: String

    package init(_ report: RebuildReport, pictures: RebuildReportImages, review: String?, _ texts: Texts) {
        let page = ReviewLinks(address: review)
        self.review = page.all
        headline = report.headline(texts)
        needsPerson = report.needsPerson > 0
        head = PageHead(
            title: texts("report.title", ["headline": headline]),
            styles: [PackageResources.page_css, PackageResources.report_css, PackageResources.morning_css])
        when = report.run.time.formatted(.iso8601).replacing("T", with: " ").replacing("Z", with: " UTC")
        facts = report.facts(texts)
        generator = report.catalog.generator
        hasHeld = report.run.held != nil
        held = report.run.held ?? ""
        let changed = report.problems.changedSinceApproval ?? []
        approvedTitle = texts(report.run.mode == "preview" ? "night.approved.preview" : "night.approved")
        approved = changed.prefix(RebuildReportImages.most).map {
            RebuildReportPageContent.show($0, pictures.pairs[$0.key], page, texts)
        }
        let left = changed.count - approved.count
        moreApproved = left > 0 ? [texts("night.more", ["count": left])] : []
        hasApproved = !approved.isEmpty
        concerns = (report.problems.concerns + report.problems.waiting).map(\.sentence)
        hasConcerns = !concerns.isEmpty
        rejectedSources = report.catalog.rejected.sorted { $0.isNew && !$1.isNew }.map {
            RejectedView($0.source, texts)
        }
        hasRejected = !rejectedSources.isEmpty
        let returned = report.catalog.sentBack ?? []
        sentBack = returned.prefix(ReportPageContent.mostListed).map {
            Returned(
                path: $0.path, reason: $0.reason ?? texts("report.sentBack.silent"),
                link: page.sticker($0.id, in: $0.pack))
        }
        moreSentBack = returned.count > sentBack.count ? [texts("night.more.sentBack")] : []
        hasSentBack = !sentBack.isEmpty
        repaired = report.problems.repaired.map(\.sentence)
        hasRepaired = !repaired.isEmpty
        changesTitle = texts(report.run.mode == "preview" ? "night.changes.preview" : "night.changes")
        changes = RebuildReportPageContent.groups(report, pictures: pictures, page, texts)
        hasChanges = !changes.isEmpty
        let longest = max(1, report.run.times.first?.milliseconds ?? 1)
        slowest = report.run.times.prefix(10).map {
            Figure(
                name: $0.path,
                value: texts("night.seconds", ["value": texts.decimal(Double($0.milliseconds) / 1000, places: 1)]),
                bar: $0.milliseconds * 100 / longest)
        }
        hasSlowest = !slowest.isEmpty
        largest = report.catalog.largest.map {
            Figure(
                name: "\($0.pack)/\($0.id)",
                value: "\(texts.size($0.bytes)), \(texts.decimal($0.share * 100, places: 1)) %",
                bar: min(100, Int(clamping: $0.share * 100)))
        }
        hasLargest = !largest.isEmpty
        farm = [report.run.farm].compactMap { $0?.sentence }
        hasTrend = report.nights.count > 1
        let chart = hasTrend ? TrendChart(report.nights, texts) : nil
        trend = chart?.svg ?? ""
        trendCaption = chart?.caption ?? ""
    }

    private static func groups(
        _ report: RebuildReport, pictures: RebuildReportImages, _ page: ReviewLinks, _ texts: Texts
    ) -> [Group] {
        // The first section of the page already shows the stickers that have changed since their approval.
        let approved = Set((report.problems.changedSinceApproval ?? []).map(\.key))
        func all(_ kind: BuildReport.Change.Kind, _ isIncluded: (RebuildReport.Change) -> Bool = { _ in true })
            -> [RebuildReport.Change]
        { report.catalog.changes.filter { $0.kind == kind && !approved.contains($0.key) && isIncluded($0) } }
        return [
            ("report.changes.looks", all(.changed) { $0.looksDifferent && !$0.hasSameSource }),
            (
                "night.changes.sameSource",
                all(.changed) { $0.looksDifferent && $0.hasSameSource }
            ),
            ("report.changes.words", all(.changed) { !$0.looksDifferent }),
            ("report.changes.added", all(.added)), ("report.changes.removed", all(.removed)),
        ].filter { !$0.1.isEmpty }.map { key, changes in
            let ranked = RebuildReportImages.ranked(changes)
            let shown = ranked.prefix(RebuildReportImages.most).map {
                show($0, pictures.pairs[$0.key], page, texts)
            }
            let more = changes.count - shown.count
            return Group(
                title: texts(key), count: texts.number(changes.count), shown: shown,
                more: more > 0 ? [texts("night.more", ["count": more])] : [])
        }
    }

    private static func show(
        _ change: RebuildReport.Change, _ pair: RebuildReportImages.Pair?, _ page: ReviewLinks, _ texts: Texts
    ) -> Shown {
        var words: [String] = []
        if let before = change.bytesBefore, let after = change.bytesAfter {
            words.append(
                before == after
                    ? texts.size(after) : "\(texts.number(before)) → \(texts.size(after))")
            if before > 0, after < before {
                words.append("−\(texts.decimal((Double(before) - Double(after)) / Double(before) * 100, places: 1)) %")
            }
        } else if let bytes = change.bytesAfter ?? change.bytesBefore {
            words.append(texts.size(bytes))
        }
        if let before = change.fidelityBefore.map({ texts.fidelity($0) }),
            let after = change.fidelityAfter.map({ texts.fidelity($0) }),
            before != after
        {
            words.append(texts("night.fidelity", ["before": before, "after": after]))
        }
        return Shown(
            id: change.id, label: change.label, pack: change.packTitle ?? change.pack,
            words: words.joined(separator: ", "), pair: pair, isFaint: change.looksDifferent && change.hasSameSource,
            link: change.kind == .removed ? [] : page.sticker(change.id, in: change.pack))
    }

    private static func show(
        _ sticker: RebuildReport.ChangedSinceApproval, _ pair: RebuildReportImages.Pair?, _ page: ReviewLinks,
        _ texts: Texts
    ) -> Shown {
        let reviewer = EscapedText.line(sticker.reviewer)
        let approval = reviewer.isEmpty ? texts("decision.approved") : texts("decision.approved.by", ["name": reviewer])
        return Shown(
            id: sticker.id, label: sticker.label, pack: sticker.packTitle, words: "\(approval), \(sticker.time)",
            pair: pair, isFaint: false, link: page.sticker(sticker.id, in: sticker.pack))
    }
}

extension RebuildReportPageContent.Shown {
    /// - Parameters:
    ///   - label: the label, which is shown as the name. Nil to show the id.
    ///   - pack: the title of the pack.
    fileprivate init(
        id: String, label: String?, pack: String, words: String, pair: RebuildReportImages.Pair?, isFaint: Bool,
        link: [String]
    ) {
        let label = label ?? ""
        name = label.isEmpty ? id : label
        place = label.isEmpty ? pack : "\(pack), \(id)"
        self.words = words
        hasBefore = pair?.before != nil
        before = pair?.before ?? ""
        hasAfter = pair?.after != nil
        after = pair?.after ?? ""
        hasBoth = hasBefore && hasAfter
        self.isFaint = isFaint
        self.link = link
        hasLink = !link.isEmpty
        isPictured = hasBefore || hasAfter
    }
}

/// The URLs of views of the review page. Templates show an array with one element, and omit an empty one.
private struct ReviewLinks {
    /// The URL of the review page. Nil if there is none.
    var address: String?

    /// The URL of the list of stickers that await a decision. Empty without a review page.
    var all: [String] { address.map { ["\($0)#/?show=review"] } ?? [] }

    /// The URL of the view of a sticker. Empty without a review page.
    func sticker(_ id: String, in pack: String) -> [String] {
        address.map { ["\($0)#/sticker/" + RelativeLink.encoded("\(pack)/\(id)")] } ?? []
    }
}
