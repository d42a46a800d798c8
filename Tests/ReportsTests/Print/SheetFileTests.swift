import Foundation
import JobModel
import Pixels
import Reports
import SheetModel
import SheetRendering
import StickerManifest
import StickerRendering
import Testing
import Vips

@Suite("Sheets that leave the folder")
struct SheetFileTests {
    private let fixture: SheetFixture

    init() throws { fixture = try SheetFixture() }

    @Test(
        "a contact sheet has a cover and as many pages as its rows take, a detail sheet a page a sticker",
        arguments: [(SheetOptions.Mode.contact, 21, 4), (.contact, 10, 2), (.detail, 5, 6)])
    func pages(mode: SheetOptions.Mode, stickers: Int, pages: Int) throws {
        let one = try fixture.whole("s")
        let all = (0..<stickers).map { number in
            var sticker = one
            sticker.id = "s\(number)"
            return sticker
        }
        let document = try fixture.document([Sample.pack(all)])
        let outcome = try fixture.sheet(document, .pdf, mode: mode)
        #expect(outcome.pages == pages)
        #expect(outcome.stickers == stickers)
        let pdf = String(decoding: try fixture.contents(outcome.files[0]), as: Unicode.ASCII.self)
        #expect(pdf.matches(of: /\/Type \/Page\b/).count == pages)
    }

    @Test("a wall sheet has eighty stickers on a page and no cover", arguments: [(80, 1), (81, 2)])
    func wall(stickers: Int, pages: Int) throws {
        let one = try fixture.whole("s")
        let all = (0..<stickers).map { number in
            var sticker = one
            sticker.id = "s\(number)"
            return sticker
        }
        let document = try fixture.document([Sample.pack(all)], rejected: [Sample.rejected("cats/Torn.png")])
        #expect(try fixture.sheet(document, .pdf, mode: .wall).pages == pages)
        let html = try text(try fixture.sheet(document, .html, mode: .wall), fixture)
        #expect(html.matches(of: /<figcaption>/).count == stickers)
    }

    @Test("art that was not published shares the last pages, whatever its pack")
    func rejectedTogether() throws {
        var other = Sample.rejected("dogs/Torn.png")
        other.pack = "dogs"
        let document = try fixture.document([], rejected: [Sample.rejected("cats/Torn.png"), other])
        #expect(try fixture.sheet(document, .pdf).pages == 2)
    }

    @Test("rejected art has separate pages at the end")
    func rejected() throws {
        let document = try fixture.document(
            [Sample.pack([fixture.whole("s")])], rejected: [Sample.rejected("cats/Torn.png")])
        #expect(try fixture.sheet(document, .pdf).pages == 3)
    }

    @Test(
        "the same folder gives the same bytes",
        arguments: SheetOptions.Format.allCases, SheetOptions.Mode.allCases)
    func determinism(format: SheetOptions.Format, mode: SheetOptions.Mode) throws {
        let sticker = try fixture.whole("s", label: "Katze 猫 قطة 🐱 ﷽ e\u{301}", findings: [Sample.warning])
        let document = try fixture.document([Sample.pack([sticker, fixture.moving("m", colours: [.black, .white])])])
        let first = try fixture.sheet(document, format, mode: mode, name: "a")
        let second = try fixture.sheet(document, format, mode: mode, name: "b")
        #expect(first.files.count == second.files.count)
        for (one, other) in zip(first.files, second.files) {
            #expect(try fixture.contents(one) == fixture.contents(other))
        }
    }

    @Test("the date is that of the manifest, in UTC")
    func date() throws {
        let document = try fixture.document([Sample.pack([fixture.whole("s")])])
        let page = try text(try fixture.sheet(document, .html), fixture)
        #expect(page.contains("Published 2000-02-28"))
        let pdf = try fixture.contents(try fixture.sheet(document, .pdf).files[0])
        // Older versions of Cairo omit `D:` before the digits.
        #expect(String(decoding: pdf, as: Unicode.ASCII.self).contains(/CreationDate \((?:D:)?20000228235959Z/))
    }

    @Test("a sticker is on each background, in its place on the page")
    func pixels() throws {
        let document = try fixture.document([Sample.pack([fixture.whole("s")])])
        let outcome = try fixture.sheet(document, .png)
        let page = try Image.load([UInt8](fixture.contents(outcome.files[1])), strictness: .error).withAlpha().rgba()
        #expect((page.width, page.height) == (1785, 2526))
        // The second column begins at 447 points and the first row at 100 points. A point has three pixels.
        #expect(page[3 * (447 + 27), 3 * (100 + 27)] == SheetFixture.blue)
        #expect(page[3 * (447 + 3), 3 * (100 + 3)] == RGBAColour(red: 255, green: 59, blue: 48))
        #expect(page[3 * (389 + 3), 3 * (100 + 3)] == .white)
        #expect(page[3 * 389 - 1, 3 * 127] != .white, "a white cell has no edge")
    }

