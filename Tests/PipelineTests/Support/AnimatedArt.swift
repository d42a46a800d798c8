import Deflate
import ImageHeaders
import PNG
import Pixels

/// Computed animations, and the frames of a finished one in a player.
enum AnimatedArt {
    /// A file of whole frames.
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

    /// A block that moves to the right, a step a frame, on a canvas of 48 pixels.
    static func block(frames: Int, step: Int = 1) -> [RGBAImage] {
        (0..<frames).map { TestArt.block(48, x: 2 + $0 * step % 30, y: 10, width: 14, height: 20) }
    }

    /// The frames in a player with their delays, and the number of plays.
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
