import GIF
import PNG
import Pixels
import Testing
import Vips

@Suite("GIF files that are written")
struct GIFWriterTests {
    private static let started = Result { try VipsLibrary.start() }
    private let palette = [
        RGBAColour(red: 220, green: 40, blue: 40), RGBAColour(red: 40, green: 60, blue: 200),
        RGBAColour(red: 240, green: 200, blue: 30),
    ]
    private let open = GIFWriter.transparentIndex

    init() throws {
        try Self.started.get()
    }

    /// What a browser would show of a file, frame by frame.
    private func frames(of bytes: [UInt8]) throws -> [RGBAImage] {
        let reader = try GIFReader(bytes, frameLimit: 100)
        var compositor = APNGCompositor(width: reader.width, height: reader.height)
        return try reader.frames.map { frame in
            let image = try Image.load(reader.file(of: frame), strictness: .warning)
            try compositor.draw(try image.convertedToSRGB().withAlpha().asBytes().rgba(), frame.control)
            return compositor.canvas
        }
    }

    private func picture(_ indices: [UInt8], width: Int, height: Int) -> RGBAImage {
        IndexedImage(
            width: width, height: height, indices: indices.map { $0 == open ? 3 : $0 }, palette: palette + [.clear]
        ).expanded
    }

    @Test("what was written is what is shown, with frames that add, change and take away")
    func roundTrip() throws {
        let pictures: [[UInt8]] = [
            [open, 0, 0, open, 0, 0], [open, 0, 1, open, 0, 0], [open, 0, 1, open, 0, 1],
            [0, open, open, open, open, 2],
            [0, open, open, open, open, 2], [open, open, open, open, open, open], [2, 2, 2, 2, 2, 2],
        ]
        let writer = GIFWriter(width: 3, height: 2, palette: palette, loopCount: 0)
        let bytes = try writer.write(pictures.map { .init(indices: $0, delay: 7) })
        #expect(try frames(of: bytes) == pictures.map { picture($0, width: 3, height: 2) })
    }

    @Test("noise of all 255 colours comes back as it was")
    func allColours() throws {
        let colours = (0..<255).map { RGBAColour(red: UInt8($0), green: UInt8(255 - $0), blue: UInt8($0 / 2)) }
        var state: UInt32 = 1
        let pictures = (0..<4).map { _ in
            (0..<80 * 60).map { _ -> UInt8 in
                state = state &* 1_664_525 &+ 1_013_904_223
                return UInt8(truncatingIfNeeded: state >> 24)
            }
        }
        let bytes = try GIFWriter(width: 80, height: 60, palette: colours, loopCount: 1)
            .write(pictures.map { .init(indices: $0, delay: 2) })
        let expected = pictures.map {
            IndexedImage(width: 80, height: 60, indices: $0, palette: colours + [.clear]).expanded
        }
        #expect(try frames(of: bytes) == expected)
    }

    @Test("delays and the number of plays come back as they were", arguments: [0, 1, 2, 5])
    func timing(plays: Int) throws {
        let writer = GIFWriter(width: 1, height: 1, palette: palette, loopCount: plays)
        let bytes = try writer.write([
            .init(indices: [0], delay: 3), .init(indices: [1], delay: 65_535), .init(indices: [open], delay: 2),
        ])
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
        let bytes = try GIFWriter(width: 100, height: 100, palette: palette, loopCount: 0)
            .write([.init(indices: [UInt8](repeating: 0, count: 10_000), delay: 5), .init(indices: second, delay: 5)])
        let reader = try GIFReader(bytes, frameLimit: 2)
        #expect(reader.frames[1].control.rectangle == FrameRectangle(x: 7, y: 5, width: 3, height: 2))
    }

    @Test("what no GIF can hold is refused")
    func refusals() {
        #expect(throws: GIFError.unwritablePalette(colours: 0)) {
            try GIFWriter(width: 1, height: 1, palette: [], loopCount: 0).write([.init(indices: [0], delay: 1)])
        }
        #expect(throws: GIFError.unwritableSize(width: 70_000, height: 1)) {
            try GIFWriter(width: 70_000, height: 1, palette: palette, loopCount: 0).write([])
        }
        #expect(throws: GIFError.otherSize) {
            try GIFWriter(width: 2, height: 1, palette: palette, loopCount: 0).write([.init(indices: [0], delay: 1)])
        }
        #expect(throws: GIFError.noWholeFrame) {
            try GIFWriter(width: 1, height: 1, palette: palette, loopCount: 0).write([])
        }
    }

    @Test("bytes that are no GIF are refused, and cut files give no more than their whole frames")
    func damagedFiles() throws {
        #expect(throws: GIFError.notGIF) { try GIFReader(Array("GIF89a".utf8), frameLimit: 9) }
        #expect(throws: GIFError.notGIF) { try GIFReader(Array("PNG is another format".utf8), frameLimit: 9) }
        let pictures: [[UInt8]] = [[0, 1, 2, 0], [1, 1, 1, 1], [2, 2, 2, 2]]
        let whole = try GIFWriter(width: 2, height: 2, palette: palette, loopCount: 0)
            .write(pictures.map { .init(indices: $0, delay: 4) })
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
