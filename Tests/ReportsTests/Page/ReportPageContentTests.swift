import Intake
import Reports
import SheetModel
import StickerManifest
import Testing
import Texts

@Suite("The content of the build report's page")
struct ReportPageContentTests {
    private func content(_ report: BuildReport, _ catalog: Catalog = Sample.catalog([])) -> ReportPageContent {
        ReportPageContent(report, packLinks: [], thumbnails: Thumbnails(of: catalog), .english)
    }

    private func content(_ catalog: Catalog, previous: Catalog? = nil) -> ReportPageContent {
        content(BuildReport(catalog: catalog, previous: previous), catalog)
    }

    @Test("changes are grouped by what a person can see, with different pixels first")
    func groups() {
        let before = Sample.catalog([Sample.pack([Sample.sticker("a"), Sample.sticker("b"), Sample.sticker("d")])])
        let now = Sample.catalog([
            Sample.pack([Sample.sticker("a", pixels: "q"), Sample.sticker("b", label: "Cat"), Sample.sticker("c")])
        ])
        let changes: [ReportPageContent.Changes] = content(now, previous: before).changes
        #expect(
            changes.map(\.title) == ["Looks different", "Other bytes, labels or settings", "Added", "Removed"])
        #expect(changes.map { $0.changed.map(\.label) } == [["Happy Cat"], ["Cat"], ["Happy Cat"], ["d"]])
        #expect(changes.map { $0.changed.map(\.isPublished) } == [[true], [true], [true], [false]])
    }

    @Test("a group without stickers is left out, and a report without changes has no groups")
    func noChanges() {
        let catalog = Sample.catalog([Sample.pack([Sample.sticker("a")])])
        #expect(content(catalog).changes.map(\.title) == ["Added"])
        let same = content(catalog, previous: catalog)
        #expect(same.changes.isEmpty && !same.hasChanges)
    }

    @Test(
        "a group of more than 120 pictures is closed, and one of more than a thousand counts the others",
        arguments: [(120, true, []), (121, false, []), (1_001, false, ["And 1 more, which are in report.json."])])
    func largeGroup(count: Int, isOpen: Bool, more: [String]) throws {
        let page = content(Sample.catalog([Sample.pack((0..<count).map { Sample.sticker("s\($0)") })]))
        let added = try #require(page.changes.first)
        #expect(added.isOpen == isOpen && added.more == more)
        #expect(added.changed.count == min(count, ReportPageContent.mostListed))
        #expect(added.count == (count > 999 ? "1,001" : "\(count)"))
    }

    @Test("the facts have units, and what is zero is left out")
    func facts() {
        let catalog = Sample.catalog([
            Sample.pack([Sample.sticker("a", bytes: 1200), Sample.sticker("b", bytes: 2400)])
        ])
        let sizes = ["3,600 bytes at @3x", "largest 2,400 bytes, cats/b"]
        #expect(content(catalog).facts == ["2 stickers published", "2 added"] + sizes)
        #expect(content(catalog, previous: catalog).facts == ["2 stickers published"] + sizes)
        #expect(content(Sample.catalog([])).facts == ["no stickers published"])
    }

    @Test("the headline is about rejected files first, then about stickers that await approval")
    func headline() {
        let pack = Sample.pack([Sample.sticker("a")])
        var waiting = Sample.catalog([pack])
        waiting.awaitingApproval = [Sample.pack([Sample.sticker("b"), Sample.sticker("c")])]
        #expect(content(waiting).headline == "2 stickers await approval")
        waiting.rejected = [Sample.rejected("cats/x.png")]
        #expect(content(waiting).headline == "1 file could not be published")
        #expect(content(Sample.catalog([pack])).headline == "Everything is published")
        #expect(content(Sample.catalog([])).headline == "Nothing is published yet")
    }

    @Test("the page tells how to begin only if there is nothing else to tell")
    func empty() {
        #expect(content(Sample.catalog([])).isEmpty)
        #expect(!content(Sample.catalog([], rejected: [Sample.rejected("cats/x.png")])).isEmpty)
        #expect(!content(Sample.catalog([Sample.pack([Sample.sticker("a")])])).isEmpty)
    }

    @Test("a sticker that was sent back is shown with its comment, and with its picture if it is published")
    func sentBack() throws {
        var pack = Sample.pack([Sample.sticker("a"), Sample.sticker("b")])
        pack.stickers[0].review = Review(outcome: .sentBack, reviewer: "Ada", comment: "Rounder ear.")
        pack.stickers[1].review = Review(outcome: .sentBack)
        let report = BuildReport(catalog: Sample.catalog([pack]), previous: nil)
        let published: [SentBackView] = content(report, Sample.catalog([pack])).sentBack
        #expect(published.map(\.comment) == ["Rounder ear.", "Without a comment"])
        #expect(published.map(\.reviewer) == ["Ada", ""] && published.map(\.path) == ["cats/a.png", "cats/b.png"])
        #expect(published.map(\.thumbnail.isPublished) == [true, true])
        #expect(content(report).sentBack.map(\.thumbnail.isPublished) == [false, false])
    }

    @Test("a sticker with a warning has its picture, its path, and the problem with its fix")
    func warned() throws {
        let page = content(Sample.catalog([Sample.pack([Sample.sticker("a", findings: [Sample.warning])])]))
        let warned: ReportPageContent.Warned = try #require(page.warned.first)
        #expect(warned.path == "cats/a.png" && warned.thumbnail.isPublished)
        #expect(warned.findings.map(\.rule) == ["touches-edge"] && warned.findings.map(\.isError) == [false])
    }
}

