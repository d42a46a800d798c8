import Deflate
import JobModel
import PNG
import Pixels
import StickerManifest
import Testing

@Suite("Very large sources")
struct LargeSourceTests {
    /// A canvas with a block in the middle. The left half of the block is red and the right half is blue.
    private func canvas(_ side: Int, block: Int) throws -> [UInt8] {
        let start = (side - block) / 2
        var indices = [UInt8](repeating: 0, count: side * side)
        for y in start..<start + block {
            for x in start..<start + block { indices[y * side + x] = x < side / 2 ? 1 : 2 }
        }
        let image = IndexedImage(
            width: side, height: side, indices: indices, palette: [.clear, TestArt.red, TestArt.blue])
        return try PNGEncoder.encode(image, level: .fast).bytes
    }

    /// The number of pixels in the middle row that are neither red nor blue.
    private func blurred(_ art: RGBAImage) -> Int {
        (0..<art.width).count { x in
            let colour = art[x, art.height / 2]
            return colour.difference(from: TestArt.red) > 16 && colour.difference(from: TestArt.blue) > 16
        }
    }

    @Test("art that fills a large canvas is sharp")
    func filling() throws {
        let art = try PipelineFixture().art(try canvas(6000, block: 5600), recipe: .small(size: .large))
        #expect(blurred(art) <= 2)
        #expect(art.content()?.columns == 0...617)
    }

    @Test("art that is small on a large canvas is as sharp as its own pixels allow")
    func small() throws {
        let fixture = try PipelineFixture()
        let result = try fixture.run(try canvas(8000, block: 700), recipe: .small(size: .large))
        #expect(blurred(try fixture.rendition(result)) <= 3)
        #expect(result.finding(of: .lowResolution) == nil)
    }

    @Test("measures that depend on its size are in its own pixels")
    func facts() throws {
        let fixture = try PipelineFixture()
        let result = try fixture.run(try canvas(8000, block: 150))
        #expect(result.art == ArtFacts(format: "png", width: 8000, height: 8000, frames: 1))
        let measured = try #require(result.finding(of: .lowResolution)?.measured)
        #expect(abs(measured - 150) <= 4)
    }

    @Test("a very long and thin picture works")
    func long() throws {
        let image = IndexedImage(
            width: 40_000, height: 500, indices: [UInt8](repeating: 0, count: 20_000_000), palette: [TestArt.blue])
        let art = try PipelineFixture().art(try PNGEncoder.encode(image, level: .fast).bytes)
        let content = try #require(art.content())
        #expect(content.columns == 0...299)
        #expect((3...4).contains(content.rows.count))
        #expect(art.sample(0.5, 0.5) == TestArt.blue)
    }
}
