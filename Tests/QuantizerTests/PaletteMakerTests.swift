import Pixels
import Quantizer
import Testing

@Suite("Finding a palette")
struct PaletteMakerTests {
    /// A picture in which every pixel has a different colour from a grid of colours.
    private func gradient(_ side: Int, alpha: (Int, Int) -> UInt8 = { _, _ in 255 }) -> RGBAImage {
        let bytes = (0..<side * side).flatMap { place -> [UInt8] in
            let (x, y) = (place % side, place / side)
            return [UInt8(x * 255 / (side - 1)), UInt8(y * 255 / (side - 1)), UInt8((x + y) % 256), alpha(x, y)]
        }
        return RGBAImage(width: side, height: side, bytes: bytes)
    }

    private func palette(_ image: RGBAImage, _ colours: Int, speed: Int = 4) throws -> [RGBAColour] {
        try PaletteMaker.palette(of: ColourHistogram(of: image), maximumColours: colours, speed: speed)
    }

    private func distance(_ colour: RGBAColour, _ pixel: ArraySlice<UInt8>) -> Int {
        zip([colour.red, colour.green, colour.blue], pixel).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    }

    @Test("it has no more colours than requested", arguments: [2, 3, 16, 100, 256])
    func maximum(colours: Int) throws {
        let found = try palette(gradient(100), colours)
        #expect((1...colours).contains(found.count))
        #expect(found.count >= colours * 3 / 4)
    }

    @Test("the more colours, the nearer the picture")
    func nearer() throws {
        let picture = gradient(64)
        let errors = try [4, 16, 64, 256].map { colours -> Int in
            let found = try palette(picture, colours)
            return stride(from: 0, to: picture.bytes.count, by: 4).reduce(0) { sum, offset in
                sum + (found.map { distance($0, picture.bytes[offset..<offset + 3]) }.min() ?? 0)
            }
        }
        #expect(errors == errors.sorted(by: >))
    }

    @Test("few colours are found as they are")
    func few() throws {
        let colours: [RGBAColour] = [
            .clear, RGBAColour(red: 255, green: 0, blue: 0), RGBAColour(red: 0, green: 0, blue: 255), .white,
        ]
        let bytes = (0..<400).flatMap { place -> [UInt8] in
            let colour = colours[place % 4]
            return [colour.red, colour.green, colour.blue, colour.alpha]
        }
        #expect(Set(try palette(RGBAImage(width: 20, height: 20, bytes: bytes), 16)) == Set(colours))
    }

    @Test(
        "a picture of one colour, and one in which nothing can be seen, have a palette of one",
        arguments: [RGBAColour.white, .clear])
    func one(colour: RGBAColour) throws {
        #expect(try palette(RGBAImage(width: 9, height: 9, filledWith: colour), 256) == [colour])
    }

    @Test("the same picture gives the same palette at every speed", arguments: [1, 4, 8])
    func deterministic(speed: Int) throws {
        let picture = gradient(120) { x, y in UInt8((x * y) % 256) }
        #expect(try palette(picture, 64, speed: speed) == palette(picture, 64, speed: speed))
    }

    @Test("a picture with tens of thousands of colours works")
    func manyColours() throws {
        #expect(try palette(gradient(250), 256, speed: 8).count > 200)
    }

    @Test("a number of colours or a speed that does not exist is an error that names the step")
    func impossible() {
        let histogram = ColourHistogram(of: RGBAImage(width: 2, height: 2, filledWith: .white))
        for (colours, speed) in [(1, 4), (257, 4), (16, 99)] {
            let error = #expect(throws: QuantizerError.self) {
                try PaletteMaker.palette(of: histogram, maximumColours: colours, speed: speed)
            }
            #expect(error?.description.contains("libimagequant") == true)
        }
    }

    @Test("the version is three numbers")
    func version() {
        #expect(PaletteMaker.version.split(separator: ".").compactMap { Int($0) }.count == 3)
    }
}
