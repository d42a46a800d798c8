import Deflate
import Foundation
import JobModel
import PNG
import Pixels
import Reports
import SheetRendering
import StickerManifest
import Testing

@Suite("Sheets of animations")
struct AnimatedSheetTests {
    private let colours = [
        RGBAColour(red: 220, green: 40, blue: 40), RGBAColour(red: 40, green: 180, blue: 60),
        RGBAColour(red: 40, green: 60, blue: 200),
    ]

    /// A sticker with a filmstrip, in which each frame has a single colour.
    private func moving(_ fixture: SheetFixture) throws -> Sticker {
        var sticker = try fixture.sticker("wave")
        let side = 200
        var strip = RGBAImage(width: side * colours.count, height: side, filledWith: .clear)
        for y in 0..<side {
            for x in 0..<strip.width {
                let colour = colours[x / side]
                let place = (y * strip.width + x) * 4
                strip.bytes.replaceSubrange(place..<place + 4, with: [colour.red, colour.green, colour.blue, 255])
            }
        }
        let bytes = try PNGEncoder.encode(strip, level: .fast)
        let digest = Digest.sha256(bytes)
        try Data(bytes).write(to: fixture.folder.appending(component: "\(digest).png"))
        sticker.animation = Animation(frames: 24, duration: 1600, loopCount: 0)
        sticker.filmstrip = Filmstrip(
            path: "\(digest).png", name: "previews/cats/wave.filmstrip.png", sha256: digest, bytes: bytes.count,
            width: strip.width, height: strip.height, times: [0, 530, 1070])
        return sticker
    }

    @Test("the frames are in a band below the cells, in their order")
    func band() throws {
        let fixture = try SheetFixture()
        let still = try fixture.picture(of: try fixture.render(fixture.job([fixture.sticker("still")])))
        let sheet = try fixture.picture(of: try fixture.render(fixture.job([moving(fixture)])))
        #expect(sheet.height > still.height)
        // Cells begin at 344 points from the left, and the row at 156 points from the top. A cell is 150 points high,
        // and the filmstrip is 6 points below it.
        let y = 2 * (156 + 150 + 6 + 8 + 15)
        let row = (2 * 344..<2 * 600).map { sheet[$0, y] }
        let seen = row.filter { colours.contains($0) }.reduce(into: [RGBAColour]()) { seen, colour in
            if seen.last != colour { seen.append(colour) }
        }
        #expect(seen == colours)
    }

    @Test("the page has the duration and the frame rate")
    func words() throws {
        let page = try html(try moving(try SheetFixture()))
        #expect(page.contains("24 frames in 1.6 s"))
        #expect(page.contains("15 fps, forever"))
        #expect(page.contains("<span>0.53 s</span>"))
    }

    @Test("every background has a still picture, for people who do not want motion")
    func reducedMotion() throws {
        let sticker = try moving(try SheetFixture())
        let page = try html(sticker)
        #expect(page.contains("prefers-reduced-motion: reduce"))
        #expect(page.components(separatedBy: "class=\"poster\"").count - 1 == Sample.backgrounds.count)
        #expect(
            page.contains(
                "class=\"poster\" style=\"background: #ff3b30\" src=\"../\(sticker.filmstrip?.path ?? "")\""))
    }

    @Test("a still sticker has no filmstrip and no text about movement")
    func still() throws {
        let page = try html(Sample.sticker("a"))
        #expect(!page.contains("class=\"strip\"") && !page.contains("class=\"moving\"") && !page.contains(" fps,"))
    }

    private func html(_ sticker: Sticker) throws -> String {
        try SheetPage.html(
            pack: Sample.pack([sticker]), rejected: [], backgrounds: Sample.backgrounds, pngPages: [])
    }
}
