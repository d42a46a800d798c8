import Deflate
import ImageHeaders
import PNG
import Pixels

/// Computed animations.
enum SampleAnimation {
    static let width = 13
    static let height = 11
    static let limits = APNGLimits(frames: 100, pixels: 1_000_000)
    static let writer = APNGWriter(width: width, height: height, loopCount: 3, level: .fast)

    static func control(
        _ rectangle: FrameRectangle, _ disposal: FrameDisposal = .none, _ blend: FrameBlend = .source, delay: UInt16 = 7
    ) -> FrameControl {
        FrameControl(
            rectangle: rectangle, delay: FrameDelay(numerator: delay, denominator: 100), disposal: disposal,
            blend: blend)
    }

    static let whole = FrameRectangle(width: width, height: height)

    /// The frame controls of four frames, with different rectangles, delays, disposals and blends. The pixels are
    /// noise.
    static let controls = [
        control(whole, .none, .source, delay: 1),
        control(FrameRectangle(x: 2, y: 3, width: 5, height: 4), .background, .over, delay: 2),
        control(FrameRectangle(x: 8, y: 7, width: 5, height: 4), .previous, .source, delay: 3),
        control(FrameRectangle(x: 12, y: 0, width: 1, height: 11), .none, .over, delay: 4),
    ]

    static let colourFrames = controls.enumerated().map { place, control in
        AnimationFrame(
            control: control,
            image: SampleArt.noise(control.rectangle.width, control.rectangle.height, seed: UInt64(place + 1)).seen)
    }

    static let indexedFrames = controls.enumerated().map { place, control in
        AnimationFrame(
            control: control,
            image: SampleArt.indexed(
                control.rectangle.width, control.rectangle.height, colours: 14, translucent: true,
                seed: UInt64(place + 1)))
    }

    /// The chunks of the written file of `colourFrames`: IHDR, acTL, fcTL, IDAT, three times fcTL and fdAT, and IEND.
    static func chunks() throws -> [TestChunk] {
        try TestChunk.read(writer.write(colourFrames))
    }

    /// The pixels of each frame, decoded from the PNG that the reader creates for the frame.
    static func pixels(_ reader: APNGReader) throws -> [RGBAImage] {
        try reader.frames.map { try ReferenceDecoder(reader.png(of: $0)).image }
    }
}
