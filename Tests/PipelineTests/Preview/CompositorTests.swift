import Pixels
import StickerRendering
import Testing

@Suite("Laying a picture on an opaque one")
struct CompositorTests {
    @Test("every alpha over every tenth level is rounded to the nearest level")
    func exact() {
        for alpha in 0...255 {
            for source in stride(from: 0, through: 255, by: 5) {
                for background in stride(from: 0, through: 255, by: 15) {
                    let exact = (Double(source * alpha) + Double(background * (255 - alpha))) / 255
                    let found = RGBAColour.blend(UInt8(source), over: UInt8(background), alpha: UInt8(alpha))
                    #expect(abs(Double(found) - exact) <= 0.5)
                }
            }
        }
    }

    @Test("transparent pixels show the background, opaque ones hide it, and the result is opaque")
    func ends() {
        let picture = TestArt.picture(4, 4) { x, _ in x < 2 ? TestArt.red : RGBAColour.white.withAlpha(0) }
        let backdrop = RGBAImage(width: 4, height: 4, filledWith: TestArt.blue)
        let laid = Compositor.lay(picture, on: backdrop)
        #expect(laid == TestArt.picture(4, 4) { x, _ in x < 2 ? TestArt.red : TestArt.blue })
    }

    @Test("a colour is read from its six digits, and from nothing else")
    func hex() {
        #expect(RGBAColour(hex: "#ff3b30") == RGBAColour(red: 255, green: 59, blue: 48))
        #expect(RGBAColour(hex: "#000000") == .black)
        for text in ["", "#", "ff3b30", "#ff3b3", "#ff3b300", "#gg0000", "#+f3b30", "#-00000", "# ff3b3", "red"] {
            #expect(RGBAColour(hex: text) == nil, "\(text)")
        }
    }
}
