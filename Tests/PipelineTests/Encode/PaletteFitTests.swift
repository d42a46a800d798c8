import JobModel
import Pixels
import StickerManifest
import StickerRendering
import Testing

@Suite("Fitting a sticker into a palette")
struct PaletteFitTests {
    /// Renders art that already has the size of the sticker, so that the ideal rendition is the source itself.
    private func run(_ picture: RGBAImage, _ encode: EncodeSettings = EncodeSettings()) throws
        -> (art: RGBAImage, output: RenderedSticker)
    {
        let fixture = try PipelineFixture()
        let recipe = Recipe.small(render: RenderSettings(trim: false, padding: 0), encode: encode)
        let result = try fixture.run(RawPNG(straight: picture).bytes, recipe: recipe)
        let art = try fixture.rendition(result)
        return (art, try #require(result.output))
    }

    /// The fidelity as defined in docs/internals/fidelity.md.
    private func fidelity(of art: RGBAImage, to ideal: RGBAImage) -> Double {
        let score = FidelityMeter(ideal: ideal).score(art)
        return max(0, score.similarity - max(0, score.shade - 1) * 0.001)
    }

    /// A face in flat colours, with a highlight of a few pixels in the eye.
    static let face = TestArt.picture(300, 300) { x, y in
        if TestArt.distance(x, y, 300) > 149.8 { return .clear }
        if (100..<106).contains(x) && (100..<106).contains(y) { return .white }
        if ((90..<120).contains(x) || (180..<210).contains(x)) && (90..<130).contains(y) { return .black }
        return y > 200 ? TestArt.red : TestArt.yellow
    }

    /// A disc with the given number of colours, each in a separate square.
    static func patchwork(colours: Int) -> RGBAImage {
        TestArt.picture(300, 300) { x, y in
            let place = (y / 15 * 20 + x / 15) % colours
            return RGBAColour(
                red: UInt8(place), green: UInt8(place * 97 % 256), blue: UInt8(place * 41 % 256),
                alpha: place % 5 == 4 ? 120 : 255)
        }
    }

    static let gradient = TestArt.softDisc(300, radius: 146, softness: 1.5) { _ in .black }.shaded()

    @Test("flat art keeps every pixel", arguments: EncodeSettings.Effort.allCases)
    func flat(effort: EncodeSettings.Effort) throws {
        let (art, output) = try run(Self.face, EncodeSettings(effort: effort))
        #expect(art == Self.face)
        #expect(output.scales[0].colours == 5)
        #expect(output.scales[0].fidelity == 1)
        #expect(output.fit.gaveUp == "nothing")
        #expect(output.fit.summary.contains("All 5 colours"))
    }

    @Test("with a target of 1, up to 256 colours are kept without loss", arguments: [2, 17, 200, 256])
    func lossless(colours: Int) throws {
        let picture = Self.patchwork(colours: colours)
        let (art, output) = try run(picture, EncodeSettings(fidelityTarget: 1))
        #expect(art == picture)
        #expect(output.scales[0].colours == colours)
        #expect(output.scales[0].fidelity == 1)
        #expect(output.fit.gaveUp == "nothing")
    }

    @Test("a picture of one colour is a palette of one colour")
    func plain() throws {
        let plain = RGBAImage(width: 300, height: 300, filledWith: TestArt.blue)
        let (art, output) = try run(plain)
        #expect(art == plain)
        #expect(output.scales[0].colours == 1)
    }

    @Test(
        "the reported fidelity is that of the file, and it reaches the target if the summary claims it",
        arguments: [0.9, 0.95, 0.99, 0.997, 0.9998])
    func reported(target: Double) throws {
        for picture in [Self.gradient, Self.face, TestArt.noisyDisc(300, amplitude: 9)] {
            let (art, output) = try run(picture, EncodeSettings(fidelityTarget: target, fidelityFloor: 0.5))
            let reported = output.scales[0].fidelity
            #expect(abs(fidelity(of: art, to: picture) - reported) < 0.000_002)
            if reported < target - 0.000_001 {
                #expect(output.fit.summary.contains("below the target"))
            } else {
                #expect(!output.fit.summary.contains("below"))
            }
        }
    }

    @Test("a higher target never has fewer colours")
    func monotone() throws {
        let colours = try [0.9, 0.97, 0.99, 0.997].map { target in
            try run(Self.gradient, EncodeSettings(fidelityTarget: target, fidelityFloor: 0.5)).output.scales[0].colours
        }
        #expect(colours.map { $0 ?? 1000 } == colours.map { $0 ?? 1000 }.sorted(), "\(colours)")
    }

    @Test("no more colours are used than the settings allow", arguments: [2, 3, 40, 255])
    func maximum(colours: Int) throws {
        let settings = EncodeSettings(effort: .fast, fidelityTarget: 1, fidelityFloor: 0, maximumColours: colours)
        let (_, output) = try run(Self.gradient, settings)
        #expect(output.scales.allSatisfy { ($0.colours ?? .max) <= colours })
    }

    /// A disc with a gradient from left to right and a few small spots of other colours. A quantizer that minimizes the
    /// sum of errors would lose these spots first.
    private static let spotted = TestArt.picture(300, 300) { x, y in
        guard TestArt.distance(x, y, 300) < 146 else { return .clear }
        let shade = RGBAColour(red: UInt8(40 + x * 2 / 3), green: UInt8(180 - x / 3), blue: UInt8(90 + x / 5))
        let spots = [(80, 90, 220, 40, 90), (200, 120, 30, 200, 60), (150, 210, 240, 200, 20), (110, 180, 20, 90, 230)]
        for (left, top, red, green, blue) in spots where (left..<left + 5).contains(x) && (top..<top + 5).contains(y) {
            return RGBAColour(red: UInt8(red), green: UInt8(green), blue: UInt8(blue))
        }
        return shade
    }

    @Test("with the most effort, fewer colours or as many reach the target, since small details are looked after")
    func details() throws {
        let colours = try EncodeSettings.Effort.allCases.map { effort in
            let encode = EncodeSettings(effort: effort, fidelityTarget: 0.99, fidelityFloor: 0.5)
            let (art, output) = try run(Self.spotted, encode)
            #expect(fidelity(of: art, to: Self.spotted) >= 0.99)
            return try #require(output.scales[0].colours)
        }
        // With less effort, the first palette that reaches the target is used.
        let most = try #require(colours.last)
        #expect(colours.allSatisfy { $0 >= most - 1 }, "\(colours)")
    }

    @Test("a soft gradient has no visible bands: shades are within two levels")
    func gradientShades() throws {
        let (art, _) = try run(Self.gradient)
        #expect(FidelityMeter(ideal: Self.gradient).score(art).shade <= 2)
    }

    @Test("with dithering off nothing is dithered")
    func ditherOff() throws {
        let settings = EncodeSettings(fidelityTarget: 1, fidelityFloor: 0, maximumColours: 8, dither: .off)
        let (_, output) = try run(Self.gradient, settings)
        #expect(output.fit.attempts.allSatisfy { $0.method == "palette" })
        #expect(output.fit.gaveUp == "colours")
    }

    /// The number of pixels with the given alpha in `picture` whose alpha differs in the rendition.
    private func changed(_ picture: RGBAImage, _ art: RGBAImage, alpha: UInt8) -> Int {
        stride(from: 3, to: picture.bytes.count, by: 4).count { picture.bytes[$0] == alpha && art.bytes[$0] != alpha }
    }

    private static let glow = TestArt.softDisc(300, radius: 90, softness: 110) { _ in TestArt.yellow }

    @Test("transparent pixels stay fully transparent, even with few colours", arguments: [2, 4, 16, 64])
    func transparency(colours: Int) throws {
        let settings = EncodeSettings(effort: .fast, fidelityTarget: 1, fidelityFloor: 0, maximumColours: colours)
        let (art, _) = try run(Self.glow, settings)
        #expect(changed(Self.glow, art, alpha: 0) == 0)
    }

    @Test("with the default settings opaque pixels stay opaque, and transparent ones stay transparent")
    func opacity() throws {
        for picture in [Self.glow, Self.gradient, Self.face] {
            let (art, _) = try run(picture)
            #expect(changed(picture, art, alpha: 0) == 0)
            #expect(changed(picture, art, alpha: 255) == 0)
        }
    }

    @Test("large flat fills keep their exact colour if they share a palette with a gradient")
    func flatFills() throws {
        let brand = RGBAColour(red: 220, green: 40, blue: 40)
        let picture = TestArt.picture(300, 300) { x, y in
            y < 150 ? brand : RGBAColour(red: UInt8(x * 255 / 299), green: UInt8(y - 100), blue: 90)
        }
        let (art, _) = try run(picture)
        #expect(art[150, 70].difference(from: brand) <= 2)
    }

    @Test("the same source and recipe give the same bytes every time")
    func deterministic() throws {
        let fixture = try PipelineFixture()
        let png = try Self.gradient.png()
        for effort in EncodeSettings.Effort.allCases {
            let recipe = Recipe.small(encode: EncodeSettings(effort: effort))
            #expect(try fixture.run(png, recipe: recipe) == fixture.run(png, recipe: recipe))
        }
    }
}

extension RGBAImage {
    /// The same shape with a smooth gradient in three channels.
    func shaded() -> RGBAImage {
        TestArt.picture(width, height) { x, y in
            let alpha = self[x, y].alpha
            guard alpha > 0 else { return .clear }
            return RGBAColour(
                red: UInt8(60 + x * 180 / width), green: UInt8(200 - y * 150 / height),
                blue: UInt8(90 + (x + y) * 60 / (width + height)), alpha: alpha)
        }
    }
}
