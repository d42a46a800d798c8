import Deflate
import ImageHeaders
import PNG
import Pixels
import Testing

@Suite("Reading an animation")
struct APNGReaderTests {
    private func read(_ chunks: [TestChunk], strict: Bool = false) throws -> APNGReader {
        try APNGReader(TestChunk.file(chunks), limits: SampleAnimation.limits, isStrict: strict)
    }

    /// Returns the numbers of the frames that can be read after the chunks of an animation of four frames were changed.
    /// The chunks are IHDR, acTL, the fcTL of each frame at 2, 4, 6 and 8, its pixels at 3, 5, 7 and 9, and IEND.
    private func recovered(_ change: (inout [TestChunk]) -> Void) throws -> (numbers: [Int], warnings: [APNGWarning]) {
        var chunks = try SampleAnimation.chunks()
        change(&chunks)
        let reader = try read(chunks)
        let pixels = try SampleAnimation.pixels(reader)
        for (frame, image) in zip(reader.frames, pixels) {
            #expect(image.seen == SampleAnimation.colourFrames[frame.number].image)
        }
        return (reader.frames.map(\.number), reader.warnings)
    }

    @Test("a correct file gives its frames and no warning")
    func sound() throws {
        let reader = try read(try SampleAnimation.chunks(), strict: true)
        #expect(reader.frames.map(\.control) == SampleAnimation.controls)
        #expect(reader.width == 13)
        #expect(reader.height == 11)
        #expect(reader.colourType == .truecolourAlpha)
        #expect(reader.warnings.isEmpty)
        #expect(!reader.hasSeparateDefaultImage)
        #expect(reader.defaultImage == nil)
    }

    @Test("a picture before the first fcTL is not part of the animation")
    func separateDefaultImage() throws {
        var chunks = try SampleAnimation.chunks()
        let first = SampleAnimation.colourFrames[0].image
        chunks.insert(chunks[3], at: 2)
        chunks[4] = TestChunk("fdAT", TestChunk.big(1) + chunks[4].data)
        for (place, number) in zip(3...10, [UInt32(0), 1, 2, 3, 4, 5, 6, 7]) {
            chunks[place].data.replaceSubrange(0..<4, with: TestChunk.big(number))
        }
        let reader = try read(chunks, strict: true)
        #expect(reader.hasSeparateDefaultImage)
        let image = try #require(reader.defaultImage)
        #expect(try ReferenceDecoder(image).image.seen == first)
        #expect(reader.frames.count == 4)
        #expect(try SampleAnimation.pixels(reader).map(\.seen) == SampleAnimation.colourFrames.map(\.image))
    }

    @Test("pixels in several pieces are put together")
    func pieces() throws {
        let (numbers, warnings) = try recovered { chunks in
            let data = chunks[9].data
            chunks[9].data = Array(data[..<20])
            chunks.insert(TestChunk("fdAT", TestChunk.big(7) + data[20...]), at: 10)
            let first = chunks[3].data
            chunks[3].data = Array(first[..<9])
            chunks.insert(TestChunk("IDAT", Array(first[9...])), at: 4)
        }
        #expect(numbers == [0, 1, 2, 3])
        #expect(warnings.isEmpty)
    }

    @Test("a frame's file has the palette, transparency and colour space of the animation, and nothing else")
    func sharedChunks() throws {
        var chunks = try TestChunk.read(SampleAnimation.writer.write(SampleAnimation.indexedFrames))
        chunks.insert(TestChunk("tEXt", [65, 0, 66]), at: 1)
        chunks.insert(TestChunk("gAMA", TestChunk.big(45_455)), at: 1)
        let reader = try read(chunks, strict: true)
        for frame in reader.frames {
            let names = try TestChunk.read(reader.png(of: frame)).map(\.name)
            #expect(names == ["IHDR", "gAMA", "PLTE", "tRNS", "IDAT", "IEND"])
        }
    }

    @Test("transparency next to an alpha channel, which apngasm writes, is ignored as in decoders")
    func needlessTransparency() throws {
        var chunks = try SampleAnimation.chunks()
        chunks.insert(TestChunk("tRNS", [0, 9]), at: 2)
        let reader = try read(chunks, strict: true)
        #expect(reader.frames.count == SampleAnimation.controls.count)
        #expect(try TestChunk.read(reader.png(of: reader.frames[0])).map(\.name) == ["IHDR", "IDAT", "IEND"])
        let damage = try PNGInspection(TestChunk.file(chunks)).damage
        #expect(damage.map(\.kind) == [.needless] && !damage[0].touchesPixels)
    }

