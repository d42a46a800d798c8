import Deflate
import ImageHeaders
import PNG
import Pixels
import Testing

@Suite("Writing PNG without a palette")
struct PNGEncoderTruecolourTests {
    /// The colour types, with their numbers in the file.
    private static let forms: [(name: String, type: Int, depth: Int, image: RGBAImage)] = [
        ("colour with alpha", 6, 8, SampleArt.sticker(40)),
        ("colour", 2, 8, SampleArt.picture(9, 9) { RGBAColour(red: UInt8($0), green: UInt8($1), blue: 7) }),
        ("grey with alpha", 4, 8, grey(9) { (UInt8($0 * 9), UInt8($1 * 20)) }),
        ("grey", 0, 8, grey(16) { (UInt8($0 * 16 + $1), 255) }),
        ("16 greys", 0, 4, grey(16) { x, _ in (UInt8(x * 17), 255) }),
        ("4 greys", 0, 2, grey(7) { x, _ in (UInt8(x % 4 * 85), 255) }),
        ("black and white", 0, 1, grey(13) { ($0 > $1 ? 255 : 0, 255) }),
        ("one white pixel", 0, 1, grey(1) { _, _ in (255, 255) }),
    ]

    private static func grey(_ side: Int, _ level: (Int, Int) -> (UInt8, UInt8)) -> RGBAImage {
        SampleArt.picture(side, side) { x, y in
            let (value, alpha) = level(x, y)
            return RGBAColour(red: value, green: value, blue: value, alpha: alpha)
        }
    }

    @Test("the smallest form that loses nothing is chosen", arguments: forms.indices)
    func form(_ place: Int) throws {
        let (name, type, depth, image) = Self.forms[place]
        let decoded = try ReferenceDecoder(PNGEncoder.encode(image, level: .balanced))
        #expect(decoded.colourType == type, "\(name)")
        #expect(decoded.bitDepth == depth, "\(name)")
        #expect(decoded.image.seen == image.seen, "\(name)")
    }

    @Test(
        "noise of any width is preserved", arguments: [1, 2, 3, 5, 16, 17, 33, 100],
        [DeflateLevel.fast, .balanced, .high])
    func noise(width: Int, level: DeflateLevel) throws {
        let image = SampleArt.noise(width, 23, seed: UInt64(width))
        #expect(try ReferenceDecoder(PNGEncoder.encode(image, level: level)).image.seen == image.seen)
    }

    @Test("colour under alpha 0 does not matter, and is written as black")
    func invisible() throws {
        let image = SampleArt.picture(4, 1) { x, _ in
            RGBAColour(red: UInt8(x * 50), green: 9, blue: 77, alpha: x % 2 == 0 ? 0 : 255)
        }
        let decoded = try ReferenceDecoder(PNGEncoder.encode(image, level: .balanced))
        #expect(decoded.image[0, 0] == .clear)
        #expect(decoded.image[2, 0] == .clear)
        #expect(decoded.image[3, 0] == image[3, 0])
    }

    @Test("invisible colour does not make a grey picture coloured")
    func invisibleColour() throws {
        let image = SampleArt.picture(5, 5) { x, y in
            x == y ? RGBAColour(red: 200, green: 0, blue: 9, alpha: 0) : RGBAColour(red: 3, green: 3, blue: 3)
        }
        #expect(try ReferenceDecoder(PNGEncoder.encode(image, level: .balanced)).colourType == 4)
    }

    @Test("smooth shades are filtered, and smaller for it")
    func filtered() throws {
        let image = SampleArt.picture(200, 100) { x, y in
            RGBAColour(red: UInt8(x), green: UInt8(y * 2), blue: UInt8((x + y) / 2))
        }
        let decoded = try ReferenceDecoder(PNGEncoder.encode(image, level: .balanced))
        #expect(decoded.filters.contains { $0 > 0 })
        #expect(decoded.chunks[1].data.count < 2_000)
        #expect(decoded.image == image)
    }

    @Test("with fewer trials, a picture with smooth shades is also filtered, and keeps every pixel")
    func sampled() throws {
        let image = SampleArt.picture(200, 100) { x, y in
            RGBAColour(red: UInt8(x), green: UInt8(y * 2), blue: UInt8((x + y) / 2), alpha: UInt8(255 - y))
        }
        let decoded = try ReferenceDecoder(PNGEncoder.encode(image, level: .strong, trials: .sampled))
        #expect(decoded.filters.contains { $0 > 0 })
        #expect(decoded.image == image)
        let weaker = try PNGEncoder.encode(image, level: .balanced, trials: .sampled)
        #expect(try PNGEncoder.encode(image, level: .strong, trials: .sampled).count <= weaker.count)
    }

    @Test("a higher level is never larger by more than a hundredth")
    func levels() throws {
        let sizes = try [DeflateLevel.fast, .balanced, .high, .best].map {
            try PNGEncoder.encode(SampleArt.sticker(150), level: $0).count
        }
        for (one, next) in zip(sizes, sizes.dropFirst()) {
            #expect(next * 100 <= one * 101, "\(sizes)")
        }
    }

    @Test("a preview is RGB, with any alpha")
    func preview() throws {
        let image = SampleArt.noise(31, 7, seed: 4)
        let decoded = try ReferenceDecoder(PNGEncoder.encodeOpaque(image, level: .fast))
        #expect(decoded.colourType == 2)
        var opaque = image
        for place in stride(from: 3, to: opaque.bytes.count, by: 4) { opaque.bytes[place] = 255 }
        #expect(decoded.image == opaque)
    }

    @Test("the same pixels always give the same bytes")
    func deterministic() throws {
        let bytes = try (0..<3).map { _ in try PNGEncoder.encode(SampleArt.sticker(60), level: .high) }
        #expect(Set(bytes).count == 1)
    }

    @Test("a picture without pixels is refused")
    func empty() {
        let image = RGBAImage(width: 3, height: 0, bytes: [])
        #expect(throws: PNGError.unwritableSize(width: 3, height: 0)) { try PNGEncoder.encode(image, level: .fast) }
        #expect(throws: PNGError.unwritableSize(width: 3, height: 0)) {
            try PNGEncoder.encodeOpaque(image, level: .fast)
        }
    }
}

extension RGBAImage {
    /// The picture with all pixels of alpha 0 replaced by transparent black, so that pictures that look the same are
    /// equal.
    var seen: RGBAImage {
        var copy = self
        for place in stride(from: 0, to: bytes.count, by: 4) where bytes[place + 3] == 0 {
            copy.bytes.replaceSubrange(place..<(place + 3), with: [0, 0, 0])
        }
        return copy
    }
}
