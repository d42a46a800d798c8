import Pixels
import SheetRendering
import Testing

@Suite struct CanvasTests {
    @Test("a picture is composited exactly like straight alpha")
    func sourceOver() {
        var canvas = Canvas(width: 4, height: 4, paper: RGBAColour(red: 200, green: 100, blue: 0))
        let glass = RGBAColour(red: 10, green: 20, blue: 255, alpha: 77)
        canvas.lay(RGBAImage(width: 2, height: 2, filledWith: glass), x: 1, y: 1)
        #expect(canvas.image[1, 1] == glass.composited(over: RGBAColour(red: 200, green: 100, blue: 0)))
        #expect(canvas.image[3, 3] == RGBAColour(red: 200, green: 100, blue: 0))
    }

    @Test("a picture that hangs over the edge is cut", arguments: [(-1, -1), (3, 3), (9, 0), (0, -9)])
    func clipping(x: Int, y: Int) {
        var canvas = Canvas(width: 4, height: 4, paper: .white)
        canvas.place(RGBAImage(width: 2, height: 2, filledWith: .black), x: x, y: y)
        canvas.lay(RGBAImage(width: 2, height: 2, filledWith: .black), x: x, y: y)
        #expect(canvas.image[2, 1] == .white)
    }

    @Test("a soft white edge made smaller stays white")
    func noFringe() throws {
        _ = try SheetFixture()
        // The left side is white and the right side is transparent black. A filter that ignores the alpha would make
        // the border grey.
        var picture = RGBAImage(width: 64, height: 64, filledWith: .clear)
        for y in 0..<64 {
            for place in stride(from: y * 256, to: y * 256 + 128, by: 1) { picture.bytes[place] = 255 }
        }
        var canvas = Canvas(width: 40, height: 40, paper: .white)
        canvas.lay(PremultipliedImage(picture, resizedTo: 40), x: 0, y: 0)
        #expect(canvas.image.bytes.allSatisfy { $0 >= 253 })
    }
}
