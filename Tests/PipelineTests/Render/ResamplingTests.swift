import Glibc
import JobModel
import Pixels
import Testing

@Suite("Resampling")
struct ResamplingTests {
    /// A recipe for small stickers that does not trim, pad or lose anything. The sizes are 300, 200 and 100 pixels per
    /// side.
    private static let exactly = Recipe.small(
        render: RenderSettings(trim: false, padding: 0), encode: EncodeSettings(effort: .fast, fidelityFloor: 1))

    /// Resizes a picture according to the definition of the kernel, with complete sums in double precision.
    private struct Definition {
        let source: RGBAImage
        let side: Int

        /// The premultiplied red, green and blue, and the alpha, each from 0 to 255.
        var values: [SIMD4<Double>] {
            let narrow = resized(premultiplied, length: source.width, lines: source.height)
            return resized(narrow, length: source.height, lines: side)
        }

        private var premultiplied: [SIMD4<Double>] {
            (0..<source.width * source.height).map { place in
                let colour = source[place % source.width, place / source.width]
                let alpha = Double(colour.alpha)
                return SIMD4(Double(colour.red), Double(colour.green), Double(colour.blue), 255) * (alpha / 255)
            }
        }

        /// Resizes each line of `length` values to `side`. The result is transposed, so that the next call resizes the other
        /// direction.
        private func resized(_ values: [SIMD4<Double>], length: Int, lines: Int) -> [SIMD4<Double>] {
            let ratio = Double(length) / Double(side)
            var result = [SIMD4<Double>](repeating: .zero, count: side * lines)
            for place in 0..<side {
                let centre = (Double(place) + 0.5) * ratio
                let weights = (-length..<2 * length).map { kernel((Double($0) + 0.5 - centre) / max(1, ratio)) }
                let total = weights.reduce(0, +)
                for line in 0..<lines {
                    var sum = SIMD4<Double>.zero
                    for (weight, pixel) in zip(weights, -length..<2 * length) where weight != 0 {
                        sum += values[line * length + min(max(pixel, 0), length - 1)] * (weight / total)
                    }
                    result[place * lines + line] = sum
                }
            }
            return result
        }

        private func kernel(_ position: Double) -> Double {
            let x = abs(position)
            if source.width > side {
                if x >= 3 { return 0 }
                return x == 0 ? 1 : 3 * sin(.pi * x) * sin(.pi * x / 3) / (.pi * .pi * x * x)
            }
            if x >= 2 { return 0 }
            return x < 1 ? 1.5 * x * x * x - 2.5 * x * x + 1 : -0.5 * x * x * x + 2.5 * x * x - 4 * x + 2
        }
    }

    /// A computed picture with soft shapes, hard lines and translucent parts.
    private static func drawing(_ side: Int) -> RGBAImage {
        TestArt.picture(side, side) { x, y in
            let (u, v) = (x * 64 / side, y * 64 / side)
            let alpha = (u + v) % 16 < 9 ? 255 : v * 4
            return RGBAColour(
                red: UInt8(u * 4), green: u % 8 == 0 ? 20 : 230, blue: UInt8((u * v) % 256), alpha: UInt8(alpha))
        }
    }

    /// The largest difference between a picture and the expected values, in premultiplied levels.
    private func difference(_ picture: RGBAImage, from values: [SIMD4<Double>]) -> Double {
        var largest = 0.0
        for (place, value) in values.enumerated() {
            let colour = picture[place % picture.width, place / picture.width]
            let alpha = min(255, max(0, value.w))
            let shown = [colour.red, colour.green, colour.blue]
            for channel in 0..<3 {
                // The expected values are limited, because a premultiplied colour cannot exceed the alpha.
                let wanted = min(alpha, max(0, value[channel] * (value.w > 255 ? 255 / value.w : 1)))
                largest = max(largest, abs(Double(shown[channel]) * Double(colour.alpha) / 255 - wanted))
            }
            largest = max(largest, abs(Double(colour.alpha) - alpha))
        }
        return largest
    }

    @Test("every scale equals Lanczos' kernel, except for rounding", arguments: [3, 2, 1])
    func smaller(scale: Int) throws {
        let fixture = try PipelineFixture()
        let source = Self.drawing(512)
        let picture = try fixture.rendition(try fixture.run(try source.png(), recipe: Self.exactly), scale: scale)
        let values = Definition(source: source, side: scale * 100).values
        #expect(difference(picture, from: values) < 1.01)
    }

    @Test("a smaller source grows by the cubic kernel, to the rounding")
    func larger() throws {
        let fixture = try PipelineFixture()
        let source = Self.drawing(160)
        let picture = try fixture.rendition(try fixture.run(try source.png(), recipe: Self.exactly), scale: 3)
        #expect(difference(picture, from: Definition(source: source, side: 300).values) < 1.01)
    }

    @Test("a flat colour stays exact", arguments: [299, 301, 640, 1023])
    func flat(side: Int) throws {
        let fixture = try PipelineFixture()
        let colour = RGBAColour(red: 201, green: 97, blue: 13)
        let source = RGBAImage(width: side, height: side, filledWith: colour)
        let made = try fixture.run(try source.png(), recipe: Self.exactly)
        for scale in [3, 2, 1] {
            let picture = try fixture.rendition(made, scale: scale)
            #expect(picture == RGBAImage(width: scale * 100, height: scale * 100, filledWith: colour))
        }
    }
}
