import JobModel
import Pixels
import StickerManifest
import StickerRendering
import Testing

@Suite("Animations that few programs write")
struct UnusualAnimationTests {
    @Test("an animated PNG with an eXIf chunk is turned as a still is", arguments: UInt8(1)...8)
    func upright(orientation: UInt8) throws {
        _ = try PipelineFixture()
        let picture = TestArt.quarters(60, 40)
        let stored = OrientationTests.stored(picture, orientation: orientation)
        let empty = RGBAImage(width: stored.width, height: stored.height, filledWith: .clear)
        let file = RawPNG(try AnimatedArt.file([stored, empty])).adding(
            RawPNG.Chunk("eXIf", RawJPEG.exif(orientation)))
        let source = try #require(
            try AnimationOpener.open(file.bytes, name: "Cat.png", limits: SourceLimits()))
        #expect([source.width, source.height] == [60, 40])
        var frames: [RGBAImage] = []
        try source.forEachFrame { frames.append($1) }
        #expect(frames.first == picture)
    }

    @Test("the alpha of an animated PNG with 16 bits and a profile is reduced to 8 bits")
    func deepAlpha() throws {
        _ = try PipelineFixture()
        let pixel: [UInt8] = [200, 200, 100, 100, 50, 50, 128, 128]
        let rows = [[UInt8]](repeating: (0..<8).flatMap { _ in pixel }, count: 8)
        var file = RawPNG(
            width: 8, height: 8, bitDepth: 16, colourType: 6, extra: [RawPNG.profile(RawICC.displayP3)], rows: rows)
        let data = try #require(file.chunks.first { $0.name == "IDAT" }).data
        func control(_ sequence: Int) -> RawPNG.Chunk {
            RawPNG.Chunk(
                "fcTL", [sequence, 8, 8, 0, 0].flatMap(RawPNG.big) + [0, 10, 0, 100, 0, 0])
        }
        file.chunks.insert(RawPNG.Chunk("acTL", RawPNG.big(2) + RawPNG.big(0)), at: 1)
        let place = try #require(file.chunks.firstIndex { $0.name == "IDAT" })
        file.chunks.insert(control(0), at: place)
        file.chunks.insert(contentsOf: [control(1), RawPNG.Chunk("fdAT", RawPNG.big(2) + data)], at: place + 2)
        let source = try #require(
            try AnimationOpener.open(file.bytes, name: "Cat.png", limits: SourceLimits()))
        #expect(source.delays.count == 2)
        let expected = RGBAColour(red: 215, green: 93, blue: 31, alpha: 128)
        try source.forEachFrame { _, frame in
            #expect(frame.sample(0.5, 0.5).difference(from: expected) <= 3, "\(frame.sample(0.5, 0.5))")
        }
    }

    private func gif(_ frames: [[UInt8]]) -> [UInt8] {
        RawFiles.gif(width: 4, height: 4, palette: [.black, TestArt.red, TestArt.blue], frames: frames)
    }

    @Test("a frame of a GIF without pixels is shown for its time, and changes nothing")
    func emptyFrame() throws {
        _ = try PipelineFixture()
        var bytes = gif([[UInt8](repeating: 1, count: 16), [UInt8](repeating: 2, count: 16)])
        // The disposal method of the first frame keeps the frame until the next one.
        let first = try #require(bytes.indices.first { bytes[$0...].starts(with: [0x21, 0xF9]) })
        bytes[first + 3] = 0x05
        let second = try #require(bytes.indices.last { bytes[$0...].starts(with: [0x21, 0xF9]) })
        let empty: [UInt8] = [0x21, 0xF9, 4, 4, 10, 0, 0, 0, 0x2C, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 0x4C, 1, 0]
        bytes.insert(contentsOf: empty, at: second)
        let source = try #require(try AnimationOpener.open(bytes, name: "Cat.gif", limits: SourceLimits()))
        #expect(source.delays.count == 3)
        var colours: [RGBAColour] = []
        try source.forEachFrame { colours.append($1[1, 1]) }
        #expect(colours.first == TestArt.red && colours.dropFirst().first == TestArt.red)
    }

    @Test("a GIF without any palette is refused, with a sentence for people", arguments: [1, 2])
    func noPalette(frames: Int) throws {
        var bytes = gif([[UInt8]](repeating: [UInt8](repeating: 1, count: 16), count: frames))
        bytes[10] = 0x70
        bytes.removeSubrange(13..<13 + 384)
        let result = try PipelineFixture().run(bytes, name: "cats/Cat.gif")
        #expect(result.output == nil)
        #expect(result.rules == ["damaged-file"])
        #expect(result.findings.first?.message.contains("has no palette") == true)
    }
}
