import Deflate
import ImageHeaders
import PNG
import Pixels

/// Creates computed animations, and decodes finished animations.
enum AnimatedArt {
    /// Encodes an animation of whole frames.
    static func file(
        _ frames: [RGBAImage], milliseconds: Int = 100, loopCount: Int = 0
    ) throws -> [UInt8] {
        try file(frames.map { ($0, FrameDelay(milliseconds: milliseconds)) }, loopCount: loopCount)
    }

    static func file(_ frames: [(RGBAImage, FrameDelay)], loopCount: Int = 0) throws -> [UInt8] {
        let whole = FrameRectangle(width: frames[0].0.width, height: frames[0].0.height)
        return try APNGWriter(width: whole.width, height: whole.height, loopCount: loopCount, level: .fast).write(
            frames.map {
                AnimationFrame(control: FrameControl(rectangle: whole, delay: $0.1, blend: .source), image: $0.0)
            })
    }

    /// The frames of a block that moves to the right by one step per frame, on a canvas of 48 pixels.
    static func block(frames: Int, step: Int = 1) -> [RGBAImage] {
        (0..<frames).map { TestArt.block(48, x: 2 + $0 * step % 30, y: 10, width: 14, height: 20) }
    }

    /// Decodes the frames that a player would show, with their delays and the number of plays.
    static func shown(_ bytes: [UInt8]) throws -> (frames: [RGBAImage], delays: [FrameDelay], loopCount: Int) {
        let reader = try APNGReader(bytes, limits: APNGLimits(frames: 1000, pixels: 1 << 30), isStrict: true)
        var compositor = APNGCompositor(width: reader.width, height: reader.height)
        let frames = try reader.frames.map { frame in
            try compositor.draw(try PipelineFixture.decode(reader.png(of: frame)), frame.control)
            return compositor.canvas
        }
        return (frames, reader.frames.map(\.control.delay), reader.loopCount)
    }
}