    @Test("the @3x file of a detail sheet has its own pixels")
    func ownPixels() throws {
        let document = try fixture.document([Sample.pack([fixture.whole("s")])])
        let outcome = try fixture.sheet(document, .png, mode: .detail)
        let page = try Image.load([UInt8](fixture.contents(outcome.files[1])), strictness: .error).withAlpha().rgba()
        let left = try #require((0..<page.width).first { page[$0, 3 * 170] == SheetFixture.blue })
        // Checks the position of the square of 150 pixels, and then the area around it.
        #expect(left == 3 * 36 + 75)
        #expect(page[left + 149, 3 * 170] == SheetFixture.blue)
        #expect(page[left + 150, 3 * 170] != SheetFixture.blue)
    }

    @Test(
        "animations have their frames side by side, on paper and in browsers",
        arguments: [SheetOptions.Mode.contact, .detail])
    func frames(mode: SheetOptions.Mode) throws {
        let colours = [
            RGBAColour(red: 220, green: 40, blue: 40), RGBAColour(red: 40, green: 180, blue: 60),
            RGBAColour(red: 40, green: 60, blue: 200),
        ]
        let document = try fixture.document([Sample.pack([fixture.moving("m", colours: colours)])])
        let outcome = try fixture.sheet(document, .png, mode: mode)
        let page = try Image.load([UInt8](fixture.contents(outcome.files[1])), strictness: .error).withAlpha().rgba()
        let seen = (0..<page.height).first { y in
            let row = (0..<page.width).map { page[$0, y] }.filter { colours.contains($0) }
            return row.reduce(into: []) { if $0.last != $1 { $0.append($1) } } == colours
        }
        #expect(seen != nil)
        let html = try text(try fixture.sheet(document, .html, mode: mode), fixture)
        #expect(html.contains("Frames of m, side by side"))
        #expect(html.contains("<span>0.50 s</span>") && html.contains("24 frames in 1.6 s"))
    }

    @Test("the magnified edge of white art is on grey, that of other art on white", arguments: [true, false])
    func edge(isWhite: Bool) throws {
        let colour: RGBAColour = isWhite ? .white : SheetFixture.blue
        let best = try #require(try fixture.sticker("s", colour: colour).delivery)
        let made = MemoryOutput()
        let picture = PrintPicture(source: .edge(best, on: .paper), side: PictureSource.edgeSide, encoding: .png)
        try PrintRenderer().run(
            PrintJob(.pictures([picture])), inputs: SheetFixture.PublishedFiles(folder: fixture.folder), output: made)
        let edge = try Image.load(made.files[0].bytes, strictness: .error).withAlpha().rgba()
        let pixels = (0..<edge.height).flatMap { y in (0..<edge.width).map { edge[$0, y] } }
        let grey = RGBAColour(red: 0x8A, green: 0x8A, blue: 0x92)
        #expect(pixels.contains(colour) && pixels.contains(isWhite ? grey : .white) && pixels.contains(grey) == isWhite)
    }

    @Test("an empty catalog has a cover with the next step", arguments: SheetOptions.Format.allCases)
    func empty(format: SheetOptions.Format) throws {
        let outcome = try fixture.sheet(try fixture.document([]), format)
        #expect(outcome.stickers == 0 && outcome.pages == 1)
        if format == .html { #expect(try text(outcome, fixture).contains("Nothing is published.")) }
    }

    @Test("a failure leaves the previous files, and nothing else", arguments: SheetOptions.Format.allCases)
    func atomic(format: SheetOptions.Format) throws {
        var broken = try fixture.whole("s")
        broken.previews[1].path = "assets/gone.png"
        let document = try fixture.document([Sample.pack([broken])])
        let target = fixture.folder.appending(component: "sheet.\(format.rawValue)")
        try Data("before".utf8).write(to: target)
        let before = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path).sorted()
        #expect(throws: SheetError.self) { try fixture.sheet(document, format) }
        #expect(try Data(contentsOf: target) == Data("before".utf8))
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path).sorted() == before)
    }

    @Test("no path of a manifest leads out of the folder")
    func outside() throws {
        var sticker = try fixture.whole("s")
        sticker.renditions[0].path = "../../../../etc/hostname"
        let document = try fixture.document([Sample.pack([sticker])])
        #expect(throws: SheetError.self) { try fixture.sheet(document, .pdf, mode: .detail) }
        sticker.renditions[0].path = sticker.renditions[1].path
        sticker.renditions[0].width = 1_000_000_000
        let large = try fixture.document([Sample.pack([sticker])])
        #expect(throws: SheetError.self) { try fixture.sheet(large, .png, mode: .detail) }
    }

    private func text(_ outcome: SheetFile.Outcome, _ fixture: SheetFixture) throws -> String {
        String(decoding: try fixture.contents(outcome.files[0]), as: UTF8.self)
    }
}
