import ImageHeaders
import JobModel
import Pixels
import StickerRendering
import Testing

@Suite("Animations written as GIF")
struct GIFOutputTests {
    private let moving: AnimationFixture

    init() throws { moving = try AnimationFixture() }

    private func rendition(_ result: StickerResult, scale: Int = 3) throws -> RenderedSticker.Scale {
        let output = try #require(result.output, "\(result.findings)")
        return try #require(output.scales.first { $0.scale == scale })
    }

    @Test("every scale has all frames with their delays, and the number of plays")
    func whole() throws {
        let result = try moving.run(AnimationFixture.walk(8), frameRate: 10, loops: 3, format: .gif)
        for (scale, side) in [(3, 300), (2, 200), (1, 100)] {
            let rendition = try rendition(result, scale: scale)
            #expect(rendition.format == .gif)
            #expect(rendition.file.fileExtension == "gif")
            let (frames, source) = try moving.frames(of: rendition.file)
            #expect(frames.count == 8)
            #expect(frames.allSatisfy { $0.width == side && $0.height == side })
            #expect(source.delays.allSatisfy { $0.seconds == 0.1 })
            #expect(source.loopCount == 3)
        }
        #expect(result.output?.animation?.frames == 8)
        #expect(result.output?.animation?.duration == 800)
        #expect(!result.rules.contains("gif-timing"))
    }

    @Test("a GIF shows the same frames as an APNG of the same hard-edged art")
    func samePictures() throws {
        // At this size, no resampling is needed, so the edges are not soft.
        let art = AnimationFixture.walk(5).map { picture in
            TestArt.picture(300, 300) { x, y in picture[x / 2, y / 2] }
        }
        let corners = art.map { picture in
            TestArt.picture(300, 300) { x, y in
                (x == 0 || x == 299) && (y == 0 || y == 299) ? TestArt.green : picture[x, y]
            }
        }
        let gif = try moving.frames(of: try rendition(try moving.run(corners, format: .gif)).file).frames
        let apng = try moving.frames(of: try rendition(try moving.run(corners)).file).frames
        #expect(gif == apng)
        #expect(gif == corners)
    }

    @Test("delays that are not hundredths of a second do not drift, with a finding")
    func rounding() throws {
        let result = try moving.run(AnimationFixture.walk(12), frameRate: 24, format: .gif)
        let (frames, source) = try moving.frames(of: try rendition(result).file)
        #expect(frames.count == 12)
        #expect(source.delays.totalMilliseconds == 500)
        #expect(source.delays.allSatisfy { (0.04...0.05).contains($0.seconds) })
        #expect(result.finding(of: Rule.gifTiming)?.measured == 12)
    }

    @Test("frames too quick for any player are omitted, the cycle keeps its length, with a finding")
    func tooQuick() throws {
        let result = try moving.run(AnimationFixture.walk(12), frameRate: 60, format: .gif)
        let (frames, source) = try moving.frames(of: try rendition(result).file)
        #expect(source.delays.totalMilliseconds == 200)
        #expect(source.delays.allSatisfy { $0.seconds >= 0.02 })
        #expect(frames.count < 12)
        #expect(result.rules.contains("gif-timing"))
    }

    @Test("soft edges become hard without a matte, with a finding")
    func softAlpha() throws {
        let result = try moving.run(AnimationFixture.walk(4, soft: true), format: .gif)
        let (frames, _) = try moving.frames(of: try rendition(result).file)
        var alphas: Set<UInt8> = []
        for frame in frames {
            for place in stride(from: 3, to: frame.bytes.count, by: 4) { alphas.insert(frame.bytes[place]) }
        }
        #expect(alphas == [0, 255])
        #expect(result.rules.contains("soft-alpha-flattened"))
        // The frame contains only the two colours of the art, and no white or black at the edge.
        let first = try #require(frames.first)
        let strange = stride(from: 0, to: first.bytes.count, by: 4).filter { place in
            first.bytes[place + 3] == 255 && first.bytes[place] > 230 && first.bytes[place + 1] > 120
        }
        #expect(strange.isEmpty)
    }

    @Test("frames that all show the same become a still PNG")
    func still() throws {
        let picture = try #require(AnimationFixture.walk(1).first)
        let result = try moving.run([picture, picture, picture], format: .gif)
        #expect(try rendition(result).format == .png)
        #expect(result.output?.animation == nil)
        #expect(result.output?.filmstrip == nil)
    }
}
