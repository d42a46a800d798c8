import PNG
import Pixels
import Testing

@Suite("Writing PNG in bands")
struct PNGBandWriterTests {
    /// The picture's rows from `rows`, as a picture.
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

    @Test("bands of any height make one picture", arguments: [1, 2, 3, 7, 200])
    func bands(width: Int) throws {
        // Noise of 200 pixels is more than zlib gives back at once.
        let image = opaque(SampleArt.noise(width, 150, seed: 7))
        var writer = try PNGBandWriter(width: width, height: 150)
        for rows in [0..<1, 1..<90, 90..<90, 90..<150] { writer.append(band(image, rows)) }
        let decoded = try ReferenceDecoder(try writer.finished())
        #expect(decoded.colourType == 2)
        #expect(decoded.image == image)
    }

    @Test("how the rows are divided makes no difference to the file")
    func division() throws {
        let image = opaque(SampleArt.sticker(64))
        var whole = try PNGBandWriter(width: 64, height: 64)
        whole.append(image)
        var halves = try PNGBandWriter(width: 64, height: 64)
        halves.append(band(image, 0..<31))
        halves.append(band(image, 31..<64))
        #expect(try whole.finished() == halves.finished())
    }

    @Test("a picture without pixels cannot be written")
    func empty() {
        #expect(throws: PNGError.self) { _ = try PNGBandWriter(width: 0, height: 5) }
    }
}
