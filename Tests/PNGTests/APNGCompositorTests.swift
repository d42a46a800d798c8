import ImageHeaders
import PNG
import Pixels
import Testing

@Suite("Drawing an animation's frames")
struct APNGCompositorTests {
    private static let offsets = [
        FrameRectangle(x: 0, y: 0, width: 13, height: 11), FrameRectangle(x: 0, y: 0, width: 4, height: 3),
        FrameRectangle(x: 9, y: 8, width: 4, height: 3), FrameRectangle(x: 3, y: 10, width: 7, height: 1),
    ]

    @Test(
        "every disposal, blend and position on the canvas follows the specification",
        arguments: FrameDisposal.allCases, FrameBlend.allCases)
    func everyCombination(disposal: FrameDisposal, blend: FrameBlend) throws {
        var seed: UInt64 = 1
        for first in FrameDisposal.allCases {
            for nextBlend in FrameBlend.allCases {
                for rectangle in Self.offsets {
                    let controls = [
                        SampleAnimation.control(SampleAnimation.whole, first, .source),
                        SampleAnimation.control(rectangle, disposal, blend),
                        SampleAnimation.control(FrameRectangle(x: 2, y: 2, width: 8, height: 7), first, nextBlend),
                        SampleAnimation.control(FrameRectangle(x: 1, y: 1, width: 2, height: 9), .none, .over),
                    ]
                    var compositor = APNGCompositor(width: 13, height: 11)
                    var reference = ReferenceCompositor(width: 13, height: 11)
                    for control in controls {
                        seed += 1
                        let size = control.rectangle
                        let image = SampleArt.noise(size.width, size.height, seed: seed)
                        try compositor.draw(image, control)
                        #expect(compositor.canvas.seen == reference.draw(image, control).seen)
                    }
                }
            }
        }
    }

    @Test("going back to before the first frame clears it")
    func firstPrevious() throws {
        let image = RGBAImage(width: 2, height: 2, filledWith: .white)
        let whole = FrameRectangle(width: 2, height: 2)
        var compositor = APNGCompositor(width: 2, height: 2)
        try compositor.draw(image, SampleAnimation.control(whole, .previous))
        #expect(compositor.canvas == image)
        let dot = RGBAImage(width: 1, height: 1, filledWith: .black)
        try compositor.draw(dot, SampleAnimation.control(FrameRectangle(width: 1, height: 1), .none, .over))
        #expect(compositor.canvas[0, 0] == .black)
        #expect(compositor.canvas[1, 1] == .clear)
    }

    @Test("laying over is exact to the nearest level for every pair of alphas")
    func everyAlpha() throws {
        let (above, beneath) = (UInt8(201), UInt8(34))
        let over = SampleArt.picture(256, 256) { x, _ in
            RGBAColour(red: above, green: 0, blue: 255, alpha: UInt8(x))
        }
        let under = SampleArt.picture(256, 256) { _, y in
            RGBAColour(red: beneath, green: 255, blue: 0, alpha: UInt8(y))
        }
        let whole = FrameRectangle(width: 256, height: 256)
        var compositor = APNGCompositor(width: 256, height: 256)
        try compositor.draw(under, SampleAnimation.control(whole))
        try compositor.draw(over, SampleAnimation.control(whole, .none, .over))
        var reference = ReferenceCompositor(width: 256, height: 256)
        _ = reference.draw(under, SampleAnimation.control(whole))
        #expect(compositor.canvas.seen == reference.draw(over, SampleAnimation.control(whole, .none, .over)).seen)
    }

    @Test("a frame that does not fit is refused, and the canvas stays")
    func faults() throws {
        var compositor = APNGCompositor(width: 4, height: 4)
        let image = RGBAImage(width: 2, height: 2, filledWith: .white)
        #expect(throws: PNGError.unusableFrame(.outsideCanvas)) {
            try compositor.draw(image, SampleAnimation.control(FrameRectangle(x: 3, y: 0, width: 2, height: 2)))
        }
        #expect(throws: PNGError.unusableFrame(.otherSize)) {
            try compositor.draw(image, SampleAnimation.control(FrameRectangle(x: 0, y: 0, width: 2, height: 1)))
        }
        #expect(compositor.canvas == RGBAImage(width: 4, height: 4, filledWith: .clear))
    }

    @Test("a file that is written, read and drawn shows the original")
    func wholeWay() throws {
        let bytes = try SampleAnimation.writer.write(SampleAnimation.indexedFrames)
        let reader = try APNGReader(bytes, limits: SampleAnimation.limits, isStrict: true)
        var compositor = APNGCompositor(width: reader.width, height: reader.height)
        var reference = ReferenceCompositor(width: reader.width, height: reader.height)
        for (frame, meant) in zip(reader.frames, SampleAnimation.indexedFrames) {
            try compositor.draw(ReferenceDecoder(reader.png(of: frame)).image, frame.control)
            #expect(compositor.canvas.seen == reference.draw(meant.image.expanded, meant.control).seen)
        }
    }
}
