import Foundation
import JobModel
import Pixels
import SheetModel
import SheetRendering
import StickerManifest
import Testing

@Suite struct SheetRendererTests {
    private let fixture: SheetFixture

    init() throws { fixture = try SheetFixture() }

    /// The measures of the grid in pixels, for a sheet of small stickers on two backgrounds.
    private enum Place {
        static let firstCell = (x: 2 * (44 + 272 + 28), y: 2 * (142 + 14))
        static let cell = (width: 2 * 128, height: 2 * 150)
        static let secondCell = (x: firstCell.x + cell.width + 12, y: firstCell.y)
        static let pixels = (x: secondCell.x + cell.width + 24, y: firstCell.y)
    }

    @Test("a sticker is in the middle of each background, and at its own pixels at the end")
    func cells() throws {
        let page = try fixture.render(fixture.job([fixture.sticker("blue")]))
        let picture = try fixture.picture(of: page)
        let blue = RGBAColour(red: 0, green: 0, blue: 255)
        let (width, height) = Place.cell
        #expect(picture[Place.firstCell.x + width / 2, Place.firstCell.y + height / 2] == blue)
        #expect(picture[Place.firstCell.x + 10, Place.firstCell.y + 10] == .white)
        #expect(
            picture[Place.secondCell.x + 10, Place.secondCell.y + 10] == RGBAColour(red: 255, green: 0x3B, blue: 0x30))
        #expect(picture[Place.pixels.x + 75, Place.pixels.y + 75] == blue)
        #expect(picture[Place.pixels.x + 74, Place.pixels.y + 74] != blue)
    }

    @Test("the result's facts about the file are true")
    func facts() throws {
        let page = try fixture.render(fixture.job([fixture.sticker("blue")]))
        let data = try Data(contentsOf: fixture.folder.appending(component: page.contentName))
        let picture = try fixture.picture(of: page)
        #expect(page.bytes == data.count)
        #expect(page.sha256 == Digest.sha256([UInt8](data)))
        #expect((page.width, page.height) == (picture.width, picture.height))
    }

    @Test("the same job gives the same bytes")
    func deterministic() throws {
        let job = fixture.job([try fixture.sticker("blue", findings: [Sample.warning])])
        #expect(try fixture.render(job) == fixture.render(job))
    }

    @Test("a name made of markup is drawn as text and changes nothing outside of its column")
    func hostileName() throws {
        let plain = try fixture.render(fixture.job([fixture.sticker("a", label: "Cat")]))
        let hostile = try fixture.render(
            fixture.job([
                fixture.sticker(
                    "a", label: "</text><image href=\"file:///etc/passwd\" width=\"9999\" height=\"9999\"/>")
            ]))
        let (expected, found) = (try fixture.picture(of: plain), try fixture.picture(of: hostile))
        #expect(found.width == expected.width)
        for x in stride(from: Place.firstCell.x, to: expected.width, by: 7) {
            #expect(found[x, Place.firstCell.y + 50] == expected[x, Place.firstCell.y + 50])
        }
    }

    @Test(
        "labels in any script, with control characters, or empty, are drawn",
        arguments: ["", "猫", "مرحبا", "\u{0}\u{1B}[31m", "👩‍👩‍👧", String(repeating: "W", count: 5000)])
    func anyLabel(label: String) throws {
        #expect(try fixture.render(fixture.job([fixture.sticker("a", label: label)], title: label)).bytes > 0)
    }

    @Test("an empty pack has a page with a message")
    func emptyPack() throws {
        #expect(try fixture.render(fixture.job([])).height > 0)
    }

    @Test("a missing published file is named in the error")
    func missingFile() throws {
        var sticker = try fixture.sticker("blue")
        sticker.renditions[0].path = "gone.png"
        #expect { try fixture.render(fixture.job([sticker])) } throws: { "\($0)".contains("gone.png") }
    }

    @Test("an invalid colour is named in the error", arguments: ["red", "#12345", "#12345g", "#+12345"])
    func badColour(colour: String) throws {
        let backgrounds = [Background(name: "odd", fill: .colour(colour))]
        #expect(throws: SheetError.unknownColour(background: "odd", colour: colour)) {
            try fixture.render(fixture.job([fixture.sticker("a")], backgrounds: backgrounds))
        }
    }

    @Test("a background that is a picture covers its cell")
    func pictureBackground() throws {
        let photo = try fixture.sticker("photo", colour: RGBAColour(red: 0, green: 128, blue: 0))
        let job = fixture.job(
            [try fixture.sticker("blue")],
            backgrounds: [Background(name: "photo", fill: .image(sha256: photo.renditions[0].path))]
        )
        let picture = try fixture.picture(of: fixture.render(job))
        // The middle of the photo is green. The sticker covers only a part of it.
        let green = picture[Place.firstCell.x + 70, Place.firstCell.y + 90]
        #expect(green.green > 110 && green.red < 20)
    }
}
