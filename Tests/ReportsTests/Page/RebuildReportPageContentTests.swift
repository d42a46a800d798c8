import Foundation
import JobModel
import Reports
import StickerManifest
import Testing
import Texts

@Suite("The content of the rebuild report's page")
struct RebuildReportPageContentTests {
    private func run(
        mode: String = "publish", held: String? = nil, remaining: Int = 0, times: [RebuildReport.Slow] = []
    ) -> RebuildReport.Run {
        RebuildReport.Run(
            mode: mode, effort: "max", time: Date(timeIntervalSince1970: 1_700_000_000), seconds: 3.5, rendered: 2,
            takenOver: 0, remaining: remaining, filesChecked: 8, held: held, times: times)
    }

    private func report(
        before: Catalog? = nil, after: Catalog = Sample.catalog([]), run: RebuildReport.Run? = nil,
        problems: RebuildReport.Problems = .init(), byteLimit: Int = 500_000
    ) -> RebuildReport {
        RebuildReport(
            before: before, after: after, run: run ?? self.run(), problems: problems, byteLimit: byteLimit, nights: [])
    }

    private func content(_ report: RebuildReport, review: String? = nil) -> RebuildReportPageContent {
        RebuildReportPageContent(report, pictures: RebuildReportImages(), review: review, .english)
    }

    private func sticker(
        _ id: String, source: String, bytes: Int = 1000, pixels: String = "p", fidelity: Double = 1, label: String = ""
    ) -> Sticker {
        var sticker = Sample.sticker(id, label: label, bytes: bytes, pixels: pixels)
        sticker.source.sha256 = source
        for place in sticker.renditions.indices { sticker.renditions[place].fidelity = fidelity }
        return sticker
    }

    private func catalog(_ stickers: [Sticker]) -> Catalog { Sample.catalog([Sample.pack(stickers)]) }

