import Pixels
import Quantizer
import Testing

@Suite("Counting colours")
struct ColourHistogramTests {
    private let red = RGBAColour(red: 255, green: 0, blue: 0)
    private let blue = RGBAColour(red: 0, green: 0, blue: 255, alpha: 7)

    private func image(_ colours: [RGBAColour]) -> RGBAImage {
        RGBAImage(
            width: colours.count, height: 1, bytes: colours.flatMap { [$0.red, $0.green, $0.blue, $0.alpha] })
    }

    @Test("each colour is listed once, in the order of the pixels, with its count")
    func order() {
        let histogram = ColourHistogram(of: image([red, blue, red, red, .white, blue]))
        #expect(histogram.colours == [red, blue, .white])
        #expect(histogram.counts == [3, 2, 1])
        #expect(histogram.places == [0, 1, 0, 0, 2, 1])
    }

    @Test("all fully transparent pixels are one colour, whatever their values")
    func transparent() {
        let hidden = RGBAColour(red: 1, green: 2, blue: 3, alpha: 0)
        let histogram = ColourHistogram(
            of: image([hidden, .clear, red, RGBAColour(red: 9, green: 9, blue: 9, alpha: 0)]))
        #expect(histogram.colours == [.clear, red])
        #expect(histogram.counts == [3, 1])
    }

    @Test("opaque black differs from transparent pixels")
    func black() {
        #expect(ColourHistogram(of: image([.clear, .black])).colours == [.clear, .black])
        #expect(ColourHistogram(of: image([.black, .clear])).colours == [.black, .clear])
    }

    @Test("several pictures are counted as one, in their order")
    func several() {
        let pictures = [image([red, blue]), image([blue, .white, red])]
        let histogram = ColourHistogram(of: [1, 0], pixelCount: 5) { pictures[$0] }
        #expect(histogram.colours == [blue, .white, red])
        #expect(histogram.counts == [2, 1, 2])
        #expect(histogram.places == [0, 1, 2, 2, 0])
    }

    @Test(
        "many colours are counted correctly, and the places restore every pixel",
        arguments: [255, 256, 257, 5000, 70_000])
    func many(colours: Int) {
        let side = 300
        let bytes = (0..<side * side).flatMap { place -> [UInt8] in
            let number = place % colours
            return [UInt8(number & 255), UInt8(number >> 8 & 255), UInt8(number >> 16 & 255), 255]
        }
        let picture = RGBAImage(width: side, height: side, bytes: bytes)
        let histogram = ColourHistogram(of: picture)
        #expect(histogram.colours.count == colours)
        #expect(Set(histogram.colours).count == colours)
        #expect(histogram.counts.reduce(0, +) == UInt32(side * side))
        #expect(
            histogram.places.enumerated().allSatisfy { picture[$0 % side, $0 / side] == histogram.colours[Int($1)] })
    }
}