    @Test("a delay's denominator of 0 means 100")
    func delay() throws {
        let (_, warnings) = try recovered { $0[4].data.replaceSubrange(22..<24, with: [0, 0]) }
        #expect(warnings.isEmpty)
        var chunks = try SampleAnimation.chunks()
        chunks[4].data.replaceSubrange(22..<24, with: [0, 0])
        #expect(try read(chunks).frames[1].control.delay == FrameDelay(numerator: 2, denominator: 100))
    }

    @Test("a still picture is not an animation")
    func still() throws {
        let still = try PNGEncoder.encode(SampleArt.sticker(9), level: .fast)
        #expect(throws: PNGError.notAnimated) { try APNGReader(still, limits: SampleAnimation.limits) }
        #expect(throws: PNGError.notPNG) { try APNGReader([1, 2, 3], limits: SampleAnimation.limits) }
    }

    @Test("limits apply to the numbers in the headers")
    func limits() throws {
        let bytes = TestChunk.file(try SampleAnimation.chunks())
        #expect(throws: PNGError.tooManyFrames(4, limit: 3)) {
            try APNGReader(bytes, limits: APNGLimits(frames: 3, pixels: 10_000))
        }
        #expect(throws: PNGError.tooManyPixels(width: 13, height: 11, frames: 4, limit: 571)) {
            try APNGReader(bytes, limits: APNGLimits(frames: 4, pixels: 571))
        }
        #expect(throws: Never.self) { try APNGReader(bytes, limits: APNGLimits(frames: 4, pixels: 572)) }
        var huge = try SampleAnimation.chunks()
        huge[0].data.replaceSubrange(0..<8, with: [0x7F, 255, 255, 255, 0x7F, 255, 255, 255])
        huge[1].data.replaceSubrange(0..<4, with: [255, 255, 255, 255])
        #expect(throws: PNGError.self) {
            try APNGReader(TestChunk.file(huge), limits: APNGLimits(frames: .max, pixels: .max))
        }
    }

    @Test("if the number of frames is also wrong, limits apply to the existing ones")
    func limitsWithoutCount() throws {
        var chunks = try SampleAnimation.chunks()
        chunks[1].checksum = 9
        #expect(try read(chunks).frames.count == 4)
        #expect(throws: PNGError.tooManyFrames(4, limit: 3)) {
            try APNGReader(TestChunk.file(chunks), limits: APNGLimits(frames: 3, pixels: 10_000))
        }
    }

    @Test("a file truncated anywhere still gives every complete frame")
    func cut() throws {
        let chunks = try SampleAnimation.chunks()
        let whole = TestChunk.file(chunks)
        // The number of bytes after which the pixels of the first frame, the second and so on are complete.
        let ends = [3, 5, 7, 9].map { 8 + chunks[...$0].reduce(0) { $0 + $1.bytes.count } }
        for count in 0..<whole.count {
            let bytes = Array(whole.prefix(count))
            let expected = ends.count { $0 <= count }
            if expected == 0 {
                #expect(throws: PNGError.self) { try APNGReader(bytes, limits: SampleAnimation.limits) }
            } else {
                let reader = try APNGReader(bytes, limits: SampleAnimation.limits)
                #expect(reader.frames.map(\.number) == Array(0..<expected))
                #expect(!reader.warnings.isEmpty)
            }
        }
    }

    @Test("a file truncated between two pieces of a frame loses that frame")
    func cutBetweenPieces() throws {
        let (numbers, warnings) = try recovered { chunks in
            chunks[9].data = Array(chunks[9].data[..<20])
            chunks.removeLast()
        }
        #expect(numbers == [0, 1, 2])
        #expect(warnings.contains(.lostFrame(3, .brokenPixels)))
    }

    @Test("a frame whose pixels are damaged is left out, and the others stay")
    func brokenPixels() throws {
        let (numbers, warnings) = try recovered { chunks in
            chunks[7].checksum = TestChunk.crc(Array("fdAT".utf8) + chunks[7].data)
            chunks[7].data[12] ^= 0x40
        }
        #expect(numbers == [0, 1, 3])
        #expect(warnings.count == 2)
        #expect(warnings.last == .lostFrame(2, .brokenPixels))
    }

    @Test("only a wrong checksum loses nothing if the pixels are correct")
    func wrongChecksum() throws {
        let (numbers, warnings) = try recovered { $0[7].checksum = 1 }
        #expect(numbers == [0, 1, 2, 3])
        #expect(warnings.count == 1)
    }

    @Test("wrong sequence numbers are reported, and the frames stay")
    func sequence() throws {
        let (numbers, warnings) = try recovered { $0[7].data[3] = 99 }
        #expect(numbers == [0, 1, 2, 3])
        guard case .wrongSequence(expected: 4, found: 99, _) = warnings.first else {
            Issue.record("\(warnings)")
            return
        }
    }

    @Test("a frame without one of its pieces is omitted")
    func lostPiece() throws {
        let (numbers, warnings) = try recovered { chunks in
            let data = chunks[5].data
            chunks[5].data = Array(data[..<20])
            // Simulates the loss of a chunk with the second piece of the pixels and the sequence number 3. The
            // following chunks are numbered from 4.
            for place in 6...9 { chunks[place].data[3] += 1 }
        }
        #expect(numbers == [0, 2, 3])
        #expect(warnings.contains(.lostFrame(1, .brokenPixels)))
    }

    @Test("missing and extra frames are reported, and of more only as many as declared are used")
    func frameCount() throws {
        let missing = try recovered { $0[1].data[3] = 6 }
        #expect(missing.numbers == [0, 1, 2, 3])
        #expect(missing.warnings == [.wrongFrameCount(declared: 6, found: 4)])
        let extra = try recovered { $0[1].data[3] = 2 }
        #expect(extra.numbers == [0, 1])
        #expect(extra.warnings == [.wrongFrameCount(declared: 2, found: 4)])
    }

    @Test("a frame outside of the canvas, or with invalid values, is omitted")
    func badDescriptions() throws {
        let outside = try recovered { $0[4].data[15] = 9 }
        #expect(outside.numbers == [0, 2, 3])
        let rectangle = FrameRectangle(x: 9, y: 3, width: 5, height: 4)
        #expect(outside.warnings == [.lostFrame(1, .outsideCanvas(rectangle))])
        let empty = try recovered { $0[4].data.replaceSubrange(4..<8, with: [0, 0, 0, 0]) }
        #expect(empty.numbers == [0, 2, 3])
        let disposal = try recovered { $0[6].data[24] = 3 }
        #expect(disposal.warnings == [.lostFrame(2, .brokenDescription)])
        let short = try recovered { $0[8].data.removeLast() }
        #expect(short.warnings == [.lostFrame(3, .brokenDescription)])
    }

    @Test("a frame without pixels is left out")
    func noPixels() throws {
        let (numbers, warnings) = try recovered { chunks in
            chunks.remove(at: 9)
        }
        #expect(numbers == [0, 1, 2])
        #expect(warnings == [.lostFrame(3, .noPixels)])
    }

    @Test("the first frame always fills the canvas, whatever its values")
    func firstRectangle() throws {
        let (numbers, warnings) = try recovered { $0[2].data[7] = 5 }
        #expect(numbers == [0, 1, 2, 3])
        #expect(warnings == [.firstFrameNotWhole])
    }

    @Test("frame data without a frame is ignored")
    func strayData() throws {
        let (numbers, warnings) = try recovered { chunks in
            chunks.insert(TestChunk("fdAT", TestChunk.big(1) + [1, 2, 3]), at: 4)
            for place in 5...10 { chunks[place].data[3] += 1 }
        }
        #expect(numbers == [0, 1, 2, 3])
        #expect(warnings.count == 1)
    }

    @Test("a broken palette is an error, since every frame's colours would be wrong")
    func brokenPalette() throws {
        var chunks = try TestChunk.read(SampleAnimation.writer.write(SampleAnimation.indexedFrames))
        chunks[2].checksum = 1
        #expect(throws: PNGError.self) { try read(chunks) }
        chunks.remove(at: 2)
        #expect(throws: PNGError.self) { try read(chunks) }
    }

    @Test("a strict reader refuses every error")
    func strict() throws {
        var chunks = try SampleAnimation.chunks()
        chunks[1].data[3] = 6
        #expect(throws: PNGError.damagedAnimation(.wrongFrameCount(declared: 6, found: 4))) {
            try read(chunks, strict: true)
        }
    }

    @Test("an animation of which nothing is left is an error")
    func nothingLeft() throws {
        let chunks = try SampleAnimation.chunks()
        #expect(throws: PNGError.noWholeFrame) { try read([chunks[0], chunks[1], chunks[2], chunks[10]]) }
    }

    @Test("the list of warnings does not grow without end")
    func bounded() throws {
        var chunks = try SampleAnimation.chunks()
        chunks.insert(contentsOf: [TestChunk](repeating: TestChunk("tEXt", [], checksum: 1), count: 300), at: 2)
        #expect(try read(chunks).warnings.count == APNGReader.warningLimit)
    }

    @Test(
        "milliseconds become the nearest possible delay",
        arguments: [(-5, 0, 1_000), (33, 33, 1_000), (65_535, 65_535, 1_000), (65_536, 6_554, 100), (700_000, 700, 1)])
    func milliseconds(milliseconds: Int, numerator: Int, denominator: Int) {
        let delay = FrameDelay(milliseconds: milliseconds)
        #expect(Int(delay.numerator) == numerator)
        #expect(Int(delay.denominator) == denominator)
    }
}
