import ImageHeaders
import JobModel
import Pixels
import StickerRendering
import Testing

@Suite("Frames in a folder")
struct FrameSequenceTests {
    init() throws { _ = try PipelineFixture() }

    private func open(
        _ frames: [[UInt8]], timing: FrameTiming? = nil, limits: SourceLimits = SourceLimits()
    ) throws -> (any FrameSource)? {
        var recipe = Recipe.small(limits: limits)
        recipe.timing = timing
        let job = StickerJob(
            frameNames: frames.indices.map { "frame-\($0).png" }, name: "cats/Wave.frames", recipe: recipe)
        let inputs = frames.enumerated().map { (JobInput.frame($0.offset), $0.element) }
        return try AnimationOpener.open(job, MemoryInputs(Dictionary(uniqueKeysWithValues: inputs)))
    }

    private func picture(_ colour: RGBAColour, width: Int = 20, height: Int = 16) -> RGBAImage {
        TestArt.picture(width, height) { x, y in x > 2 && y > 2 ? colour : .clear }
    }

    private func rejection(_ frames: [[UInt8]], limits: SourceLimits = SourceLimits()) throws -> RuleFinding? {
        #expect(throws: SourceRejection.self) { _ = try open(frames, limits: limits) }?.findings.last
    }

    @Test("every frame is shown for its share of a second, forever")
    func frames() throws {
        let pictures = [TestArt.red, TestArt.green, TestArt.blue].map { picture($0) }
        let source = try #require(try open(try pictures.map { try $0.png() }))
        #expect(source.delays == Array(repeating: FrameDelay(numerator: 1, denominator: 15), count: 3))
        #expect(source.loopCount == 0)
        #expect(source.width == 20 && source.height == 16)
        var shown: [RGBAImage] = []
        try source.forEachFrame { shown.append($1) }
        #expect(shown == pictures)
    }

    @Test(
        "a fractional frame rate is kept to a thousandth", arguments: [(12.5, 1000, 12500), (24, 1, 24)])
    func frameRate(rate: Double, numerator: UInt16, denominator: UInt16) throws {
        let files = try [picture(TestArt.red), picture(TestArt.blue)].map { try $0.png() }
        let timing = FrameTiming(frameRate: rate, loopCount: 4)
        let source = try #require(try open(files, timing: timing))
        #expect(source.delays[0] == FrameDelay(numerator: numerator, denominator: denominator))
        #expect(source.loopCount == 4)
    }

    @Test("frames of other formats and in several of them are read")
    func formats() throws {
        let jpeg = try RawJPEG.file(picture(TestArt.red).over(.white))
        let source = try #require(try open([try picture(TestArt.red).png(), jpeg]))
        var count = 0
        try source.forEachFrame { _, picture in
            #expect(picture.sample(0.7, 0.7).difference(from: TestArt.red) <= 4)
            count += 1
        }
        #expect(count == 2)
    }

    @Test("a frame of another size is refused, by its name")
    func otherSize() throws {
        let finding = try rejection(
            [try picture(TestArt.red).png(), try picture(TestArt.red, width: 21).png()])
        #expect(finding?.rule == "frames-differ")
        #expect(finding?.message == "{file}/frame-1.png is 21 × 16 pixels, but the first frame is 20 × 16.")
    }

    @Test("vector frames are refused")
    func vector() throws {
        let svg = Array(
            #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>"#.utf8)
        #expect(try rejection([svg, svg])?.rule == "frames-differ")
    }

    @Test("a damaged frame is refused, by its name")
    func damaged() throws {
        let whole = try picture(TestArt.red).png()
        let finding = try rejection([whole, Array(whole.dropLast(20))])
        #expect(finding?.rule == "damaged-file")
        #expect(finding?.message.contains("{file}/frame-1.png") == true)
    }

    @Test("too many frames or pixels are refused")
    func limits() throws {
        let files = try (0..<4).map { _ in try picture(TestArt.red).png() }
        #expect(try rejection(files, limits: SourceLimits(frames: 3))?.rule == "too-many-frames")
        #expect(try rejection(files, limits: SourceLimits(pixels: 1000))?.rule == "too-many-pixels")
    }
}
