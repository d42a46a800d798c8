import JobModel
import Pixels
import StickerManifest
import Testing

@Suite("Bringing art into the square")
struct SquareTests {
    private let block = TestArt.block(400, x: 60, y: 100, width: 240, height: 120)

    private func art(_ picture: RGBAImage, trim: Bool = true, threshold: Int = 4, padding: Double = 0) throws
        -> RGBAImage
    {
        let settings = RenderSettings(trim: trim, trimThreshold: threshold, padding: padding)
        return try PipelineFixture().art(try picture.png(), recipe: .small(render: settings))
    }

    @Test("every size class has its exact pixels at @3x, @2x and @1x", arguments: StickerSize.allCases)
    func sizes(size: StickerSize) throws {
        let expected = [
            StickerSize.small: [300, 200, 100], .regular: [408, 272, 136], .large: [618, 412, 206],
        ]
        let fixture = try PipelineFixture()
        let result = try fixture.run(try block.png(), recipe: .small(size: size))
        let scales = try #require(result.output?.scales)
        #expect(scales.map(\.scale) == [3, 2, 1])
        #expect(scales.map(\.width) == expected[size])
        #expect(scales.map(\.height) == expected[size])
        for scale in scales {
            let picture = try fixture.pixels(scale.file)
            #expect([picture.width, picture.height] == [scale.width, scale.height])
        }
    }

    @Test("with trimming the long side of the art fills the square, and the short side is centred")
    func trimmed() throws {
        let content = try #require(try art(block).content())
        #expect(content.columns == 0...299)
        #expect(content.rows == 75...224)
    }

    @Test("a tall picture is centred from side to side")
    func tall() throws {
        let content = try #require(try art(TestArt.block(300, x: 10, y: 20, width: 50, height: 250)).content())
        #expect(content.rows == 0...299)
        #expect(content.columns == 120...179)
    }

    @Test("without trimming the margin that the designer drew stays")
    func untrimmed() throws {
        let content = try #require(try art(block, trim: false).content())
        #expect(content.columns == 45...224)
        #expect(content.rows == 75...164)
    }

    @Test("without trimming, a canvas that is not square is fitted completely and centred")
    func untrimmedCanvas() throws {
        let picture = TestArt.picture(200, 100) { x, _ in x < 100 ? TestArt.red : .clear }
        let content = try #require(try art(picture, trim: false).content())
        #expect(content.columns.lowerBound == 0 && abs(content.columns.upperBound - 149) <= 1)
        #expect(content.rows == 75...224)
    }

    @Test("padding keeps its share of the side free on each side", arguments: [(0.02, 6), (0.1, 30), (0.25, 75)])
    func padded(padding: Double, margin: Int) throws {
        let content = try #require(try art(TestArt.disc(500, radius: 200), padding: padding).content())
        #expect(content.columns == margin...299 - margin)
        #expect(content.rows == margin...299 - margin)
    }

    @Test("pixels up to the threshold count as margin, and the next stronger do not")
    func threshold() throws {
        let veiled = TestArt.picture(300, 300) { x, y in
            (100..<200).contains(x) && (100..<200).contains(y) ? TestArt.red : TestArt.red.withAlpha(10)
        }
        let trimmed = try #require(try art(veiled, threshold: 10).content())
        #expect(trimmed.columns == 0...299)
        let kept = try #require(try art(veiled, threshold: 9).content())
        #expect(kept.columns == 100...199)
    }

    @Test("one visible pixel is enough for a sticker")
    func onePixel() throws {
        let picture = TestArt.block(64, x: 13, y: 57, width: 1, height: 1)
        let content = try #require(try art(picture).content())
        #expect(content.columns == 0...299)
        #expect(content.rows == 0...299)
    }

    @Test("a picture of one pixel becomes a full sticker")
    func smallestPicture() throws {
        let art = try art(RGBAImage(width: 1, height: 1, filledWith: TestArt.blue))
        #expect(art == RGBAImage(width: 300, height: 300, filledWith: TestArt.blue))
    }

    @Test("a hair-thin picture keeps at least one row")
    func thin() throws {
        let art = try art(RGBAImage(width: 4000, height: 2, filledWith: TestArt.blue))
        let content = try #require(art.content())
        #expect(content.columns == 0...299)
        #expect(content.rows.count == 1)
    }

    @Test("art of the right size keeps every pixel")
    func sameSize() throws {
        let picture = TestArt.disc(300, radius: 150.5)
        #expect(try art(picture) == picture)
    }
}
