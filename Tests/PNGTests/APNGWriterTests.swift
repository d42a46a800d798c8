import Deflate
import ImageHeaders
import PNG
import Pixels
import Testing

@Suite("Writing an animation")
struct APNGWriterTests {
    private func number(_ chunk: TestChunk, at place: Int = 0) -> Int {
        chunk.data[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
    }

    @Test("the chunks come in order, and their sequence numbers count up from 0")
    func chunks() throws {
        let chunks = try TestChunk.read(SampleAnimation.writer.write(SampleAnimation.indexedFrames))
        #expect(
            chunks.map(\.name) == [
                "IHDR", "acTL", "PLTE", "tRNS", "fcTL", "IDAT", "fcTL", "fdAT", "fcTL", "fdAT", "fcTL", "fdAT", "IEND",
            ])
        #expect(number(chunks[1]) == 4)
        #expect(number(chunks[1], at: 4) == 3)
        #expect(chunks.filter { ["fcTL", "fdAT"].contains($0.name) }.map { number($0) } == Array(0...6))
    }

    @Test("colour frames are preserved")
    func colour() throws {
        let bytes = try SampleAnimation.writer.write(SampleAnimation.colourFrames)
        let reader = try APNGReader(bytes, limits: SampleAnimation.limits, isStrict: true)
        #expect(reader.frames.map(\.control) == SampleAnimation.controls)
        #expect(try SampleAnimation.pixels(reader).map(\.seen) == SampleAnimation.colourFrames.map(\.image))
        #expect(reader.loopCount == 3)
        #expect(try PNGInspection(bytes).damage.isEmpty)
    }

    @Test("indexed frames are preserved", arguments: [DeflateLevel.fast, .high])
    func indexed(level: DeflateLevel) throws {
        let writer = APNGWriter(width: SampleAnimation.width, height: SampleAnimation.height, level: level)
        let bytes = try writer.write(SampleAnimation.indexedFrames)
        let reader = try APNGReader(bytes, limits: SampleAnimation.limits, isStrict: true)
        #expect(try SampleAnimation.pixels(reader) == SampleAnimation.indexedFrames.map(\.image.expanded))
        #expect(try PNGInspection(bytes).bitDepth == 8)
    }

    @Test("frames share a palette of the colours which any of them uses")
    func sharedPalette() throws {
        let palette = (0..<100).map { RGBAColour(red: UInt8($0), green: 0, blue: 0) }
        let frames = [UInt8(3), 50, 99].map {
            AnimationFrame(
                control: SampleAnimation.control(FrameRectangle(width: 2, height: 2)),
                image: IndexedImage(width: 2, height: 2, indices: [$0, $0, $0, $0], palette: palette))
        }
        let chunks = try TestChunk.read(APNGWriter(width: 2, height: 2, level: .fast).write(frames))
        #expect(chunks.first { $0.name == "PLTE" }?.data.count == 9)
        #expect(chunks[0].data[8] == 8)
    }

    @Test("frames share the smallest form for all of them")
    func sharedForm() throws {
        let grey = RGBAImage(width: 3, height: 3, filledWith: .white)
        let red = RGBAImage(width: 3, height: 3, filledWith: RGBAColour(red: 255, green: 0, blue: 0))
        let clear = RGBAImage(width: 3, height: 3, filledWith: .clear)
        let writer = APNGWriter(width: 3, height: 3, level: .fast)
        let cases: [([RGBAImage], UInt8)] = [
            ([grey, grey], 0), ([grey, red], 2), ([grey, clear], 4), ([red, clear], 6),
        ]
        for (images, type) in cases {
            let frames = images.map {
                AnimationFrame(control: SampleAnimation.control(FrameRectangle(width: 3, height: 3)), image: $0)
            }
            let bytes = try writer.write(frames)
            #expect(try TestChunk.read(bytes)[0].data[9] == type)
            let reader = try APNGReader(bytes, limits: SampleAnimation.limits, isStrict: true)
            #expect(try SampleAnimation.pixels(reader) == images)
        }
    }

    @Test("one frame makes a plain picture")
    func single() throws {
        let indexed = try SampleAnimation.writer.write(Array(SampleAnimation.indexedFrames.prefix(1)))
        #expect(try TestChunk.read(indexed).map(\.name) == ["IHDR", "PLTE", "tRNS", "IDAT", "IEND"])
        #expect(try ReferenceDecoder(indexed).image == SampleAnimation.indexedFrames[0].image.expanded)
        let colour = try SampleAnimation.writer.write(Array(SampleAnimation.colourFrames.prefix(1)))
        #expect(try PNGEncoder.encode(SampleAnimation.colourFrames[0].image, level: .fast) == colour)
    }

    @Test("the same frames always give the same bytes")
    func deterministic() throws {
        let files = try (0..<3).map { _ in try SampleAnimation.writer.write(SampleAnimation.indexedFrames) }
        #expect(Set(files).count == 1)
    }

    @Test("no frames make no file")
    func none() {
        #expect(throws: PNGError.noWholeFrame) {
            try SampleAnimation.writer.write([AnimationFrame<RGBAImage>]())
        }
    }

    @Test("frames that cannot be shown are refused, with the reason")
    func faults() {
        func fault(_ change: (inout [AnimationFrame<IndexedImage>]) -> Void) -> PNGError? {
            var frames = SampleAnimation.indexedFrames
            change(&frames)
            do {
                _ = try SampleAnimation.writer.write(frames)
                return nil
            } catch {
                return error
            }
        }
        #expect(fault { $0.removeFirst() } == .unusableFrame(.firstNotWhole))
        #expect(
            fault { $0[1].control.rectangle = FrameRectangle(x: 9, y: 0, width: 5, height: 4) }
                == .unusableFrame(.outsideCanvas))
        #expect(
            fault { $0[1].control.rectangle = FrameRectangle(x: 0, y: 0, width: 4, height: 4) }
                == .unusableFrame(.otherSize))
        #expect(fault { $0[2].image.palette[0] = .white } == .unusableFrame(.otherPalette))
        #expect(fault { $0[2].image.indices[0] = 200 } == .indexOutsidePalette(index: 200, colours: 14))
    }
}
