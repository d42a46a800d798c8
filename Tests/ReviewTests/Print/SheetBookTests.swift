import Foundation
import Review
import StickerCatalog
import Testing

@Suite("What a sheet shows")
struct SheetBookTests {
    private func html(_ book: SheetBook, _ studio: Studio, mode: SheetOptions.Mode = .contact) throws -> String {
        let outcome = try studio.sheet(book, .html, mode: mode)
        return String(decoding: try studio.contents(outcome.files[0]), as: UTF8.self)
    }

    @Test("the page for browsers needs nothing from elsewhere, and no script", arguments: SheetOptions.Mode.allCases)
    func selfContained(mode: SheetOptions.Mode) throws {
        let studio = try Studio()
        let book = try studio.book(
            [Sample.pack([studio.whole("s"), studio.moving("m", colours: [.black])])],
            rejected: [Sample.rejected("cats/Torn.png")])
        let page = try html(book, studio, mode: mode)
        #expect(page.matches(of: /(?:src|href|srcset)="(?!data:image\/|#)/).isEmpty)
        #expect(!page.contains("url(") && !page.contains("<script") && !page.contains("@import"))
        #expect(!page.contains("{{") && page.contains("default-src 'none'"))
    }

    @Test("names are text, whatever they hold", arguments: SheetOptions.Mode.allCases)
    func escaping(mode: SheetOptions.Mode) throws {
        let studio = try Studio()
        let name = "<img src=x onerror=alert(1)>"
        var sticker = try studio.whole("s", label: name, review: Review(verdict: .sentBack, comment: name))
        sticker.source.path = "cats/\(name).png"
        let book = try studio.book(
            [Sample.pack([sticker], title: name)], rejected: [Sample.rejected("cats/\(name).svg")])
        let page = try html(book, studio, mode: mode)
        #expect(!page.contains("<img src=x") && page.contains("&lt;img src=x onerror=alert(1)&gt;"))
        #expect(try studio.sheet(book, .pdf, mode: mode).pages == 3)
    }

    @Test("where a sticker stands is said, and counted on the cover")
    func standings() throws {
        let studio = try Studio()
        let approved = try studio.whole("a", review: Review(verdict: .approved, reviewer: "Kim"))
        let waiting = try studio.whole("b", label: "New B")
        let book = try studio.book(
            [Sample.pack([approved, studio.whole("b", label: "Old B"), studio.whole("c")])],
            waiting: [Sample.pack([waiting])])
        let page = try html(book, studio)
        #expect(page.contains("Review: 1 approved, 1 awaiting approval, 1 undecided"))
        #expect(page.contains("badge approval\">Approved") && page.contains("badge waiting\">Awaiting approval"))
        // The new version is what is looked at.
        #expect(page.contains("New B") && !page.contains("Old B"))
    }

    @Test("findings are badges on a contact sheet and sentences on a detail sheet")
    func findings() throws {
        let studio = try Studio()
        let book = try studio.book([Sample.pack([studio.whole("s", findings: [Sample.warning])])])
        let contact = try html(book, studio)
        #expect(contact.contains("badge warning\">touches-edge") && !contact.contains("Leave room."))
        let detail = try html(book, studio, mode: .detail)
        #expect(detail.contains("The art reaches the top edge.") && detail.contains("Leave room."))
    }

    @Test("only the packs that are asked for are in it")
    func chosenPacks() throws {
        let studio = try Studio()
        let packs = [
            Sample.pack([try studio.whole("s")], id: "cats", title: "Cats"),
            Sample.pack([try studio.whole("t")], id: "dogs", title: "Dogs"),
        ]
        let page = try html(try studio.book(packs, only: ["dogs"]), studio)
        #expect(page.contains("Dogs") && !page.contains("Cats"))
    }

    @Test("a pack that is not there is an error that names those that are")
    func unknownPack() throws {
        let studio = try Studio()
        let error = try #require(throws: SheetError.self) {
            try studio.book([Sample.pack([])], rejected: [], only: ["birds"])
        }
        #expect(error == .unknownPack(id: "birds", known: ["cats"]))
        #expect("\(error)".contains("birds") && "\(error)".contains("cats"))
    }

    @Test("a folder without a manifest is an error that says what to run")
    func nothingPublished() throws {
        let studio = try Studio()
        let error = try #require(throws: SheetError.self) { try SheetBook(out: studio.out) }
        #expect(error == .nothingPublished(out: studio.folder.path))
        #expect("\(error)".contains("stickerd build"))
    }

    @Test("a catalog in which all was rejected still shows it")
    func onlyRejected() throws {
        let studio = try Studio()
        let book = try studio.book([], rejected: [Sample.rejected("cats/Torn.png")])
        #expect(try html(book, studio).contains("The file ends early."))
        #expect(try studio.sheet(book, .pdf).pages == 2)
    }

    @Test("so many packs that their list takes more than the cover", arguments: Paper.allCases)
    func manyPacks(paper: Paper) throws {
        let studio = try Studio()
        let sticker = try studio.whole("s")
        let packs = (10..<70).map { Sample.pack([sticker], id: "p\($0)", title: "Pack \($0)") }
        #expect(try studio.sheet(try studio.book(packs), .pdf, paper: paper).pages == 62)
    }
}
