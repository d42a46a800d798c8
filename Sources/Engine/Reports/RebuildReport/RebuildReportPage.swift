import Foundation
import JobModel
import SheetModel
import StickerManifest
import Texts

/// The morning report as a page: one file that needs no other, so that it can be mailed.
package enum RebuildReportPage {
    /// - Throws: when a template is broken, which a test rules out.
    package static func html(_ report: RebuildReport, pictures: RebuildReportImages) throws -> String {
        try PageTemplates.shared().render(RebuildReportPageContent(report, pictures: pictures), with: .morning)
    }
}

/// The content of the morning report's template.
struct RebuildReportPageContent {
    /// A sticker that was sent back, with the person who decided and the comment.
    struct Returned {
        let path: String
        let reason: String
    }
    /// A sticker that is another one than before.
    struct Shown {
        let name: String
        let pack: String
        let words: String
        let hasBefore: Bool
        let before: String
        let hasAfter: Bool
        let after: String
        let hasBoth: Bool
        /// Whether the difference is so small that it is shown much brighter.
        let isFaint: Bool
        let isPictured: Bool
    }
    struct Group {
        let title: String
        let count: String
        let isOpen: Bool
        let shown: [Shown]
        let hasMore: Bool
        let more: String
    }
    struct Figure {
        let name: String
        let value: String
        let bar: Int
    }
    struct Line {
        let sentence: String
    }

    let head: PageHead
    let headline: String
    let needsPerson: Bool
    let when: String
    let facts: [String]
    let generator: String
    let hasHeld: Bool
    let held: String
    let hasConcerns: Bool
    let concerns: [Line]
    let hasRejected: Bool
    let rejectedSources: [RejectedView]
    let hasSentBack: Bool
    let sentBack: [Returned]
    let moreSentBack: [String]
    let hasRepaired: Bool
    let repaired: [Line]
    let hasChanges: Bool
    let changesTitle: String
    let changes: [Group]
    let hasSlowest: Bool
    let slowest: [Figure]
    let hasLargest: Bool
    let largest: [Figure]
    let farm: [Line]
    let hasTrend: Bool
    let trend: String
    let trendCaption: String

    init(_ report: RebuildReport, pictures: RebuildReportImages) {
        headline = report.headline
        needsPerson = report.needsPerson > 0
        head = PageHead(
            title: "stickerd: \(headline)",
            styles: [PackageResources.page_css, PackageResources.report_css, PackageResources.morning_css])
        when = report.time.formatted(.iso8601).replacing("T", with: " ").replacing("Z", with: " UTC")
        facts = report.facts
        generator = report.generator
        hasHeld = report.held != nil
        held = report.held ?? ""
        concerns = (report.concerns + report.waiting).map { Line(sentence: $0.sentence) }
        hasConcerns = !concerns.isEmpty
        rejectedSources = report.rejected.sorted { $0.isNew && !$1.isNew }.map { RejectedView($0.source) }
        hasRejected = !rejectedSources.isEmpty
        let returned = report.sentBack ?? []
        sentBack = returned.prefix(ReportPageContent.mostListed).map {
            Returned(path: $0.path, reason: $0.reason ?? Texts.english("report.sentBack.silent"))
        }
        moreSentBack = returned.count > sentBack.count ? ["And more, which are in the JSON file beside this page."] : []
        hasSentBack = !sentBack.isEmpty
        repaired = report.repaired.map { Line(sentence: $0.sentence) }
        hasRepaired = !repaired.isEmpty
        changesTitle = report.mode == "preview" ? "What would change" : "What changed"
        changes = RebuildReportPageContent.groups(report, pictures: pictures)
        hasChanges = !changes.isEmpty
        let longest = max(1, report.times.first?.milliseconds ?? 1)
        slowest = report.times.prefix(10).map {
            Figure(
                name: $0.path, value: "\(NumberFormat.decimal(Double($0.milliseconds) / 1000, places: 1)) s",
                bar: $0.milliseconds * 100 / longest)
        }
        hasSlowest = !slowest.isEmpty
        largest = report.largest.map {
            Figure(
                name: "\($0.pack)/\($0.id)",
                value: "\(NumberFormat.size($0.bytes)), \(NumberFormat.decimal($0.share * 100, places: 1)) %",
                bar: min(100, Int($0.share * 100)))
        }
        hasLargest = !largest.isEmpty
        farm = [report.farm].compactMap(\.self).map { Line(sentence: $0.sentence) }
        hasTrend = report.nights.count > 1
        let chart = hasTrend ? TrendChart(report.nights) : nil
        trend = chart?.svg ?? ""
        trendCaption = chart?.caption ?? ""
    }

    private static func groups(_ report: RebuildReport, pictures: RebuildReportImages) -> [Group] {
        func all(_ kind: BuildReport.Change.Kind, _ isIncluded: (RebuildReport.Change) -> Bool = { _ in true })
            -> [RebuildReport.Change]
        { report.changes.filter { $0.kind == kind && isIncluded($0) } }
        return [
            ("Looks different", all(.changed) { $0.looksDifferent && !$0.hasSameSource }),
            (
                "Looks different, although the source is the same",
                all(.changed) { $0.looksDifferent && $0.hasSameSource }
            ),
            ("Other bytes, labels or settings", all(.changed) { !$0.looksDifferent }),
            ("Added", all(.added)), ("Removed", all(.removed)),
        ].filter { !$0.1.isEmpty }.map { title, changes in
            let ranked = RebuildReportImages.ranked(changes)
            let shown = ranked.prefix(RebuildReportImages.most).map { show($0, pictures.pairs["\($0.pack)/\($0.id)"]) }
            let more = changes.count - shown.count
            return Group(
                title: title, count: NumberFormat.number(changes.count), isOpen: true, shown: shown, hasMore: more > 0,
                more: "and \(NumberFormat.number(more)) more, which the JSON lists")
        }
    }

    private static func show(_ change: RebuildReport.Change, _ pair: RebuildReportImages.Pair?) -> Shown {
        var words: [String] = []
        if let before = change.bytesBefore, let after = change.bytesAfter {
            words.append(
                before == after
                    ? NumberFormat.size(after) : "\(NumberFormat.number(before)) → \(NumberFormat.size(after))")
            if before > 0, after < before {
                words.append("−\(NumberFormat.decimal(Double(before - after) / Double(before) * 100, places: 1)) %")
            }
        } else if let bytes = change.bytesAfter ?? change.bytesBefore {
            words.append(NumberFormat.size(bytes))
        }
        if let before = change.fidelityBefore.map(NumberFormat.fidelity),
            let after = change.fidelityAfter.map(NumberFormat.fidelity),
            before != after
        {
            words.append("fidelity \(before) → \(after)")
        }
        return Shown(
            name: change.id, pack: change.pack, words: words.joined(separator: ", "), hasBefore: pair?.before != nil,
            before: pair?.before ?? "", hasAfter: pair?.after != nil, after: pair?.after ?? "",
            hasBoth: pair?.before != nil && pair?.after != nil,
            isFaint: change.looksDifferent && change.hasSameSource,
            isPictured: pair?.before != nil || pair?.after != nil)
    }
}
