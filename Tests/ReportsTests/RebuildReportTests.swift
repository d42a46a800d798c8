import Foundation
import JobModel
import Reports
import StickerManifest
import Testing
import Texts

/// Tests the report of a rebuild: its page, its chart and its XML.
@Suite struct RebuildReportTests {
    private func run(mode: String = "publish", held: String? = nil, remaining: Int = 0) -> RebuildReport.Run {
        RebuildReport.Run(
            mode: mode, effort: "max", time: Date(timeIntervalSince1970: 1_700_000_000), seconds: 3.5, rendered: 2,
            takenOver: 0, remaining: remaining, filesChecked: 8, held: held,
            times: [.init(path: "a.png", milliseconds: 20), .init(path: "b.png", milliseconds: 1_500)])
    }

    private func report(
        concerns: [RebuildReport.Concern] = [], repaired: [RebuildReport.Concern] = [],
        nights: [RebuildStatistics] = [],
        rejected: [RejectedSource] = [], run: RebuildReport.Run? = nil
    ) -> RebuildReport {
        RebuildReport(
            before: nil, after: Catalog(generator: "stickerd", packs: [], rejected: rejected), run: run ?? self.run(),
            problems: .init(concerns: concerns, repaired: repaired), byteLimit: 500_000, nights: nights)
    }

    private func night(_ day: Int, bytes: Int, added: Int = 0, needsPerson: Int = 0) -> RebuildStatistics {
        RebuildStatistics(
            time: Date(timeIntervalSince1970: 1_699_000_000 + Double(day) * 86_400), effort: "max", isComplete: true,
            stickers: 3, bytes: bytes, saved: 0, added: added, changed: 0, removed: 0, rejected: 0,
            needsPerson: needsPerson, rendered: 3, seconds: 60)
    }

