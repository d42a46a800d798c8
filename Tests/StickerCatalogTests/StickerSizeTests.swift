import StickerManifest
import Testing

@Suite("Sticker sizes")
struct StickerSizeTests {
    @Test(
        "have Apple's points and pixels",
        arguments: [
            (StickerSize.small, 100, [100, 200, 300]), (.regular, 136, [136, 272, 408]),
            (.large, 206, [206, 412, 618]),
        ])
    func pixels(size: StickerSize, points: Int, pixels: [Int]) {
        #expect(size.points == points)
        #expect([1, 2, 3].map(size.pixels) == pixels)
    }

    @Test("are written as small, regular and large")
    func words() {
        #expect(StickerSize.allCases.map(\.rawValue) == ["small", "regular", "large"])
    }
}
