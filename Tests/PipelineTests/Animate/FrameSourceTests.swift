import Foundation
import ImageHeaders
import JobModel
import Pixels
import StickerRendering
import Testing
import Vips

@Suite("Frames of GIFs and WebPs")
struct FrameSourceTests {
    init() throws {
        _ = try PipelineFixture()
    }

    /// The frames of a file as shown by a browser or decoded by libwebp. See `Fixtures/animations/make-animations.py`.
    struct Shown: Decodable {
        struct Frame: Decodable {
            var delay: Int
            var sha256: String
        }
        var plays: Int
        var frames: [Frame]
    }

    private static func shown(ending: String) throws -> [(name: String, shown: Shown)] {
        let all = try JSONDecoder().decode(
            [String: Shown].self, from: Data(try RawFiles.fixture("animations/frames.json")))
        return all.filter { $0.key.hasSuffix(ending) }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    private func expectEqual(_ name: String, _ shown: Shown) throws {
        let source = try #require(
            try AnimationOpener.open(
                try RawFiles.fixture("animations/\(name)"), name: name, limits: SourceLimits()))
        #expect(
            source.delays.map { Int(($0.seconds * 1000).rounded()) }
                == shown.frames.map { max($0.delay, 0) }.map {
                    $0 <= 10 ? 100 : $0
                }, "\(name)")
        #expect(source.loopCount == shown.plays, "\(name)")
        var digests: [String] = []
        try source.forEachFrame { _, picture in digests.append(Self.digest(picture)) }
        #expect(digests == shown.frames.map(\.sha256), "\(name)")
    }

    private static func digest(_ picture: RGBAImage) -> String {
        var bytes = picture.bytes
        for offset in stride(from: 0, to: bytes.count, by: 4) where bytes[offset + 3] == 0 {
            bytes.replaceSubrange(offset..<offset + 3, with: [0, 0, 0])
        }
        return Digest.sha256(bytes)
    }

    @Test("every frame, delay and number of plays of a GIF is as in Chromium")
    func gifsAsInChromium() throws {
        let files = try Self.shown(ending: ".gif")
        #expect(files.count == 16)
        for (name, shown) in files { try expectEqual(name, shown) }
    }

    @Test(
        "every frame, delay and number of plays of a WebP equals libwebp's",
        .enabled(if: VipsLibrary.canLoad("webpload_buffer")))
    func webpsAsInLibwebp() throws {
        let files = try Self.shown(ending: ".webp")
        #expect(files.count == 9)
        for (name, shown) in files { try expectEqual(name, shown) }
    }

    @Test(
        "a WebP is read completely, with any number of pixels in all frames",
        .enabled(if: VipsLibrary.canLoad("webpload_buffer")))
    func largeWebP() throws {
        let source = try #require(
            try AnimationOpener.open(
                try RawFiles.fixture("animations/large.webp"), name: "large.webp", limits: SourceLimits()))
        #expect(source.delays.count == 20 && source.width * source.height * 4 * 20 > 256 << 20)
        var places: [Int] = []
        try source.forEachFrame { place, picture in
            places.append(place)
            #expect(picture.height == 2048)
            // In each frame, the block is further to the right and greener than before.
            let left = picture.words[500 * 2048 + 100 + place * 60]
            #expect(left == 0xFF3C_00C8 | UInt32(40 + place * 10) << 8)
            #expect(place == 0 || picture.words[500 * 2048 + 99 + place * 60] == 0)
        }
        #expect(places == Array(0..<20))
    }

    @Test(
        "a WebP is refused with the number of the frame whose compressed pixels are damaged",
        .enabled(if: VipsLibrary.canLoad("webpload_buffer")))
    func damagedWebP() throws {
        var file = try RawFiles.fixture("animations/random-01.webp")
        let last = try #require(file.indices.last { file[$0...].starts(with: Array("VP8L".utf8)) })
        // The chunk's name and size, the signature, and the size of the picture have 13 bytes.
        for place in (last + 13)..<file.count { file[place] = 0xFF }
        let source = try #require(try AnimationOpener.open(file, name: "Cat.webp", limits: SourceLimits()))
        #expect(source.delays.count == 3)
        var places: [Int] = []
        let rejection = #expect(throws: SourceRejection.self) {
            try source.forEachFrame { place, _ in places.append(place) }
        }
        #expect(places == [0, 1])
        #expect(rejection?.findings.map(\.rule) == ["damaged-file"])
        #expect(rejection?.findings.first?.message.contains("Frame 3 of Cat.webp") == true)
    }

    @Test(
        "the frames of a WebP with a profile are converted to sRGB",
        .enabled(if: VipsLibrary.canLoad("webpload_buffer")))
    func profileOfWebP() throws {
        let plain = try RawFiles.fixture("animations/random-01.webp")
        let profile = RawICC.displayP3
        let profiled = try #require(
            try AnimationOpener.open(
                RawFiles.adding(profile: profile, toWebP: plain), name: "Cat.webp", limits: SourceLimits()))
        var pictures: [RGBAImage] = []
        try profiled.forEachFrame { pictures.append($1) }
        let source = try #require(try AnimationOpener.open(plain, name: "Cat.webp", limits: SourceLimits()))
        try source.forEachFrame { place, picture in
            let converted = try Image(picture).with(profile: profile).convertedByProfile().rgba()
            #expect(pictures[place] == converted && converted != picture)
        }
        #expect(pictures.count == 3)
    }

    @Test("an animation that is read twice gives the same frames")
    func readTwice() throws {
        for name in ["random-01.gif", "random-01.webp"] {
            let source = try #require(
                try AnimationOpener.open(
                    try RawFiles.fixture("animations/\(name)"), name: name, limits: SourceLimits()))
            var first: [RGBAImage] = []
            try source.forEachFrame { first.append($1) }
            try source.forEachFrame { place, picture in #expect(picture == first[place]) }
        }
    }

    @Test("delays of 10 ms and less become 100 ms, with a finding")
    func shortDelays() throws {
        let source = try #require(
            try AnimationOpener.open(
                try RawFiles.fixture("animations/random-00.gif"), name: "Cat.gif", limits: SourceLimits()))
        let finding = try #require(source.findings.first)
        #expect(finding.rule == "delay-lengthened")
        #expect(finding.message.contains("Cat.gif"))
    }

    @Test("a frame that reaches outside the canvas is cut")
    func frameOutside() throws {
        var file = RawFiles.gif(
            width: 8, height: 8, palette: [.black, TestArt.red, TestArt.blue],
            frames: [[UInt8](repeating: 1, count: 64), [UInt8](repeating: 2, count: 64)])
        // Changes the position of the second frame. The image descriptor of this frame begins with a comma, after the
        // graphic control extension.
        let comma = try #require(file.lastIndex(of: 0x2C))
        file[comma + 1] = 5
        file[comma + 3] = 6
        let source = try #require(try AnimationOpener.open(file, name: "Cat.gif", limits: SourceLimits()))
        var frames: [RGBAImage] = []
        try source.forEachFrame { frames.append($1) }
        #expect(source.width == 8 && source.height == 8)
        // The first frame has been disposed of before the second frame is drawn.
        #expect(frames[1][4, 7] == .clear)
        #expect(frames[1][5, 5] == .clear)
        #expect(frames[1][5, 6] == TestArt.blue)
    }

    @Test("the complete frames of a truncated GIF are read, with a finding")
    func cutOff() throws {
        let whole = RawFiles.gif(
            width: 20, height: 20, palette: [.black, TestArt.red, TestArt.blue, TestArt.green],
            frames: (1...3).map { [UInt8](repeating: $0, count: 400) })
        let source = try #require(
            try AnimationOpener.open(Array(whole.dropLast(40)), name: "Cat.gif", limits: SourceLimits()))
        #expect(source.delays.count == 2)
        #expect(source.findings.map(\.rule) == ["animation-damaged"])
        var count = 0
        try source.forEachFrame { _, _ in count += 1 }
        #expect(count == 2)
    }

    @Test("too many frames or pixels are refused before a frame is decoded")
    func limits() throws {
        let gif = try RawFiles.fixture("animations/random-00.gif")
        let webp = try RawFiles.fixture("animations/random-01.webp")
        for bytes in [gif, webp] {
            let frames = #expect(throws: SourceRejection.self) {
                try AnimationOpener.open(bytes, name: "Cat", limits: SourceLimits(frames: 2))
            }
            #expect(frames?.findings.map(\.rule).last == "too-many-frames")
            let pixels = #expect(throws: SourceRejection.self) {
                try AnimationOpener.open(bytes, name: "Cat", limits: SourceLimits(pixels: 2_000))
            }
            #expect(pixels?.findings.map(\.rule).last == "too-many-pixels")
        }
    }

    @Test("a file cut at any place is refused or read in part, and never worse")
    func truncation() throws {
        for name in ["random-00.gif", "random-01.webp"] {
            let whole = try RawFiles.fixture("animations/\(name)")
            for length in stride(from: 0, to: whole.count, by: 16) {
                do {
                    let source = try AnimationOpener.open(
                        Array(whole.prefix(length)), name: name, limits: SourceLimits())
                    try source?.forEachFrame { _, _ in }
                } catch {
                    #expect(error is SourceRejection, "\(name) cut at \(length): \(error)")
                }
            }
        }
    }
}
