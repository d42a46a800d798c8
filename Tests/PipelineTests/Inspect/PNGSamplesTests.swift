import JobModel
import Pixels
import StickerManifest
import Testing

@Suite("Every kind of PNG sample")
struct PNGSamplesTests {
    /// Checks a PNG of 30 × 30 pixels whose halves have different colours.
    private func check(
        _ file: RawPNG, left: RGBAColour, right: RGBAColour, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let recipe = Recipe.small(render: RenderSettings(trim: false, padding: 0))
        let art = try PipelineFixture().art(file.bytes, recipe: recipe)
        #expect(art.sample(0.25, 0.5).difference(from: left) <= 1, sourceLocation: sourceLocation)
        #expect(art.sample(0.75, 0.5).difference(from: right) <= 1, sourceLocation: sourceLocation)
    }

    private func rows(_ left: [UInt8], _ right: [UInt8]) -> [[UInt8]] {
        (0..<30).map { _ in (0..<30).flatMap { $0 < 15 ? left : right } }
    }

    @Test("16 bits per channel are reduced to 8")
    func deep() throws {
        let file = RawPNG(
            width: 30, height: 30, bitDepth: 16, colourType: 6,
            rows: rows([220, 220, 40, 40, 40, 40, 255, 255], [40, 40, 60, 60, 200, 200, 128, 128]))
        try check(file, left: TestArt.red, right: TestArt.blue.withAlpha(128))
    }

    @Test("RGB with 16 bits per channel is opaque")
    func deepOpaque() throws {
        let file = RawPNG(
            width: 30, height: 30, bitDepth: 16, colourType: 2,
            rows: rows([220, 0, 40, 0, 40, 0], [40, 0, 60, 0, 200, 0]))
        try check(file, left: TestArt.red, right: TestArt.blue)
    }

    @Test("grey becomes equal red, green and blue")
    func grey() throws {
        let file = RawPNG(width: 30, height: 30, colourType: 0, rows: rows([200], [17]))
        try check(
            file, left: RGBAColour(red: 200, green: 200, blue: 200), right: RGBAColour(red: 17, green: 17, blue: 17))
    }

    @Test("grey with alpha keeps its alpha")
    func greyAlpha() throws {
        let file = RawPNG(width: 30, height: 30, colourType: 4, rows: rows([200, 255], [17, 90]))
        try check(
            file, left: RGBAColour(red: 200, green: 200, blue: 200),
            right: RGBAColour(red: 17, green: 17, blue: 17, alpha: 90))
    }

    @Test("grey with 16 bits and alpha")
    func deepGreyAlpha() throws {
        let file = RawPNG(
            width: 30, height: 30, bitDepth: 16, colourType: 4, rows: rows([200, 200, 255, 255], [17, 17, 90, 90]))
        try check(
            file, left: RGBAColour(red: 200, green: 200, blue: 200),
            right: RGBAColour(red: 17, green: 17, blue: 17, alpha: 90))
    }

    @Test("black and white with one bit a pixel")
    func oneBit() throws {
        let row: [UInt8] = [0xFF, 0xFE, 0x00, 0x00]
        let file = RawPNG(
            width: 30, height: 30, bitDepth: 1, colourType: 0, rows: [[UInt8]](repeating: row, count: 30))
        try check(file, left: .white, right: .black)
    }

    @Test("a palette with alphas, which may be fewer than its colours")
    func palette() throws {
        let colours = RawPNG.Chunk("PLTE", [40, 60, 200, 220, 40, 40])
        let file = RawPNG(
            width: 30, height: 30, colourType: 3, extra: [colours, RawPNG.Chunk("tRNS", [77])], rows: rows([1], [0]))
        try check(file, left: TestArt.red, right: TestArt.blue.withAlpha(77))
    }

    @Test(
        "the transparency of a palette in the wrong place is ignored, like in browsers, and reported",
        arguments: [0, 2])
    func misplacedTransparency(place: Int) throws {
        let colours = RawPNG.Chunk("PLTE", [40, 60, 200, 220, 40, 40])
        var file = RawPNG(width: 30, height: 30, colourType: 3, extra: [colours], rows: rows([1], [0]))
        file.chunks.insert(RawPNG.Chunk("tRNS", [77]), at: place == 0 ? 1 : 3)
        let fixture = try PipelineFixture()
        let result = try fixture.run(file.bytes)
        #expect(result.rules.contains("partly-recovered"))
        let art = try fixture.rendition(result)
        #expect(art.sample(0.25, 0.5) == TestArt.red && art.sample(0.75, 0.5) == TestArt.blue)
    }

    @Test("one colour that means transparency")
    func transparentColour() throws {
        let file = RawPNG(
            width: 30, height: 30, colourType: 2, extra: [RawPNG.Chunk("tRNS", [0, 0, 0, 255, 0, 0])],
            rows: rows([220, 40, 40], [0, 255, 0]))
        try check(file, left: TestArt.red, right: .clear)
    }

    @Test("interlaced")
    func interlaced() throws {
        let passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
        let rows = passes.flatMap { x, y, stepX, stepY in
            stride(from: y, to: 30, by: stepY).map { _ in
                stride(from: x, to: 30, by: stepX).flatMap { $0 < 15 ? [220, 40, 40] : [40, 60, 200] as [UInt8] }
            }
        }
        let file = RawPNG(width: 30, height: 30, colourType: 2, interlaced: true, rows: rows)
        try check(file, left: TestArt.red, right: TestArt.blue)
    }
}
