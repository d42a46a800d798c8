import Intake
import Reports
import StickerManifest
import Testing
import Texts

@Suite struct ReportPageTests {
    private func html(_ catalog: Catalog, previous: Catalog? = nil, ignored: [IgnoredEntry] = []) throws -> String {
        try ReportPage.html(BuildReport(catalog: catalog, previous: previous, ignored: ignored), catalog: catalog)
    }

    @Test("items for a person come before warnings, and these before changes")
    func order() throws {
        let page = try html(
            Sample.catalog(
                [Sample.pack([Sample.sticker("a", findings: [Sample.warning])])],
                rejected: [Sample.rejected("cats/Sad Cat.psd")]))
        let places = ["Fix these", "Published, worth a look", "Since the last build", "Preview sheets"].map {
            page.firstRange(of: $0)?.lowerBound
        }
        #expect(places.allSatisfy { $0 != nil })
        #expect(places.compactMap { $0 }.sorted() == places.compactMap { $0 })
    }

    @Test("the page is completely in the language of the texts, without English text", arguments: Language.allCases)
    func languages(language: Language) throws {
        let texts = Texts(language)
        let catalog = Sample.catalog(
            [Sample.pack([Sample.sticker("a", findings: [Sample.warning])])],
            rejected: [Sample.rejected("cats/Sad Cat.psd")])
        let page = try ReportPage.html(
            BuildReport(catalog: catalog, previous: nil, ignored: []), catalog: catalog, texts)
        #expect(ReportPage.isPage(Array(page.utf8), in: texts))
        #expect(page.contains(texts("report.fix")) && page.contains(texts("report.failed", ["count": 1])))
        #expect(page.contains("Fix these") == (language == .english))
        // The stored sentence is English, and is shown only if the message is in another language.
        #expect(page.contains("class=\"mend\" lang=\"en\"") == (language != .english))
        #expect(!page.contains("[[") && !page.contains("{{"))
        #expect(!ReportPage.isPage(Array(page.utf8), in: Texts(language == .german ? .english : .german)))
    }

    @Test("a changed sticker links to its row on the sheet; a removed one has no link")
    func links() throws {
        let before = Sample.catalog([Sample.pack([Sample.sticker("old")])])
        let page = try html(Sample.catalog([Sample.pack([Sample.sticker("new")])]), previous: before)
        #expect(page.contains("href=\"sheets/cats.html#s-new\""))
        #expect(page.contains("cats/old"))
        #expect(!page.contains("#s-old"))
    }

    @Test("a build of nothing has a page with the next step")
    func nothing() throws {
        let page = try html(Sample.catalog([]))
        #expect(page.contains("Nothing is published yet"))
        #expect(!page.contains("Fix these"))
    }

    @Test("an ignored folder is listed with the reason")
    func ignored() throws {
        let page = try html(
            Sample.catalog([]), ignored: [IgnoredEntry(path: "cats/drafts", reason: .nestedFolder)])
        #expect(page.contains("cats/drafts"))
        #expect(page.contains("Not used: "))
    }

    @Test("two thousand stickers and rejected files make a page without script or outside help")
    func many() throws {
        let stickers = (0..<2000).map { Sample.sticker("s\($0)", findings: [Sample.warning]) }
        let rejected = (0..<2000).map { Sample.rejected("cats/\($0).png") }
        let page = try html(Sample.catalog([Sample.pack(stickers)], rejected: rejected))
        #expect(page.contains("2,000 files could not be published"))
        #expect(!page.contains("<script") && !page.contains("{{") && !page.contains("https://"))
    }

    @Test("the page has a thousand items of a longer list, and the number of the others")
    func longLists() throws {
        let stickers = (0..<2_500).map { Sample.sticker("sticker-\($0)") }
        let page = try html(Sample.catalog([Sample.pack(stickers)]))
        #expect(page.matches(of: /class="caption"/).count == 1_000)
        #expect(page.contains("And 1,500 more, which are in report.json."))
    }
}
