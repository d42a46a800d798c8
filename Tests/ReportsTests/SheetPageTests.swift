import Reports
import StickerManifest
import Testing
import Texts

@Suite struct SheetPageTests {
    private func html(_ stickers: [Sticker], rejected: [RejectedSource] = [], title: String = "Cats") throws -> String {
        try SheetPage.html(
            pack: Sample.pack(stickers, title: title), rejected: rejected, backgrounds: Sample.backgrounds,
            pngPages: ["cats-1.png"])
    }

    @Test("every sticker has a row with a picture for each background")
    func rows() throws {
        let page = try html([Sample.sticker("a"), Sample.sticker("b")])
        #expect(page.contains("id=\"s-a\""))
        #expect(page.contains("src=\"../assets/a%20white.png\" width=\"100\" height=\"100\""))
        #expect(page.contains("src=\"../assets/b%20red.png\""))
        #expect(page.contains("alt=\"Happy Cat, on red\""))
    }

    @Test("a page is in the language of the texts; the detail of a finding stays English")
    func german() throws {
        let page = try SheetPage.html(
            pack: Sample.pack([Sample.sticker("a", findings: [Sample.warning])], title: "Cats"), rejected: [],
            backgrounds: Sample.backgrounds, pngPages: ["cats-1.png"], Texts(.german))
        #expect(page.contains("<html lang=\"de\">") && page.contains("alt=\"Happy Cat, auf red\""))
        #expect(page.contains("1 Sticker") && page.contains("<a href=\"cats-1.png\">Seite 1</a>"))
        #expect(page.contains("lang=\"en\">\(Sample.warning.message)"))
        #expect(!page.contains("[[") && !page.contains("{{"))
    }

    @Test("the page loads nothing from elsewhere and runs nothing")
    func selfContained() throws {
        let page = try html(
            [Sample.sticker("a", findings: [Sample.warning])], rejected: [Sample.rejected("cats/x.png")])
        #expect(page.contains("default-src 'none'"))
        #expect(!page.contains("http://") && !page.contains("https://"))
        #expect(!page.contains("<script") && !page.contains("{{"))
    }

    @Test("markup in names is shown, not obeyed")
    func hostile() throws {
        let label = "\"\u{301} onerror=\u{301}'x' </style><script>alert(1)</script>"
        let page = try html(
            [Sample.sticker("a", label: label)], rejected: [Sample.rejected("cats/<b>.png", message: label)],
            title: label)
        #expect(!page.contains("<script"))
        let scalars = Array(page.unicodeScalars)
        let bareQuote = scalars.indices.dropFirst().contains { scalars[$0 - 1] == "\"" && scalars[$0].value == 0x301 }
        #expect(!bareQuote)
        #expect(page.contains("&lt;script&gt;"))
    }

    @Test("findings are listed at the top with links to their rows, and in the row with how to fix them")
    func findings() throws {
        let page = try html([Sample.sticker("a", findings: [Sample.warning])])
        #expect(page.contains("href=\"#s-a\""))
        #expect(page.contains("The art reaches the top edge."))
        #expect(page.contains("Leave room."))
    }

    @Test("a large pack has several pages, and the first links to the findings on the others")
    func severalPages() throws {
        let count = SheetPage.mostStickers + 1
        var stickers = (0..<count).map { Sample.sticker("s\($0)") }
        stickers[count - 1] = Sample.sticker("last", findings: [Sample.warning])
        let pages = try (1...SheetPage.pageCount(stickers: count)).map { page in
            try SheetPage.html(
                pack: Sample.pack(stickers), page: page, rejected: [], backgrounds: Sample.backgrounds, pngPages: [])
        }
        #expect(pages.count == 2)
        #expect(pages[0].contains("id=\"s-s0\"") && !pages[1].contains("id=\"s-s0\""))
        #expect(pages[0].contains("<a id=\"s-last\" href=\"cats.2.html#s-last\""))
        #expect(pages[1].contains("<article class=\"row\" id=\"s-last\">") && !pages[1].contains("Worth a look"))
        #expect(pages[1].contains("<a href=\"cats.html\">1</a>") && pages[1].contains("aria-current=\"page\">2"))
    }

    @Test("a pack without findings has no list of them")
    func noFindings() throws {
        #expect(try !html([Sample.sticker("a")]).contains("Worth a look"))
    }

    @Test("a pack without stickers has a message")
    func empty() throws {
        #expect(try html([]).contains("no published stickers"))
    }

    @Test("a rejected file is listed with its name and its reason")
    func rejected() throws {
        let page = try html([], rejected: [Sample.rejected("cats/Sad Cat.psd", keeps: true)])
        #expect(page.contains("Sad Cat.psd"))
        #expect(page.contains("The file ends early."))
        #expect(page.contains("The earlier version stays published."))
    }

    @Test("a missing value is still named, so that it is not inherited")
    func absence() throws {
        struct Inner {
            let name: String?
            let isThere: Bool
        }
        struct Outer {
            let names: [String]
            let inner: [Inner]
        }
        let outer = Outer(
            names: ["a", "b"], inner: [Inner(name: nil, isThere: true), Inner(name: "c", isThere: false)])
        let plain = try #require(PageContent.plain(outer) as? [String: Any])
        #expect(plain["names"] as? [String] == ["a", "b"])
        let inner = try #require(plain["inner"] as? [[String: Any]])
        #expect(inner.map { $0["isThere"] as? Bool } == [true, false])
        #expect(inner.map { $0.keys.contains("name") } == [true, true])
        #expect(inner.map { $0["name"] as? String } == [nil, "c"])
    }
}