    @Test("a changed source is in another group than the same source with other pixels, and is not shown as faint")
    func groups() {
        let before = catalog(["a", "b", "c", "e"].map { sticker($0, source: "1") })
        let after = catalog([
            sticker("a", source: "2", pixels: "q"), sticker("b", source: "1", pixels: "q"),
            sticker("c", source: "1", bytes: 900), sticker("d", source: "1"),
        ])
        let groups: [RebuildReportPageContent.Group] = content(report(before: before, after: after)).changes
        #expect(
            groups.map(\.title) == [
                "Looks different", "Looks different, although the source is the same",
                "Other bytes, labels or settings", "Added", "Removed",
            ])
        let shown: [RebuildReportPageContent.Shown] = groups.flatMap(\.shown)
        #expect(shown.map(\.name) == ["a", "b", "c", "d", "e"])
        #expect(shown.map(\.isFaint) == [false, true, false, false, false])
    }

    @Test(
        "a change has its sizes, the saved share if it is smaller, and the fidelity if it differs",
        arguments: [
            (1000, 1.0, 750, 1.0, "1,000 → 750 bytes, −25.0 %"), (1000, 1.0, 1500, 1.0, "1,000 → 1,500 bytes"),
            (1000, 1.0, 1000, 0.99987, "1,000 bytes, fidelity 1 → 0.9998"),
        ])
    func words(bytes: Int, fidelity: Double, newBytes: Int, newFidelity: Double, words: String) {
        let page = content(
            report(
                before: catalog([sticker("a", source: "1", bytes: bytes, fidelity: fidelity)]),
                after: catalog([sticker("a", source: "2", bytes: newBytes, pixels: "q", fidelity: newFidelity)])))
        #expect(page.changes.flatMap(\.shown).map(\.words) == [words])
    }

    @Test("an added or removed sticker has one size")
    func oneSize() {
        let page = content(
            report(before: catalog([sticker("a", source: "1")]), after: catalog([sticker("b", source: "1", bytes: 1)])))
        #expect(page.changes.map { $0.shown.map(\.words) } == [["1 byte"], ["1,000 bytes"]])
    }

    @Test("a sticker is named by its label with its pack and id, or else by its id with its pack")
    func names() {
        let page = content(
            report(after: catalog([sticker("a", source: "1", label: "Sad Cat"), sticker("b", source: "2")])))
        let shown = page.changes.flatMap(\.shown)
        #expect(shown.map(\.name) == ["Sad Cat", "b"] && shown.map(\.place) == ["Cats, a", "Cats"])
    }

    @Test("a group of more stickers than a mail can show counts the others")
    func largeGroup() throws {
        let stickers = (0..<RebuildReportImages.most + 2).map { sticker("s\($0)", source: "1") }
        let group = try #require(content(report(after: catalog(stickers))).changes.first)
        #expect(group.shown.count == RebuildReportImages.most && group.count == "82")
        #expect(group.more == ["and 2 more, which the JSON file lists"])
        #expect(content(report(after: catalog([stickers[0]]))).changes.map(\.more) == [[]])
    }

    @Test("a sticker that changed since its approval is shown once, above the changes")
    func approved() {
        let before = catalog([sticker("a", source: "1"), sticker("b", source: "1")])
        let after = catalog([sticker("a", source: "1", pixels: "q"), sticker("b", source: "1", pixels: "q")])
        let changed = RebuildReport.ChangedSinceApproval(
            pack: after.packs[0], sticker: after.packs[0].stickers[0], reviewer: "Ada\nLove",
            approved: "2026-11-21T18:09:00Z", pixels: "p", picture: nil)
        let page = content(
            report(before: before, after: after, problems: RebuildReport.Problems(changedSinceApproval: [changed])))
        #expect(page.approved.map(\.name) == ["a"] && page.changes.flatMap(\.shown).map(\.name) == ["b"])
        #expect(page.approved.first?.words.contains("\n") == false)
        #expect(page.approved.first?.words.hasSuffix(", 2026-11-21 18:09 UTC") == true)
    }

    @Test("concerns come before waiting files, and a hold of the publication has its reason")
    func concerns() {
        let problems = RebuildReport.Problems(
            concerns: [.init(path: "a", sentence: "A is damaged.")],
            repaired: [.init(path: "c", sentence: "C was damaged.")],
            waiting: [.init(path: "b", sentence: "B is being written.")])
        let page = content(report(run: run(held: "Publishing is on hold."), problems: problems))
        #expect(page.concerns == ["A is damaged.", "B is being written."] && page.repaired == ["C was damaged."])
        #expect(page.hasHeld && page.held == "Publishing is on hold." && page.needsPerson)
        let quiet = content(report())
        #expect(!quiet.hasConcerns && !quiet.hasRepaired && !quiet.hasHeld && !quiet.needsPerson)
    }

    @Test("files that are rejected for the first time come before the others")
    func rejected() {
        let (old, new) = (Sample.rejected("cats/a.png"), Sample.rejected("cats/b.png"))
        let report = report(
            before: Sample.catalog([], rejected: [old]), after: Sample.catalog([], rejected: [old, new]))
        let rejections: [RebuildReport.Rejection] = report.catalog.rejected
        #expect(rejections.map(\.isNew) == [false, true])
        #expect(content(report).rejectedSources.map(\.fileName) == ["b.png", "a.png"])
    }

    @Test("a sticker that was sent back has its reviewer and comment, and a link if there is a review page")
    func sentBack() {
        var pack = Sample.pack([Sample.sticker("a b"), Sample.sticker("c")])
        pack.stickers[0].review = Review(outcome: .sentBack, reviewer: "Ada", comment: "Rounder\near.")
        pack.stickers[1].review = Review(outcome: .sentBack)
        let report = report(after: Sample.catalog([pack]))
        let returned: [RebuildReportPageContent.Returned] = content(report, review: "https://a.example/").sentBack
        #expect(returned.map(\.reason) == ["Ada: Rounder␤ear.", "without a comment"])
        #expect(returned.first?.link == ["https://a.example/#/sticker/cats/a%20b"])
        #expect(content(report).sentBack.map(\.link) == [[], []])
    }

    @Test("the ten slowest sources have bars in relation to the slowest one")
    func slowest() {
        let times = (1...12).map { RebuildReport.Slow(path: "\($0).png", milliseconds: $0 * 500) }
        let slowest: [RebuildReportPageContent.Figure] = content(report(run: run(times: times))).slowest
        #expect(slowest.count == 10 && slowest.first?.name == "12.png")
        #expect(slowest.map(\.value).prefix(2) == ["6.0 s", "5.5 s"] && slowest.map(\.bar).prefix(2) == [100, 91])
        #expect(!content(report()).hasSlowest)
    }

    @Test(
        "the bar of a large file is its share of the limit, and never longer than its room",
        arguments: [
            (450_000, "450,000 bytes, 90.0 %", 90), (600_000, "600,000 bytes, 120.0 %", 100), (.max, nil, 100),
        ] as [(Int, String?, Int)])
    func largest(bytes: Int, value: String?, bar: Int) throws {
        let limit = bytes == .max ? 1 : 500_000
        let page = content(report(after: catalog([sticker("a", source: "1", bytes: bytes)]), byteLimit: limit))
        let figure = try #require(page.largest.first)
        #expect(figure.name == "cats/a" && figure.bar == bar)
        if let value { #expect(figure.value == value) }
    }

    @Test("a verification counts differences only, and a preview says what would change")
    func modes() {
        let problems = RebuildReport.Problems(waiting: [.init(path: "b", sentence: "B is being written.")])
        let after = Sample.catalog([Sample.pack([Sample.sticker("a")])], rejected: [Sample.rejected("cats/b.png")])
        #expect(report(after: after, run: run(mode: "verify"), problems: problems).needsPerson == 0)
        #expect(report(after: after, problems: problems).needsPerson == 2)
        #expect(content(report(run: run(mode: "preview"))).changesTitle == "What would change")
        #expect(content(report()).changesTitle == "What changed")
    }
}
