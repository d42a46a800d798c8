import Deflate
import ImageHeaders
import PNG
import Pixels
import Testing

/// Tests that frames in the smallest encoding are shown unchanged.
@Suite("APNGStreamWriter")
struct APNGStreamWriterTests {
    private static let palette: [RGBAColour] = [
        .clear, RGBAColour(red: 9, green: 200, blue: 30, alpha: 90), .black, .white,
        RGBAColour(red: 200, green: 20, blue: 20),
    ]
    private static let (width, height) = (23, 17)
    private static let delay = FrameDelay(numerator: 1, denominator: 12)

    /// Creates frames in which blocks are added, removed and changed, over other blocks or on an empty canvas.
    private static func frames(seed: UInt64) -> [[UInt8]] {
        var state = seed
        func random(_ below: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % below
        }
        var canvas = [UInt8](repeating: 0, count: width * height)
        return (0..<20).map { _ in
            if random(4) == 0 { canvas = [UInt8](repeating: 0, count: width * height) }
            for _ in 0...random(3) {
                let (x, y, colour) = (random(width), random(height), UInt8(random(palette.count)))
                for row in y..<min(height, y + 1 + random(9)) {
                    for column in x..<min(width, x + 6) { canvas[row * width + column] = colour }
                }
            }
            return canvas
        }
    }

    private func seen(_ file: [UInt8]) throws -> (frames: [RGBAImage], delays: [FrameDelay]) {
        let reader = try APNGReader(file, limits: APNGLimits(frames: 100, pixels: 1 << 24), isStrict: true)
        var compositor = APNGCompositor(width: reader.width, height: reader.height)
        let frames = try reader.frames.map { frame in
            try compositor.draw(try ReferenceDecoder(reader.png(of: frame)).image, frame.control)
            return compositor.canvas
        }
        return (frames, reader.frames.map(\.control.delay))
    }

    private func expanded(_ frames: [[UInt8]]) -> [RGBAImage] {
        frames.map {
            IndexedImage(width: Self.width, height: Self.height, indices: $0, palette: Self.palette).expanded
        }
    }

    /// The frames without those that repeat the previous frame.
    private func different(_ frames: [RGBAImage]) -> [RGBAImage] {
        frames.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }

    @Test("in a palette", arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
    func indexed(seed: UInt64) throws {
        let frames = Self.frames(seed: seed)
        var writer = APNGStreamWriter(
            width: Self.width, height: Self.height, loopCount: 0, palette: Self.palette, level: .balanced)
        for frame in frames { try writer.append(frame, delay: Self.delay) }
        #expect(try seen(try writer.finished()).frames == different(expanded(frames)))
    }

    @Test("in truecolour", arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
    func truecolour(seed: UInt64) throws {
        let frames = expanded(Self.frames(seed: seed))
        var writer = APNGStreamWriter(
            width: Self.width, height: Self.height, loopCount: 0, isGrey: false, level: .balanced)
        for frame in frames { try writer.append(frame.words, delay: Self.delay) }
        #expect(try seen(try writer.finished()).frames == different(frames))
    }

    @Test("a repeated frame makes the last one longer, as exactly as a fraction can")
    func repeated() throws {
        let frames = Self.frames(seed: 1)
        var writer = APNGStreamWriter(
            width: Self.width, height: Self.height, loopCount: 0, palette: Self.palette, level: .fast)
        try writer.append(frames[0], delay: FrameDelay(numerator: 1, denominator: 30))
        try writer.append(frames[0], delay: FrameDelay(numerator: 1, denominator: 20))
        try writer.append(frames[1], delay: Self.delay)
        let delays = try seen(try writer.finished()).delays
        #expect(delays[0] == FrameDelay(numerator: 1, denominator: 12))
    }

    @Test("a delay without a fraction of 16 bits keeps the frames apart")
    func endless() throws {
        let long = FrameDelay(numerator: 65_535, denominator: 1)
        #expect(long.adding(FrameDelay(numerator: 1, denominator: 7)) == nil)
        #expect(long.adding(FrameDelay(numerator: 0, denominator: 100)) != nil)
        var writer = APNGStreamWriter(
            width: Self.width, height: Self.height, loopCount: 0, palette: Self.palette, level: .fast)
        for _ in 0..<2 { try writer.append(Self.frames(seed: 1)[0], delay: long) }
        #expect(try seen(try writer.finished()).delays == [long, long])
    }

    /// For the problems in players that this layout avoids, see docs/decisions/animation-colour.md and
    /// docs/internals/apng-conformance.md.
    @Test("a palette is written at 8 bits, even with few colours, in the order that every player accepts")
    func layout() throws {
        var writer = APNGStreamWriter(
            width: Self.width, height: Self.height, loopCount: 0, palette: [.clear, .black], level: .best,
            care: .exact(frames: 3))
        for place in 0..<3 {
            var frame = [UInt8](repeating: 0, count: Self.width * Self.height)
            frame[place] = 1
            try writer.append(frame, delay: Self.delay)
        }
        let chunks = try TestChunk.read(try writer.finished())
        #expect(
            chunks.map(\.name)
                == ["IHDR", "acTL", "PLTE", "tRNS", "fcTL", "IDAT", "fcTL", "fdAT", "fcTL", "fdAT", "IEND"])
        // The last bytes of IHDR are the bit depth, the colour type, the compression and filter methods, and no
        // interlacing.
        #expect(chunks[0].data.suffix(5) == [8, 3, 0, 0, 0])
        // tRNS contains only the alpha values up to the last colour that is not opaque.
        #expect(chunks[3].data == [0])
    }

    @Test(
        "large flat frames, which are compressed harder, are shown unchanged",
        arguments: [EffortHint.usual, .exact(frames: 3), .exact(frames: 30)])
    func flat(care: EffortHint) throws {
        let side = 160
        let frames = (0..<3).map { place in
            (0..<side * side).map { pixel -> UInt8 in
                let (x, y) = (pixel % side - 70 - place * 9, pixel / side - 80)
                return x * x + y * y < 3600 ? 1 : x * x + y * y < 4000 ? 2 : 0
            }
        }
        let palette: [RGBAColour] = [.clear, .black, .white]
        func written(_ level: DeflateLevel) throws -> [UInt8] {
            var writer = APNGStreamWriter(
                width: side, height: side, loopCount: 0, palette: palette, level: level, care: care)
            for frame in frames { try writer.append(frame, delay: Self.delay) }
            return try writer.finished()
        }
        let file = try written(.best)
        let expected = frames.map { IndexedImage(width: side, height: side, indices: $0, palette: palette).expanded }
        #expect(try seen(file).frames == expected)
        #expect(try file == written(.best))
        #expect(try seen(try written(.exhaustive)).frames == expected)
    }
}
