import Pixels
import StickerRendering
import TestSupport
import Testing

@Suite("Measuring fidelity")
struct FidelityMeterTests {
    private let ideal = PaletteFitTests.gradient

    private func noisy(_ picture: RGBAImage, amplitude: Int) -> RGBAImage {
        var noise = Noise(7)
        return TestArt.picture(picture.width, picture.height) { x, y in
            let colour = picture[x, y]
            guard colour.alpha > 0, amplitude > 0 else { return colour }
            let shift = { (value: UInt8) in
                UInt8(clamping: Int(value) + Int.random(in: -amplitude...amplitude, using: &noise))
            }
            return RGBAColour(
                red: shift(colour.red), green: shift(colour.green), blue: shift(colour.blue), alpha: colour.alpha)
        }
    }

    private func posterised(_ picture: RGBAImage, levels: Int) -> RGBAImage {
        TestArt.picture(picture.width, picture.height) { x, y in
            let colour = picture[x, y]
            let round = { (value: UInt8) in
                UInt8((Int(value) * (levels - 1) + 127) / 255 * 255 / (levels - 1))
            }
            return RGBAColour(
                red: round(colour.red), green: round(colour.green), blue: round(colour.blue), alpha: colour.alpha)
        }
    }

    @Test("the same picture scores 1 and is off by nothing", arguments: [100, 136, 300, 408, 618])
    func identical(side: Int) {
        let picture = TestArt.softDisc(side, radius: Double(side) * 0.4, softness: 9) { _ in TestArt.red }
        #expect(FidelityMeter(ideal: picture).score(picture) == .init(similarity: 1, shade: 0))
    }

    @Test("colours that transparent pixels hide do not count")
    func hidden() {
        let one = TestArt.disc(200, radius: 70, hidden: .white)
        let other = TestArt.disc(200, radius: 70, hidden: TestArt.green)
        #expect(FidelityMeter(ideal: one).score(other) == .init(similarity: 1, shade: 0))
    }

    @Test("the more noise, the lower the score")
    func monotone() {
        let meter = FidelityMeter(ideal: ideal)
        let scores = [0, 2, 5, 10, 20, 40, 80].map { meter.score(noisy(ideal, amplitude: $0)).similarity }
        for (weaker, stronger) in zip(scores, scores.dropFirst()) { #expect(stronger < weaker, "\(scores)") }
    }

    @Test("bands in a gradient are off in shade, the fewer levels the more")
    func bands() {
        let meter = FidelityMeter(ideal: ideal)
        let shades = [64, 32, 16, 8].map { meter.score(posterised(ideal, levels: $0)).shade }
        for (finer, coarser) in zip(shades, shades.dropFirst()) { #expect(coarser > finer, "\(shades)") }
        #expect(shades[3] > 10)
    }

    @Test("a wrong tint of a few levels is off in shade by as many levels", arguments: [3, 8, 20])
    func tint(levels: Int) {
        let flat = TestArt.disc(300, radius: 140, colour: RGBAColour(red: 100, green: 100, blue: 100))
        let tinted = TestArt.disc(300, radius: 140, colour: RGBAColour(red: UInt8(100 + levels), green: 100, blue: 100))
        let score = FidelityMeter(ideal: flat).score(tinted)
        #expect(abs(score.shade - Double(levels)) <= 0.5)
    }

    @Test("an empty margin hides no fault")
    func margin() {
        let close = TestArt.disc(128, radius: 60)
        let roomy = TestArt.disc(256, radius: 60)
        let faults = [close, roomy].map { FidelityMeter(ideal: $0).score(noisy($0, amplitude: 60)).similarity }
        #expect(abs(faults[0] - faults[1]) < 0.02, "\(faults)")
    }

    @Test("a fault that only shows on white is seen, and one that only shows on black")
    func papers() {
        let white = RGBAImage(width: 200, height: 200, filledWith: .white)
        let black = RGBAImage(width: 200, height: 200, filledWith: .black)
        let pierce = { (picture: RGBAImage) in
            TestArt.picture(200, 200) { x, y in
                (80..<120).contains(x) && (80..<120).contains(y) ? .clear : picture[x, y]
            }
        }
        #expect(FidelityMeter(ideal: white).score(pierce(white)).similarity < 0.99)
        #expect(FidelityMeter(ideal: black).score(pierce(black)).similarity < 0.99)
    }

    @Test("something new where the ideal is empty is seen")
    func ghosts() {
        let ideal = TestArt.block(300, x: 10, y: 10, width: 60, height: 60)
        let ghost = TestArt.picture(300, 300) { x, y in
            (200..<290).contains(x) && (200..<290).contains(y) ? .black : ideal[x, y]
        }
        let score = FidelityMeter(ideal: ideal).score(ghost)
        #expect(score.similarity < 0.99 || score.shade > 10)
    }

    @Test("a small fault in a large flat picture costs less than one all over it")
    func local() {
        let flat = TestArt.disc(300, radius: 145)
        let spot = TestArt.picture(300, 300) { x, y in
            (140..<150).contains(x) && (140..<150).contains(y) ? .black : flat[x, y]
        }
        let meter = FidelityMeter(ideal: flat)
        #expect(meter.score(spot).similarity < 1)
        #expect(meter.score(spot).similarity > meter.score(noisy(flat, amplitude: 60)).similarity)
    }

    @Test("a lost detail of four pixels is a difference in shade, at any size of the picture")
    func detail() {
        let flat = TestArt.disc(400, radius: 195, colour: RGBAColour(red: 90, green: 90, blue: 90))
        let eye = TestArt.picture(400, 400) { x, y in
            (200..<202).contains(x) && (200..<202).contains(y) ? .white : flat[x, y]
        }
        // In the cell of 4 × 4 pixels, a quarter of the pixels differ by 165 levels.
        #expect(abs(FidelityMeter(ideal: eye).score(flat).shade - 165.0 / 4) < 0.5)
    }

    @Test("wrong alpha of a white pixel is visible on black, and of a black pixel on white")
    func veil() {
        for (colour, levels) in [(RGBAColour.white, 40.0), (.black, 40.0)] {
            let solid = RGBAImage(width: 100, height: 100, filledWith: colour)
            var veiled = colour
            veiled.alpha = 215
            let thin = RGBAImage(width: 100, height: 100, filledWith: veiled)
            #expect(abs(FidelityMeter(ideal: solid).score(thin).shade - levels) <= 1)
        }
    }

    @Test("a score depends on nothing but the two pictures")
    func repeatable() {
        let candidate = noisy(ideal, amplitude: 20)
        #expect(FidelityMeter(ideal: ideal).score(candidate) == FidelityMeter(ideal: ideal).score(candidate))
    }

    @Test("a picture in a palette has the score of its pixels", arguments: [100, 300, 700])
    func palettePixels(side: Int) {
        let ideal = TestArt.softDisc(side, radius: Double(side) / 2 - 4, softness: 3) { x in
            RGBAColour(red: UInt8(x * 255), green: 90, blue: 200)
        }
        let palette = (0..<200).map { (level: Int) -> RGBAColour in
            let alpha = level.isMultiple(of: 3) ? level : 255
            return RGBAColour(red: UInt8(level), green: UInt8(level / 2), blue: 200, alpha: UInt8(alpha))
        }
        let indices = (0..<side * side).map { (pixel: Int) -> UInt8 in
            UInt8((pixel * 7 + pixel / side) % 200)
        }
        let candidate = IndexedImage(width: side, height: side, indices: indices, palette: palette)
        let meter = FidelityMeter(ideal: ideal)
        #expect(meter.score(candidate) == meter.score(candidate.expanded))
    }
}
