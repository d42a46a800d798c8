import ImageHeaders
import PNG
import Pixels
import TestSupport
import Testing

@Suite("Writing PNG in strips")
struct PNGStripWriterTests {
    /// The given rows of a picture, as a picture.
    private func band(_ image: RGBAImage, _ rows: Range<Int>) -> RGBAImage {
        RGBAImage(
            width: image.width, height: rows.count,
            bytes: Array(image.bytes[rows.lowerBound * image.width * 4..<rows.upperBound * image.width * 4]))
    }

    private func opaque(_ image: RGBAImage) -> RGBAImage {
        SampleArt.picture(image.width, image.height) { x, y in
            let colour = image[x, y]
            return RGBAColour(red: colour.red, green: colour.green, blue: colour.blue)
        }
    }

    private func strip(_ image: RGBAImage, _ bands: [Range<Int>], cell: Int? = nil) throws -> PNGStrip {
        var writer = PNGStripWriter(width: image.width, cell: cell)
        for rows in bands { writer.append(band(image, rows)) }
        return try writer.finished()
    }

    @Test("bands and strips of any height make one picture", arguments: [1, 2, 3, 7, 400])
    func bands(width: Int) throws {
        // A row of 400 pixels of noise is longer than one deflate block.
        let image = opaque(SampleArt.noise(width, 250, seed: 7))
        let strips = [
            try strip(image, [0..<1, 1..<190, 190..<190]), try strip(image, [190..<191]), try strip(image, [191..<250]),
        ]
        let decoded = try ReferenceDecoder(try PNGStrip.joined(strips, width: width))
        #expect(decoded.colourType == 2)
        #expect(decoded.image == image)
    }

    @Test("the division of rows into bands does not affect the file")
    func division() throws {
        let image = opaque(SampleArt.sticker(64))
        #expect(try strip(image, [0..<64]) == strip(image, [0..<31, 31..<64]))
    }

    @Test("cells that are alike are written once", arguments: [nil, 1, 40, 80, 119, 40_000])
    func cells(distance: Int?) throws {
        let cell = opaque(SampleArt.noise(40, 40, seed: 3))
        let image = SampleArt.picture(120, 40) { x, y in cell[x % 40, y] }
        let written = try strip(image, [0..<40], cell: distance)
        #expect(try ReferenceDecoder(try PNGStrip.joined([written], width: 120)).image == image)
        // Noise cannot be compressed, except for repeated parts, which need almost no bytes if the encoder finds them.
        let single = 40 * 40 * 3
        #expect(written.chunk.count < (distance == 40 ? single * 3 / 2 : single * 4))
        #expect(distance == 40 || distance == 80 || written.chunk.count > single * 2)
    }

    @Test("even pictures of every length of row are read back", arguments: 1...300)
    func even(width: Int) throws {
        let image = SampleArt.picture(width, 3) { x, y in
            RGBAColour(red: 9, green: UInt8(x * y / 64), blue: x + y == width ? 255 : 0)
        }
        #expect(try ReferenceDecoder(try PNGStrip.joined([try strip(image, [0..<3])], width: width)).image == image)
    }

    @Test("a few colours that come much more often than others are read back")
    func uneven() throws {
        // Symbol counts that are Fibonacci numbers give the longest codes. Without a limit, these codes would exceed
        // the 15 bits that deflate allows.
        var counts = [1, 1]
        while counts.reduce(0, +) < 120_000 { counts.append(counts[counts.count - 1] + counts[counts.count - 2]) }
        var pixels = counts.enumerated().flatMap { value, count in
            [Int](repeating: value, count: count)
        }
        var random = Noise(11)
        pixels.shuffle(using: &random)
        let width = pixels.count / 3
        let image = SampleArt.picture(width, 1) { x, _ in
            RGBAColour(red: UInt8(pixels[x * 3]), green: UInt8(pixels[x * 3 + 1]), blue: UInt8(pixels[x * 3 + 2]))
        }
        #expect(try ReferenceDecoder(try PNGStrip.joined([try strip(image, [0..<1])], width: width)).image == image)
    }

    @Test("a picture without pixels cannot be written")
    func empty() {
        #expect(throws: PNGError.self) { _ = try PNGStrip.joined([], width: 5) }
        #expect(throws: PNGError.self) { _ = try PNGEncoder.encodePreview(RGBAImage(width: 0, height: 5, bytes: [])) }
    }
}
