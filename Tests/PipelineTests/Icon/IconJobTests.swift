import JobModel
import Pixels
import StickerManifest
import Testing

@Suite("A pack's icon")
struct IconJobTests {
    @Test("is rendered to every size of Xcode's template, opaque")
    func sizes() throws {
        let fixture = try PipelineFixture()
        let result = try fixture.icon(try TestArt.disc(400, radius: 180).png())
        #expect(
            result.icons.map { [$0.width, $0.height] } == [
                [58, 58], [87, 87], [120, 90], [180, 135], [134, 100], [148, 110], [1024, 1024], [54, 40], [81, 60],
                [64, 48], [96, 72], [1024, 768],
            ])
        for icon in result.icons {
            let picture = try fixture.pixels(icon.file)
            #expect([picture.width, picture.height] == [icon.width, icon.height])
            #expect(stride(from: 3, to: picture.bytes.count, by: 4).allSatisfy { picture.bytes[$0] == 255 })
        }
    }

    @Test("is never stretched: a disc stays round, and is in the middle")
    func proportions() throws {
        let fixture = try PipelineFixture()
        let result = try fixture.icon(try TestArt.disc(400, radius: 160).png())
        for icon in result.icons {
            let picture = try fixture.pixels(icon.file)
            let red = TestArt.picture(picture.width, picture.height) { x, y in
                picture[x, y].green < 128 ? TestArt.red : .clear
            }
            let content = try #require(red.content())
            let side = Double(min(icon.width, icon.height)) * 0.8
            #expect(abs(Double(content.columns.count) - side) <= 2 && abs(Double(content.rows.count) - side) <= 2)
            let (left, right) = (content.columns.lowerBound, icon.width - 1 - content.columns.upperBound)
            let (top, bottom) = (content.rows.lowerBound, icon.height - 1 - content.rows.upperBound)
            #expect(abs(left - right) <= 2 && abs(top - bottom) <= 2)
        }
    }

    @Test("has white where the art is transparent")
    func white() throws {
        let fixture = try PipelineFixture()
        let result = try fixture.icon(try TestArt.disc(400, radius: 100).png())
        for icon in result.icons { #expect(try fixture.pixels(icon.file)[0, 0] == .white) }
    }

    @Test("continues at the sides in the colour of its edge if a size is wider than the art")
    func continued() throws {
        let fixture = try PipelineFixture()
        let art = TestArt.picture(200, 200) { x, _ in x < 100 ? TestArt.blue : TestArt.red }
        let result = try fixture.icon(try art.png())
        let wide = try #require(result.icons.first { $0.width == 1024 && $0.height == 768 })
        let picture = try fixture.pixels(wide.file)
        #expect(picture[2, 400].difference(from: TestArt.blue) <= 2)
        #expect(picture[1021, 400].difference(from: TestArt.red) <= 2)
    }

    @Test("may be a drawing, which is sharp at every size")
    func vector() throws {
        let fixture = try PipelineFixture()
        let svg =
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"10\" height=\"10\"><path d=\"M0 0h5v10h-5z\"/></svg>"
        let result = try fixture.icon(Array(svg.utf8))
        let large = try #require(result.icons.first { $0.width == 1024 && $0.height == 1024 })
        let picture = try fixture.pixels(large.file)
        let between = (0..<1024).count { (9..<247).contains(picture[$0, 500].red) }
        #expect(between <= 4)
    }

    @Test("that cannot be read has a finding and no files")
    func damaged() throws {
        let result = try PipelineFixture().icon(Array(try TestArt.disc(40, radius: 10).png().dropLast(20)))
        #expect(result.icons == [])
        #expect(result.findings.map(\.rule) == ["damaged-file"])
    }

    @Test("in which nothing can be seen has a finding and no files")
    func invisible() throws {
        let empty = RGBAImage(width: 40, height: 40, filledWith: .clear)
        let result = try PipelineFixture().icon(RawPNG(straight: empty).bytes)
        #expect(result.icons == [])
        #expect(result.findings.map(\.rule) == ["empty-art"])
    }

    @Test("gives the same files every time")
    func deterministic() throws {
        let fixture = try PipelineFixture()
        let png = try TestArt.disc(400, radius: 180).png()
        #expect(try fixture.icon(png) == fixture.icon(png))
    }
}