@Suite("The lists of unpublished files in the build report")
struct PathListTests {
    private func lists(
        superseded: [BuildReport.Yielded] = [], duplicates: [BuildReport.Yielded] = [], waiting: [String] = [],
        ignored: [IgnoredEntry] = []
    ) -> [PathListView] {
        PathListView.all(
            of: BuildReport(
                catalog: Sample.catalog([]), previous: nil, superseded: superseded, duplicates: duplicates,
                waiting: waiting, ignored: ignored), .english)
    }

    @Test("waiting files come first, then those that another file replaces, settings to check and unused files")
    func order() {
        let lists = lists(
            superseded: [.init(path: "cats/a.gif", to: "cats/a.png")],
            duplicates: [.init(path: "cats/b.png", to: "cats/a.png")], waiting: ["cats/c.png"],
            ignored: [
                IgnoredEntry(path: "cats/drafts", reason: .nestedFolder),
                IgnoredEntry(path: "cats/pack.json", reason: .settings, detail: "it has an unknown key"),
            ])
        #expect(
            lists.map { $0.title.prefix { $0 != ":" } } == [
                "Waiting", "Same picture as another file", "Another file of the same name is preferred",
                "Settings to check", "Not used",
            ])
        let entries: [PathListView.Entry] = lists.flatMap(\.entries)
        #expect(entries.map(\.replacement) == [nil, "cats/a.png", "cats/a.png", nil, nil])
        #expect(entries[3].path == "cats/pack.json: it has an unknown key")
    }

    @Test("files that are expected to be unused are not listed")
    func expected() {
        #expect(
            lists(ignored: [
                IgnoredEntry(path: "cats/pack.json", reason: .settings), IgnoredEntry(path: ".x", reason: .hidden),
                IgnoredEntry(path: "Thumbs.db", reason: .systemFile),
            ]).isEmpty)
    }

    @Test("an unused file is listed with its kind if that is known")
    func kind() {
        let lists = lists(ignored: [
            IgnoredEntry(path: "cats/a.txt", reason: .notArt, kind: "a text"),
            IgnoredEntry(path: "cats/b", reason: .notArt),
        ])
        #expect(lists.map { $0.entries.map(\.path) } == [["cats/a.txt: a text", "cats/b"]])
    }

    @Test(
        "a list of more than twelve files is closed, and one of more than a thousand counts the others",
        arguments: [(12, true, 0), (13, false, 0), (1_500, false, 1)])
    func large(count: Int, isOpen: Bool, moreCount: Int) throws {
        let list = try #require(lists(waiting: (0..<count).map { "cats/\($0).png" }).first)
        #expect(list.isOpen == isOpen && list.more.count == moreCount)
        #expect(list.entries.count == min(count, 1_000))
    }
}
