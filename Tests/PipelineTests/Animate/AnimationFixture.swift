import ImageHeaders
import Intake
import JobModel
import Pixels
import StickerRendering
import Testing

/// Runs jobs on folders of frames made by arithmetic, and takes finished files apart again.
struct AnimationFixture {
    let fixture: PipelineFixture
    private let backdrops = BackgroundCache()

    init() throws { fixture = try PipelineFixture() }

    func run(
        _ frames: [RGBAImage], frameRate: Double = 10, loops: Int = 0, format: AnimationSettings.Format = .apng,
        backgrounds: [Background] = []
    ) throws -> StickerResult {
        let paths = try frames.enumerated().map { try fixture.write(try $1.png(), to: "\($0).png") }
        var recipe = Recipe.small(backgrounds: backgrounds)
        recipe.timing = FrameTiming(frameRate: frameRate, loopCount: loops)
        recipe.animation.format = format
        return try StickerJob(
            sourcePath: fixture.folder, framePaths: paths, name: "cats/Wave.frames",
            sha256: try SourceDigest.sha256(ofFrames: paths).hex, recipe: recipe, outputFolder: fixture.output
        ).run(backdrops: backdrops)
    }

    /// A finished file as a player shows it.
    func frames(of file: RenderedSticker.File) throws -> (frames: [RGBAImage], source: any FrameSource) {
        let source = try #require(
            try AnimationOpener.open(try fixture.bytes(file), name: "output", limits: SourceLimits()))
        var frames: [RGBAImage] = []
        try source.forEachFrame { frames.append($1) }
        return (frames, source)
    }

    /// A square that walks to the right, with a soft edge of three pixels where it is asked for.
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
