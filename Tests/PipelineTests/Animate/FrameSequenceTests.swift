import Foundation
import ImageHeaders
import Intake
import JobModel
import Pixels
import StickerRendering
import Testing

@Suite("Frames in a folder")
struct FrameSequenceTests {
    private let fixture: PipelineFixture

    init() throws { fixture = try PipelineFixture() }

    private func job(_ frames: [[UInt8]], timing: FrameTiming? = nil, limits: SourceLimits = SourceLimits()) throws
        -> StickerJob
    {
        let paths = try frames.enumerated().map { try fixture.write($1, to: "frame-\($0).png") }
        var recipe = Recipe.small(limits: limits)
        recipe.timing = timing
        return StickerJob(
            sourcePath: fixture.folder, framePaths: paths, name: "cats/Wave.frames",
            sha256: try SourceDigest.sha256(ofFrames: paths).hex, recipe: recipe, outputFolder: fixture.output)
    }

    private func picture(_ colour: RGBAColour, width: Int = 20, height: Int = 16) -> RGBAImage {
        TestArt.picture(width, height) { x, y in x > 2 && y > 2 ? colour : .clear }
    }

    private func refusal(_ job: StickerJob) throws -> RuleFinding? {
        #expect(throws: Refusal.self) { try AnimationOpener.open(job) }?.findings.last
    }

    @Test("every frame is shown for its share of a second, for ever")
    func frames() throws {
        let pictures = [TestArt.red, TestArt.green, TestArt.blue].map { picture($0) }
        let source = try #require(try AnimationOpener.open(try job(try pictures.map { try $0.png() })))
        #expect(source.delays == Array(repeating: FrameDelay(numerator: 1, denominator: 15), count: 3))
        #expect(source.loopCount == 0)
        #expect(source.width == 20 && source.height == 16)
        var shown: [RGBAImage] = []
        try source.forEachFrame { shown.append($1) }
        #expect(shown == pictures)
    }

    @Test(
        "a frame rate that is no whole number is kept to a thousandth", arguments: [(12.5, 1000, 12500), (24, 1, 24)])
    func frameRate(rate: Double, numerator: UInt16, denominator: UInt16) throws {
        let files = try [picture(TestArt.red), picture(TestArt.blue)].map { try $0.png() }
        let timing = FrameTiming(frameRate: rate, loopCount: 4)
        let source = try #require(try AnimationOpener.open(try job(files, timing: timing)))
        #expect(source.delays[0] == FrameDelay(numerator: numerator, denominator: denominator))
        #expect(source.loopCount == 4)
    }

    @Test("frames of other formats and in several of them are read")
    func formats() throws {
        let jpeg = try RawJPEG.file(picture(TestArt.red).over(.white))
        let source = try #require(try AnimationOpener.open(try job([try picture(TestArt.red).png(), jpeg])))
        var count = 0
        try source.forEachFrame { _, picture in
            #expect(picture.sample(0.7, 0.7).difference(from: TestArt.red) <= 4)
            count += 1
        }
        #expect(count == 2)
    }

    @Test("a frame of another size is refused, by its name")
    func otherSize() throws {
        let finding = try refusal(
            try job([try picture(TestArt.red).png(), try picture(TestArt.red, width: 21).png()]))
        #expect(finding?.rule == "frames-differ")
        #expect(finding?.message == "{file}/frame-1.png is 21 × 16 pixels, and the first frame is 20 × 16.")
    }

    @Test("vector frames are refused")
    func vector() throws {
        let svg = Array(
            #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>"#.utf8)
        #expect(try refusal(try job([svg, svg]))?.rule == "frames-differ")
    }

    @Test("a damaged frame is refused, by its name")
    func damaged() throws {
        let whole = try picture(TestArt.red).png()
        let finding = try refusal(try job([whole, Array(whole.dropLast(20))]))
        #expect(finding?.rule == "damaged-file")
        #expect(finding?.message.contains("{file}/frame-1.png") == true)
    }

    @Test("too many frames, bytes or pixels are refused")
    func limits() throws {
        let files = try (0..<4).map { _ in try picture(TestArt.red).png() }
        #expect(try refusal(try job(files, limits: SourceLimits(frames: 3)))?.rule == "too-many-frames")
        #expect(try refusal(try job(files, limits: SourceLimits(fileBytes: 150)))?.rule == "source-too-large")
        #expect(try refusal(try job(files, limits: SourceLimits(pixels: 1000)))?.rule == "too-many-pixels")
    }

    @Test("frames that changed since they were announced are not taken")
    func changed() throws {
        let job = try job([try picture(TestArt.red).png(), try picture(TestArt.blue).png()])
        try fixture.write(try picture(TestArt.green).png(), to: "frame-1.png")
        #expect(throws: JobError.sourceChanged("cats/Wave.frames")) { try AnimationOpener.open(job) }
    }
}