    @Test("a night without changes is reported as such")
    func quiet() throws {
        let report = report()
        #expect(report.headline == "Nothing has changed")
        #expect(report.needsPerson == 0)
        #expect(
            try RebuildReportPage.html(report, pictures: RebuildReportImages()).contains("<h1>Nothing has changed</h1>")
        )
    }

    @Test(
        "the page is in the language of the texts, and names no key; the text for logs is in English",
        arguments: Language.allCases)
    func languages(language: Language) throws {
        let nights = (1...3).map { night($0, bytes: 1_000 * $0, added: 2) }
        let report = report(nights: nights, run: run(mode: "publish"))
        let page = try RebuildReportPage.html(report, pictures: RebuildReportImages(), Texts(language))
        #expect(page.contains("<html lang=\"\(language.rawValue)\">"))
        #expect(page.contains("<h1>\(Texts(language)("night.nothing"))</h1>"))
        #expect(page.firstMatch(of: /night\.[a-z]/) == nil && !page.contains("[["))
        #expect(report.summaryLines(width: 80).first == "Nothing has changed.")
    }

    @Test(
        "stickers that were sent back are in the text, the page and the JSON, and need no action by the person who runs stickerd"
    )
    func sentBack() throws {
        var pack = Sample.pack([Sample.sticker("a")])
        pack.stickers[0].review = Review(outcome: .sentBack, reviewer: "Ada", comment: "Rounder ear.")
        let catalog = Sample.catalog([pack])
        func report(_ mode: String) -> RebuildReport {
            RebuildReport(
                before: catalog, after: catalog, run: run(mode: mode), problems: .init(), byteLimit: 500_000,
                nights: [])
        }
        let night = report("publish")
        #expect(night.needsPerson == 0 && night.summaryLines(width: 1_000).contains { $0.contains("1 sent back") })
        #expect(night.summaryLines(width: 80).contains("↩ cats/a.png: sent back. Ada: Rounder ear."))
        #expect(try RebuildReportPage.html(night, pictures: RebuildReportImages()).contains("Ada: Rounder ear."))
        #expect(try String(decoding: night.json(), as: UTF8.self).contains("\"sentBack\""))
        #expect(report("verify").catalog.sentBack == nil)
    }

    @Test(
        "with the address of the review page, the report links to it, and stickers to their views; removed ones do not")
    func links() throws {
        var pack = Sample.pack([Sample.sticker("a"), Sample.sticker("b", pixels: "q")])
        pack.stickers[0].review = Review(outcome: .sentBack, reviewer: "Ada", comment: "Rounder ear.")
        let before = Sample.catalog([Sample.pack([Sample.sticker("b"), Sample.sticker("c")])])
        let report = RebuildReport(
            before: before, after: Sample.catalog([pack]), run: run(), problems: .init(), byteLimit: 500_000, nights: []
        )
        let page = try RebuildReportPage.html(
            report, pictures: RebuildReportImages(), review: "https://stickers.example.com/review/")
        let links = page.matches(of: /href="https:\/\/stickers\.example\.com\/review\/([^"]*)"/).map { String($0.1) }
        #expect(Set(links) == ["#/?show=review", "#/sticker/cats/a", "#/sticker/cats/b"], "\(links)")
        #expect(try !RebuildReportPage.html(report, pictures: RebuildReportImages()).contains("<a "))
    }

    @Test(
        "what looks different since its approval comes first, with its label, reviewer and pictures, and needs attention"
    )
    func approved() throws {
        let before = Sample.catalog([Sample.pack([Sample.sticker("a"), Sample.sticker("b")])])
        let pack = Sample.pack([Sample.sticker("a", pixels: "q"), Sample.sticker("b", label: "Sad Cat", pixels: "q")])
        let changed = RebuildReport.ChangedSinceApproval(
            pack: pack, sticker: pack.stickers[0], reviewer: "Ada", approved: "2026-11-21T18:09:00Z", pixels: "p",
            picture: nil)
        func report(_ changed: [RebuildReport.ChangedSinceApproval]) -> RebuildReport {
            RebuildReport(
                before: before, after: Sample.catalog([pack]), run: run(),
                problems: .init(
                    concerns: [.init(path: "x", sentence: "A file is damaged.")], changedSinceApproval: changed),
                byteLimit: 500_000, nights: [])
        }
        let night = report([changed])
        #expect(night.needsPerson == 2)
        let lines = night.summaryLines(width: 1_000)
        #expect(
            lines[2] == "✗ cats/a.png looks different since it was approved by Ada, 2026-11-21 18:09 UTC.", "\(lines)")
        let pictures = RebuildReportImages(
            before: before, after: Sample.catalog([pack]), changedSinceApproval: [changed]
        ) { _, _ in [1] }
        let page = try RebuildReportPage.html(night, pictures: pictures)
        let sections = page.matches(of: /<section aria-labelledby="([a-z-]+)"/).map { String($0.1) }
        #expect(sections.prefix(3) == ["approved", "concerns", "changes"])
        #expect(page.contains("Approved by Ada, 2026-11-21 18:09 UTC") && page.contains("Cats, a"))
        #expect(
            page.matches(of: /class="name" dir="auto">Happy Cat</).count == 1,
            "the sticker is not listed exactly once")
        #expect(page.contains(">Sad Cat<"))
        #expect(page.matches(of: /src="data:image\/png;base64,/).count == 8)
        #expect(JUnitReport.xml(night, catalog: Sample.catalog([pack])).contains("since it was approved by Ada"))
        #expect(try String(decoding: night.json(), as: UTF8.self).contains("\"changedSinceApproval\""))
        #expect(try !String(decoding: report([]).json(), as: UTF8.self).contains("\"changedSinceApproval\""))
    }

    @Test("work of the farm is in the text, the page and the JSON, and otherwise absent")
    func farm() throws {
        var (run, farm) = (run(), RemoteWork(host: "farm.example.com", jobs: 200))
        (farm.done, farm.cached, farm.lost, farm.workers) = (900, 50, 2, 4)
        farm.lastError = "the connection was closed"
        run.farm = farm
        let report = report(run: run)
        let sentence = report.summaryLines(width: 1_000).first {
            $0.hasPrefix("The farm farm.example.com: 900 stickers")
        }
        #expect(sentence?.contains("by 4 workers, 50 from its cache, 2 lost and rendered on this machine") == true)
        #expect(sentence?.hasSuffix("Last error: the connection was closed") == true)
        #expect(try RebuildReportPage.html(report, pictures: RebuildReportImages()).contains("Other machines"))
        #expect(try String(decoding: report.json(), as: UTF8.self).contains("\"farm\""))
        let alone = self.report()
        #expect(try !RebuildReportPage.html(alone, pictures: RebuildReportImages()).contains("Other machines"))
        #expect(try !String(decoding: alone.json(), as: UTF8.self).contains("\"farm\""))
    }

    @Test("the page is self-contained, and names are inserted as text")
    func page() throws {
        let report = report(
            concerns: [.init(path: "x", sentence: "<b>cats/\"A\"</b> is damaged.")], nights: [night(1, bytes: 10)])
        let page = try RebuildReportPage.html(report, pictures: RebuildReportImages())
        #expect(page.contains("&lt;b&gt;cats/&quot;A&quot;&lt;/b&gt; is damaged."))
        #expect(page.matches(of: /(?:src|href)="(?!data:)/).isEmpty)
        #expect(page.contains("1 item needs attention"))
    }

    @Test("the chart has a point per night and a bar per night with changes, for all sizes")
    func chart() throws {
        let nights = (0..<29).map { night($0, bytes: 1_000 + $0, added: $0 % 3, needsPerson: $0 == 4 ? 1 : 0) }
        let page = try RebuildReportPage.html(report(nights: nights), pictures: RebuildReportImages())
        #expect(page.matches(of: /<circle class/).count == 30)
        #expect(page.matches(of: /<rect class="changes"/).count == nights.count { $0.added > 0 })
        #expect(page.matches(of: /<circle class="look"/).count == 1)
        #expect(!page.contains("nan") && !page.contains("–,"))
        let flat = try RebuildReportPage.html(
            report(nights: [night(1, bytes: 0)]), pictures: RebuildReportImages())
        #expect(flat.matches(of: /<circle class/).count == 2)
    }

    @Test("a dry run and a verification do not count as nights")
    func modes() {
        #expect(report(run: run(mode: "verify")).nights == [])
        #expect(report(run: run(mode: "preview")).nights == [])
        #expect(report().nights.count == 1)
    }

    @Test("a night without enough time needs no action")
    func partial() {
        let report = report(run: run(held: "The next rebuild continues.", remaining: 4))
        #expect(report.needsPerson == 0)
        #expect(report.night.isComplete == false)
    }

    @Test("the XML counts failures, and is well-formed with any name")
    func junit() throws {
        let source = RejectedSource(
            pack: "cats", id: "a", path: "cats/<A> & \u{1}\"B\".png", sha256: "", bytes: 3,
            findings: [
                Finding(rule: "file-size", level: .error, message: "Too \"large\".", fix: "Make it smaller.")
            ], keepsEarlierVersion: true)
        let report = report(
            concerns: [.init(path: "assets/1.png", sentence: "It is damaged.")],
            repaired: [.init(path: "assets/2.png", sentence: "It was damaged.")], rejected: [source])
        let xml = JUnitReport.xml(report, catalog: Catalog(generator: "", packs: [], rejected: []))
        #expect(xml.contains("<testsuites>\n"), "the schema of Ant's format allows no attributes here")
        let suites = try xml.matches(of: Regex(#"<testsuite id="(\d)" package="stickerd" name="[^"]+" tests="(\d)""#))
        #expect(suites.map { $0.output[1].substring ?? "" } == suites.indices.map { "\($0)" })
        #expect(suites.reduce(0) { $0 + (Int($1.output[2].substring ?? "") ?? 0) } == 3)
        #expect(xml.contains("timestamp=\"2023-11-14T22:13:20\" hostname=\"localhost\">\n    <properties/>"))
        #expect(xml.contains("<failure type=\"file-size\" message=\"Too &quot;large&quot;. Make it smaller.\"/>"))
        #expect(xml.contains("name=\"cats/&lt;A&gt; &amp; \u{FFFD}&quot;B&quot;.png: refused\""))
    }

    @Test("the JSON is read back as it was")
    func json() throws {
        let report = report(concerns: [.init(path: "a", sentence: "b")])
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        #expect(try decoder.decode(RebuildReport.self, from: report.json()) == report)
    }
}
