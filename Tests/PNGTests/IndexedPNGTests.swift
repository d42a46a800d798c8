import Deflate
import PNG
import Pixels
import Testing

@Suite("Writing an indexed PNG again in other colours")
struct IndexedPNGTests {
    @Test("the compressed pixels stay as they are")
    func sameStream() throws {
        let png = try PNGEncoder.encode(SampleArt.indexed(31, 9, colours: 20, translucent: true), level: .balanced)
        let stream = try TestChunk.read(png.bytes).first { $0.name == "IDAT" }
        let colours = png.palette.map { RGBAColour(red: ~$0.red, green: 5, blue: $0.blue, alpha: $0.alpha) }
        let other = png.recoloured(colours)
        #expect(try ReferenceDecoder(other).palette == colours)
        #expect(try TestChunk.read(other).first { $0.name == "IDAT" } == stream)
    }

    @Test("its own colours give the same file")
    func sameColours() throws {
        let png = try PNGEncoder.encode(SampleArt.indexed(16, 16, colours: 5, translucent: true), level: .fast)
        #expect(png.recoloured(png.palette) == png.bytes)
    }

    @Test("on a background every pixel follows from the alpha, and tRNS is removed")
    func composited() throws {
        let image = SampleArt.indexed(21, 13, colours: 90, translucent: true)
        let background = RGBAColour(red: 255, green: 60, blue: 48)
        let bytes = try PNGEncoder.encode(image, level: .fast).composited(over: background)
        let decoded = try ReferenceDecoder(bytes)
        #expect(decoded.chunks.map(\.name) == ["IHDR", "PLTE", "IDAT", "IEND"])
        let flat = IndexedImage(
            width: 21, height: 13, indices: image.indices,
            palette: image.palette.map { $0.composited(over: background) })
        #expect(decoded.image == flat.expanded)
    }
}
