import Foundation
import Publishing
import Reports
import SheetModel
import StickerManifest
import Testing

@Suite("The content of a sheet")
struct SheetDocumentTests {
    private let fixture: SheetFixture

    init() throws { fixture = try SheetFixture() }

    private func html(_ document: SheetDocument, _ fixture: SheetFixture, mode: SheetOptions.Mode = .contact) throws
        -> String
    {
        let outcome = try fixture.sheet(document, .html, mode: mode)
        return String(decoding: try fixture.contents(outcome.files[0]), as: UTF8.self)
    }

    @Test("the page for browsers needs nothing from elsewhere, and no script", arguments: SheetOptions.Mode.allCases)
    func selfContained(mode: SheetOptions.Mode) throws {
        let document = try fixture.document(
            [Sample.pack([fixture.whole("s"), fixture.moving("m", colours: [.black])])],
            rejected: [Sample.rejected("cats/Torn.png")])
        let page = try html(document, fixture, mode: mode)
        #expect(page.matches(of: /(?:src|href|srcset)="(?!data:image\/|#)/).isEmpty)
        #expect(!page.contains("url(") && !page.contains("<script") && !page.contains("@import"))
        #expect(!page.contains("{{") && page.contains("default-src 'none'"))
    }

    @Test("names are text, with any characters", arguments: SheetOptions.Mode.allCases)
    func escaping(mode: SheetOptions.Mode) throws {
        let name = "<img src=x onerror=alert(1)>"
        var sticker = try fixture.whole("s", label: name, review: Review(outcome: .sentBack, comment: name))
        sticker.source.path = "cats/\(name).png"
        let document = try fixture.document(
            [Sample.pack([sticker], title: name)], rejected: [Sample.rejected("cats/\(name).svg")])
        let page = try html(document, fixture, mode: mode)
        #expect(!page.contains("<img src=x") && page.contains("&lt;img src=x onerror=alert(1)&gt;"))
        #expect(try fixture.sheet(document, .pdf, mode: mode).pages == (mode == .wall ? 1 : 3))
    }

    @Test("the state of a sticker is shown, and counted on the cover")
    func approvals() throws {
        let approved = try fixture.whole("a", review: Review(outcome: .approved, reviewer: "Kim"))
        let waiting = try fixture.whole("b", label: "New B")
        let document = try fixture.document(
            [Sample.pack([approved, fixture.whole("b", label: "Old B"), fixture.whole("c")])],
            waiting: [Sample.pack([waiting])])
        let page = try html(document, fixture)
        #expect(page.contains("Review: 1 approved, 1 awaiting approval, 1 undecided"))
        #expect(page.contains("badge approval\">Approved") && page.contains("badge waiting\">Awaiting approval"))
        // The new version is shown.
        #expect(page.contains("New B") && !page.contains("Old B"))
    }

    @Test(
        "a decision is shown with its reviewer, its day and its comment",
        arguments: [SheetOptions.Mode.contact, .detail])
    func decisions(mode: SheetOptions.Mode) throws {
        let sticker = try fixture.whole(
            "a", review: Review(outcome: .sentBack, reviewer: "Ada", comment: "Rounder ear."))
        let key = Reviews.Key(pack: "cats", sticker: "a", pixels: sticker.pixels)
        let document = try fixture.document([Sample.pack([sticker])], decided: [key: "2026-11-25T23:03:00Z"])
        let page = try html(document, fixture, mode: mode)
        #expect(page.contains("Sent back by Ada, 2026-11-25") && page.contains("Rounder ear."))
    }

    @Test("every sticker has a number that is the same on a sheet of its pack alone")
    func numbers() throws {
        let packs = [
            Sample.pack([try fixture.whole("a"), try fixture.whole("b")], id: "cats", title: "Cats"),
            Sample.pack([try fixture.whole("c")], id: "clouds", title: "Clouds"),
            Sample.pack([try fixture.whole("d")], id: "dogs", title: "Dogs"),
        ]
        let page = try html(try fixture.document(packs), fixture)
        for number in ["CA-01", "CA-02", "CL-01", "D-01"] { #expect(page.contains(number), "\(number)") }
        let alone = try fixture.document(packs, only: ["clouds"])
        #expect(try html(alone, fixture).contains("CL-01"))
        #expect(try html(alone, fixture, mode: .wall).contains("CL-01"))
    }

    @Test("findings are badges on a contact sheet and sentences on a detail sheet")
    func findings() throws {
        let document = try fixture.document([Sample.pack([fixture.whole("s", findings: [Sample.warning])])])
        let contact = try html(document, fixture)
        #expect(contact.contains("badge warning\">touches-edge") && !contact.contains("Leave room."))
        let detail = try html(document, fixture, mode: .detail)
        #expect(detail.contains("The art reaches the top edge.") && detail.contains("Leave room."))
    }

    @Test("only the packs that are requested are in it")
    func chosenPacks() throws {
        let packs = [
            Sample.pack([try fixture.whole("s")], id: "cats", title: "Cats"),
            Sample.pack([try fixture.whole("t")], id: "dogs", title: "Dogs"),
        ]
        let page = try html(try fixture.document(packs, only: ["dogs"]), fixture)
        #expect(page.contains("Dogs") && !page.contains("Cats"))
    }

    @Test("an unknown pack is an error that names the existing ones")
    func unknownPack() throws {
        let error = try #require(throws: SheetError.self) {
            try fixture.document([Sample.pack([])], rejected: [], only: ["birds"])
        }
        #expect(error == .unknownPack(id: "birds", known: ["cats"]))
        #expect("\(error)".contains("birds") && "\(error)".contains("cats"))
    }

    @Test("a folder without a manifest is an error with the command to run")
    func nothingPublished() throws {
        let error = try #require(throws: SheetError.self) { try SheetDocument(out: fixture.out) }
        #expect(error == .nothingPublished(out: fixture.folder.path))
        #expect("\(error)".contains("stickerd build"))
    }

    @Test("a catalog in which all was rejected still shows it")
    func onlyRejected() throws {
        let document = try fixture.document([], rejected: [Sample.rejected("cats/Torn.png")])
        #expect(try html(document, fixture).contains("The file ends early."))
        #expect(try fixture.sheet(document, .pdf).pages == 2)
    }

    @Test("so many packs that their list takes more than the cover", arguments: Paper.allCases)
    func manyPacks(paper: Paper) throws {
        let sticker = try fixture.whole("s")
        let packs = (10..<70).map { Sample.pack([sticker], id: "p\($0)", title: "Pack \($0)") }
        #expect(try fixture.sheet(try fixture.document(packs), .pdf, paper: paper).pages == 62)
    }
}
