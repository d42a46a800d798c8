import Foundation
import Intake
import Reports
import StickerManifest
import Testing

@Suite struct BuildReportTests {
    private let rejected = Sample.rejected("cats/Sad Cat.psd", keeps: true)

    @Test("a sticker is added, changed or removed by comparison with the last catalog")
    func changes() {
        let before = Sample.catalog([Sample.pack([Sample.sticker("a"), Sample.sticker("b"), Sample.sticker("c")])])
        let now = Sample.catalog([
            Sample.pack([Sample.sticker("a", pixels: "q"), Sample.sticker("b"), Sample.sticker("d")])
        ])
        let changes = BuildReport.changes(from: before, to: now)
        #expect(changes.map(\.kind) == [.changed, .removed, .added])
        #expect(changes.map(\.id) == ["a", "c", "d"])
        #expect(changes.allSatisfy { $0.looksDifferent })
    }

    @Test("a sticker with another label and the same pixels does not look different")
    func words() {
        let before = Sample.catalog([Sample.pack([Sample.sticker("a")])])
        let now = Sample.catalog([Sample.pack([Sample.sticker("a", label: "Cat")])])
        #expect(BuildReport.changes(from: before, to: now).map(\.looksDifferent) == [false])
    }

    @Test("a build that changes nothing reports no changes")
    func noChanges() {
        let catalog = Sample.catalog([Sample.pack([Sample.sticker("a")])])
        #expect(BuildReport(catalog: catalog, previous: catalog).changes.isEmpty)
    }

    @Test("counts and bytes are those of the catalog")
    func counts() {
        let catalog = Sample.catalog(
            [Sample.pack([Sample.sticker("a", bytes: 1200), Sample.sticker("b", bytes: 2400)])], rejected: [rejected])
        let report = BuildReport(
            catalog: catalog, previous: nil, duplicates: [.init(path: "x", to: "y")], waiting: ["z"])
        #expect(report.counts.published == 2)
        #expect(report.counts.rejected == 1)
        #expect(report.counts.duplicate == 1)
        #expect(report.counts.waiting == 1)
        #expect(report.bytes.shipped == 3600)
        #expect(report.bytes.total == 1200 + 600 + 400 + 2400 + 1200 + 800)
        #expect(report.bytes.largest?.id == "b")
        #expect(report.bytes.largestShipped?.bytes == 2400)
    }

    @Test("the report is written the same each time and can be read again")
    func json() throws {
        let report = BuildReport(
            catalog: Sample.catalog([Sample.pack([Sample.sticker("a")])], rejected: [rejected]), previous: nil,
            ignored: [IgnoredEntry(path: "cats/.x", reason: .hidden)])
        let data = try report.json()
        #expect(try data == report.json())
        #expect(try JSONDecoder().decode(BuildReport.self, from: data) == report)
    }

    @Test("the summary has the result of the build and the fixes, in the given width")
    func summary() {
        let catalog = Sample.catalog(
            [Sample.pack([Sample.sticker("a", findings: [Sample.warning])])], rejected: [rejected])
        let lines = BuildReport(catalog: catalog, previous: nil).summaryLines(width: 60)
        #expect(lines.first?.hasPrefix("1 sticker is published") == true)
        #expect(lines.contains("  cats/Sad Cat.psd"))
        #expect(lines.contains { $0.contains("The file ends early.") })
        #expect(lines.allSatisfy { $0.count <= 60 })
    }

    @Test("the summary of many files is short")
    func longSummary() {
        let many = (0..<2000).map { Sample.rejected("cats/\($0).png") }
        let lines = BuildReport(catalog: Sample.catalog([], rejected: many), previous: nil).summaryLines(width: 80)
        #expect(lines.count < 60)
        #expect(lines.contains { $0.contains("1,990 more") })
    }

    @Test("a file name cannot send commands to the terminal")
    func escapeSequence() {
        let catalog = Sample.catalog([], rejected: [Sample.rejected("cats/\u{1B}]0;x\u{7}.png")])
        let lines = BuildReport(catalog: catalog, previous: nil).summaryLines(width: 80)
        #expect(!lines.joined().unicodeScalars.contains("\u{1B}"))
    }

    /// A pack of three stickers, of which two were sent back.
    private func returned() -> Pack {
        var pack = Sample.pack([Sample.sticker("b"), Sample.sticker("a"), Sample.sticker("c")])
        pack.stickers[0].review = Review(outcome: .sentBack, reviewer: "Ada", comment: "Rounder\near.")
        pack.stickers[1].review = Review(outcome: .sentBack)
        pack.stickers[2].review = Review(outcome: .approved, reviewer: "Ada")
        return pack
    }

    @Test("stickers that were sent back are listed with the reviewer and the comment, and on the page")
    func sentBack() throws {
        let catalog = Sample.catalog([returned()])
        let report = BuildReport(catalog: catalog, previous: catalog)
        #expect(report.sentBack?.map(\.path) == ["cats/a.png", "cats/b.png"])
        #expect(
            report.summaryLines(width: 80).suffix(3) == [
                "Sent back (2):", "  cats/a.png: without a comment", "  cats/b.png: Ada: Rounder␤ear.",
            ])
        let page = try ReportPage.html(report, catalog: catalog)
        #expect(page.contains("<span>2 sent back</span>") && page.contains("Rounder\near.") && page.contains(">Ada<"))
        #expect(try JSONDecoder().decode(BuildReport.self, from: report.json()) == report)
        let approved = Sample.catalog([Sample.pack([Sample.sticker("a")])])
        #expect(BuildReport(catalog: approved, previous: nil).sentBack == nil)
    }

    @Test("a report on some packs keeps stickers of others that were sent back")
    func sentBackInPart() {
        let report = BuildReport(catalog: Sample.catalog([returned()]), previous: nil)
        let nothing = BuildReport(catalog: Sample.catalog([]), previous: nil)
        let other = report.replacing(
            .init(packs: ["dogs"], before: nothing, after: nothing), contains: { _ in false }, weight: { .nothing })
        #expect(other.sentBack == report.sentBack)
        let fixed = report.replacing(
            .init(packs: ["cats"], before: report, after: nothing), contains: { _ in true }, weight: { .nothing })
        #expect(fixed.sentBack == nil)
    }
}
