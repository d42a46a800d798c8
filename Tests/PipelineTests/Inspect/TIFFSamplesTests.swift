import ImageHeaders
import Pixels
import StickerManifest
import Testing

@Suite("Samples of a TIFF")
struct TIFFSamplesTests {
    /// The published colour of a TIFF that contains the same pixel 400 times.
    private func published(
        _ pixel: [UInt8], samples: Int, bits: Int = 8, photometric: Int = 2, extras: [Int]? = nil,
        isFloat: Bool = false, profile: [UInt8]? = nil
    ) throws -> (colour: RGBAColour, isFlat: Bool, rules: [String]) {
        let file = RawFiles.tiff(
            width: 20, height: 20, samples: samples, bits: bits, photometric: photometric, extras: extras,
            isFloat: isFloat, profile: profile, data: (0..<400).flatMap { _ in pixel })
        let fixture = try PipelineFixture()
        let result = try fixture.run(file, name: "cats/Cat.tif")
        let art = try fixture.rendition(result)
        let colour = art.sample(0.5, 0.5)
        return (colour, art.sample(0.3, 0.4) == colour && art.sample(0.7, 0.6) == colour, result.rules)
    }

    private static func floats(_ numbers: Float...) -> [UInt8] {
        numbers.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number.bitPattern >> ($0 * 8)) } }
    }

    @Test("a sample of unspecified meaning is not alpha")
    func unspecified() throws {
        #expect(try published([200, 100, 50, 90], samples: 4, extras: [0]).colour == RGBAColour(200, 100, 50))
        #expect(try published([200, 90], samples: 2, photometric: 1, extras: [0]).colour == RGBAColour(200, 200, 200))
    }

    @Test("alpha after a sample of unspecified meaning is found")
    func secondExtra() throws {
        let (colour, _, _) = try published([200, 100, 50, 90, 77], samples: 5, extras: [0, 2])
        #expect(colour.difference(from: RGBAColour(200, 100, 50).withAlpha(77)) <= 1, "\(colour)")
    }

    @Test("numbers with a fraction are linear light, and their alpha is from 0 to 1")
    func linear() throws {
        let expected = RGBAColour(231, 124, 89)
        let straight = try published(Self.floats(0.8, 0.2, 0.1, 0.5), samples: 4, bits: 32, extras: [2], isFloat: true)
        #expect(straight.colour.difference(from: expected.withAlpha(128)) <= 2, "\(straight.colour)")
        let joined = try published(Self.floats(0.4, 0.1, 0.05, 0.5), samples: 4, bits: 32, extras: [1], isFloat: true)
        #expect(joined.colour.difference(from: expected.withAlpha(128)) <= 2, "\(joined.colour)")
        let opaque = try published(Self.floats(0.8, 0.2, 0.1), samples: 3, bits: 32, isFloat: true)
        #expect(opaque.colour.difference(from: expected) <= 1, "\(opaque.colour)")
    }

    @Test("numbers with a fraction and a profile are converted by the profile")
    func floatWithProfile() throws {
        let pixel = Self.floats(200.0 / 255, 100.0 / 255, 50.0 / 255, 0.5)
        let p3 = try published(pixel, samples: 4, bits: 32, extras: [2], isFloat: true, profile: RawICC.displayP3)
        #expect(p3.colour.difference(from: RGBAColour(215, 93, 31).withAlpha(128)) <= 4, "\(p3.colour)")
        let sRGB = try published(pixel, samples: 4, bits: 32, extras: [2], isFloat: true, profile: RawICC.sRGB)
        #expect(sRGB.colour.difference(from: RGBAColour(200, 100, 50).withAlpha(128)) <= 2, "\(sRGB.colour)")
    }

    @Test("the alpha of 16 bits with a profile is reduced to 8 bits")
    func deepProfile() throws {
        let pixel: [UInt8] = [200, 200, 100, 100, 50, 50, 128, 128]
        let (colour, _, _) = try published(pixel, samples: 4, bits: 16, extras: [2], profile: RawICC.displayP3)
        #expect(colour.difference(from: RGBAColour(215, 93, 31).withAlpha(128)) <= 4, "\(colour)")
    }

    @Test("a flat colour in Lab stays flat, keeps its alpha, and is named")
    func lab() throws {
        let (colour, isFlat, rules) = try published([138, 70, 50], samples: 3, photometric: 8)
        #expect(colour.difference(from: RGBAColour(244, 53, 46)) <= 2, "\(colour)")
        #expect(isFlat)
        #expect(rules.contains("unusual-profile"))
        let translucent = try published([138, 70, 50, 128], samples: 4, photometric: 8, extras: [2]).colour
        #expect(translucent.difference(from: RGBAColour(244, 53, 46).withAlpha(128)) <= 2, "\(translucent)")
    }

    @Test("no cut and no changed byte in the directory of a TIFF ends the program")
    func damage() {
        let whole = RawFiles.tiff(
            width: 1, height: 1, samples: 4, bits: 8, photometric: 2, extras: [0], data: [1, 2, 3, 4])
        for place in whole.indices {
            var bytes = whole
            bytes[place] = 255
            _ = TIFFSamples(bytes)
            _ = TIFFSamples(Array(whole.prefix(place)))
        }
        #expect(TIFFSamples(whole)?.extras == [.unspecified])
    }
}

extension RGBAColour {
    fileprivate init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
        self.init(red: red, green: green, blue: blue)
    }
}
