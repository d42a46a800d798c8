import ImageHeaders
import JobModel
import Pixels
import StickerRendering
import Testing

/// Runs jobs with folders of computed frames, and decodes the finished files.
struct AnimationFixture {
    let fixture: PipelineFixture

    init() throws { fixture = try PipelineFixture() }

    func run(
        _ frames: [RGBAImage], frameRate: Double = 10, loops: Int = 0, format: AnimationSettings.Format = .apng,
        backgrounds: [Background] = []
    ) throws -> StickerResult {
        var recipe = Recipe.small(backgrounds: backgrounds)
        recipe.timing = FrameTiming(frameRate: frameRate, loopCount: loops)
        recipe.animation.format = format
        var inputs: [JobInput: [UInt8]] = [:]
        for (place, frame) in frames.enumerated() { inputs[.frame(place)] = try frame.png() }
        let job = StickerJob(
            frameNames: frames.indices.map { "\($0).png" }, name: "cats/Wave.frames", recipe: recipe)
        return try fixture.run(job, inputs)
    }

    /// Decodes a finished file into the frames that a player would show.
    func frames(of file: RenderedSticker.File) throws -> (frames: [RGBAImage], source: any FrameSource) {
        let source = try #require(
            try AnimationOpener.open(try fixture.bytes(file), name: "output", limits: SourceLimits()))
        var frames: [RGBAImage] = []
        try source.forEachFrame { frames.append($1) }
        return (frames, source)
    }

    /// A square that moves to the right, optionally with a soft edge of three pixels.
    static func walk(_ count: Int, soft: Bool = false) -> [RGBAImage] {
        (0..<count).map { step in
            TestArt.picture(150, 150) { x, y in
                let inside = min(min(x - 10 - step * 4, 60 + step * 4 - x), min(y - 30, 120 - y))
                guard inside > 0 else { return .clear }
                var colour = (x / 20 + y / 20).isMultiple(of: 2) ? TestArt.red : TestArt.blue
                if soft { colour.alpha = UInt8(min(255, inside * 80)) }
                return colour
            }
        }
    }
}

extension [FrameDelay] {
    var totalMilliseconds: Int { Int((reduce(0) { $0 + $1.seconds } * 1000).rounded()) }
}
