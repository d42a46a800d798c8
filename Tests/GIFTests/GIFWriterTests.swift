import GIF
import ImageHeaders
import PNG
import Pixels
import Testing
import Vips

@Suite("GIF files that are written")
struct GIFWriterTests {
    private static let started = Result { try VipsLibrary.start(extra: VipsLibrary.ExtraLoader.allCases) }
    private let palette = [
        RGBAColour(red: 220, green: 40, blue: 40), RGBAColour(red: 40, green: 60, blue: 200),
        RGBAColour(red: 240, green: 200, blue: 30),
    ]
    private let open = GIFWriter.transparentIndex

    init() throws {
        try Self.started.get()
    }

    /// Decodes the frames of a file as a browser would show them.
    private func frames(of bytes: [UInt8]) throws -> [RGBAImage] {
        let reader = try GIFReader(bytes, frameLimit: 100)
        var compositor = APNGCompositor(width: reader.width, height: reader.height)
        return try reader.frames.map { frame in
            let image = try Image.load(reader.file(of: frame), strictness: .warning)
            try compositor.draw(try image.convertedToSRGB().withAlpha().asBytes().rgba(), frame.control)
            return compositor.canvas
        }
    }

    /// Writes frames that are shown for 0.07 s each, or for the given times.
    private func write(
        _ pictures: [[UInt8]], width: Int, height: Int, palette: [RGBAColour]? = nil, loopCount: Int = 0,
        delays: [UInt16] = []
    ) throws -> [UInt8] {
        let writer = try GIFWriter(
            width: width, height: height, palette: palette ?? self.palette, loopCount: loopCount)
        for (place, indices) in pictures.enumerated() {
            try writer.append(indices, delay: delays.isEmpty ? 7 : delays[place])
        }
        return try writer.finished()
    }

    private func picture(_ indices: [UInt8], width: Int, height: Int) -> RGBAImage {
        IndexedImage(
            width: width, height: height, indices: indices.map { $0 == open ? 3 : $0 }, palette: palette + [.clear]
        ).expanded
    }

    @Test("a player shows the written frames, with frames that add, change and remove")
    func roundTrip() throws {
        let pictures: [[UInt8]] = [
            [open, 0, 0, open, 0, 0], [open, 0, 1, open, 0, 0], [open, 0, 1, open, 0, 1],
            [0, open, open, open, open, 2],
            [0, open, open, open, open, 2], [open, open, open, open, open, open], [2, 2, 2, 2, 2, 2],
        ]
        let bytes = try write(pictures, width: 3, height: 2)
        #expect(try frames(of: bytes) == pictures.map { picture($0, width: 3, height: 2) })
    }

    @Test("noise of all 255 colours is preserved")
    func allColours() throws {
        let colours = (0..<255).map { RGBAColour(red: UInt8($0), green: UInt8(255 - $0), blue: UInt8($0 / 2)) }
        var state: UInt32 = 1
        let pictures = (0..<4).map { _ in
            (0..<80 * 60).map { _ -> UInt8 in
                state = state &* 1_664_525 &+ 1_013_904_223
                return UInt8(truncatingIfNeeded: state >> 24)
            }
        }
        let bytes = try write(pictures, width: 80, height: 60, palette: colours, loopCount: 1)
        let expected = pictures.map {
            IndexedImage(width: 80, height: 60, indices: $0, palette: colours + [.clear]).expanded
        }
        #expect(try frames(of: bytes) == expected)
    }

    @Test("delays and the number of plays are preserved", arguments: [0, 1, 2, 5])
    func timing(plays: Int) throws {
        let bytes = try write(
            [[0], [1], [open]], width: 1, height: 1, loopCount: plays, delays: [3, 65_535, 2])
        let reader = try GIFReader(bytes, frameLimit: 3)
        #expect(reader.loopCount == plays)
        #expect(reader.frames.map { Int($0.control.delay.numerator) } == [3, 65_535, 2])
        #expect(!reader.isCutOff)
    }

    @Test("a small change makes a small frame")
    func rectangles() throws {
        var second = [UInt8](repeating: 0, count: 100 * 100)
        second[5 * 100 + 7] = 1
        second[6 * 100 + 9] = 2
        let bytes = try write([[UInt8](repeating: 0, count: 10_000), second], width: 100, height: 100)
        let reader = try GIFReader(bytes, frameLimit: 2)
        #expect(reader.frames[1].control.rectangle == FrameRectangle(x: 7, y: 5, width: 3, height: 2))
    }

    @Test("pictures that a GIF cannot contain are refused")
    func refusals() {
        #expect(throws: GIFError.unwritablePalette(colours: 0)) {
            try write([[0]], width: 1, height: 1, palette: [])
        }
        #expect(throws: GIFError.unwritableSize(width: 70_000, height: 1)) { try write([], width: 70_000, height: 1) }
        #expect(throws: GIFError.otherSize) { try write([[0]], width: 2, height: 1) }
        #expect(throws: GIFError.noWholeFrame) { try write([], width: 1, height: 1) }
    }

    @Test("other bytes are refused, and truncated files have only their complete frames")
    func damagedFiles() throws {
        #expect(throws: GIFError.notGIF) { try GIFReader(Array("GIF89a".utf8), frameLimit: 9) }
        #expect(throws: GIFError.notGIF) { try GIFReader(Array("PNG is another format".utf8), frameLimit: 9) }
        let pictures: [[UInt8]] = [[0, 1, 2, 0], [1, 1, 1, 1], [2, 2, 2, 2]]
        let whole = try write(pictures, width: 2, height: 2)
        for length in 0..<whole.count {
            guard let reader = try? GIFReader(Array(whole.prefix(length)), frameLimit: 9) else { continue }
            #expect(reader.isCutOff)
            #expect(try frames(of: Array(whole.prefix(length))).count == reader.frames.count)
        }
        for place in 0..<whole.count {
            var broken = whole
            broken[place] ^= 0xFF
            _ = try? frames(of: broken)
        }
        #expect(throws: GIFError.tooManyFrames(limit: 2)) { try GIFReader(whole, frameLimit: 2) }
    }
}
