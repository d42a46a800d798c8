import JobModel
import Pixels
import StickerRendering
import Testing

@Suite("Previews of animated stickers")
struct AnimatedPreviewTests {
    private let moving: AnimationFixture
    private let backgrounds: [Background]

    init() throws {
        moving = try AnimationFixture()
        let photo = TestArt.picture(240, 200) { x, y in
            RGBAColour(red: UInt8(x), green: UInt8(y), blue: UInt8((x * y) % 251))
        }
        backgrounds = [
            Background(name: "white", fill: .colour("#ffffff")), Background(name: "red", fill: .colour("#ff3b30")),
            moving.fixture.background("photo", try photo.png()),
        ]
    }

    @Test("on every background a preview plays as the sticker does, composited, at two pixels per point")
    func previews() throws {
        let result = try moving.run(
            AnimationFixture.walk(6, soft: true), frameRate: 12.5, loops: 2, backgrounds: backgrounds)
        let output = try #require(result.output)
        let scale = try #require(output.scales.first { $0.scale == 2 })
        let (sticker, stickerSource) = try moving.frames(of: scale.file)
        #expect(output.previews.map(\.background) == ["white", "red", "photo"])
        for preview in output.previews {
            let (frames, source) = try moving.frames(of: preview.file)
            #expect(source.delays == stickerSource.delays)
            #expect(source.loopCount == 2)
            #expect(frames.count == sticker.count)
            for (frame, art) in zip(frames, sticker) {
                #expect(frame.width == 200)
                #expect(stride(from: 3, to: frame.bytes.count, by: 4).allSatisfy { frame.bytes[$0] == 255 })
                guard preview.background != "photo" else { continue }
                let colour = RGBAColour(hex: preview.background == "white" ? "#ffffff" : "#ff3b30") ?? .black
                #expect(frame == art.over(colour))
            }
        }
    }

    @Test("a truecolour animation has previews as well")
    func truecolour() throws {
        let noise = AnimationFixture.walk(3).map { picture in
            TestArt.picture(150, 150) { x, y in
                var colour = picture[x, y]
                colour.green = UInt8((x * 7 + y * 13) % 256)
                colour.blue = UInt8((x * y) % 256)
                return colour.alpha == 0 ? .clear : colour
            }
        }
        let output = try #require(try moving.run(noise, backgrounds: backgrounds).output)
        for preview in output.previews {
            #expect(try moving.frames(of: preview.file).frames.count == 3)
        }
    }

    @Test("a filmstrip has six frames, evenly spaced in time, the first among them")
    func filmstrip() throws {
        let output = try #require(try moving.run(AnimationFixture.walk(12), frameRate: 10).output)
        let strip = try #require(output.filmstrip)
        #expect(strip.times == [0, 200, 400, 600, 800, 1000])
        #expect(strip.width == 1200 && strip.height == 200)
        let picture = try moving.fixture.pixels(strip.file)
        let scale = try #require(output.scales.first { $0.scale == 2 })
        let frames = try moving.frames(of: scale.file).frames
        for (place, frame) in [0, 2, 4, 6, 8, 10].enumerated() {
            let cut = TestArt.picture(200, 200) { x, y in picture[place * 200 + x, y] }
            #expect(cut == frames[frame])
        }
    }

    @Test("a short animation has all of its frames on the strip")
    func shortFilmstrip() throws {
        let output = try #require(try moving.run(AnimationFixture.walk(3), frameRate: 4).output)
        #expect(output.filmstrip?.times == [0, 250, 500])
        #expect(output.filmstrip?.width == 600)
    }
}
