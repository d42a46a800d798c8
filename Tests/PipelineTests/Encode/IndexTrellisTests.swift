import Pixels
import StickerRendering
import Testing

@Suite("Choosing palette indices for the stream")
struct IndexTrellisTests {
    private static let width = 32

    /// A picture whose rows are made of the palette's indices, and the trellis over it. `wanted` is each pixel's own colour.
    private func chosen(
        _ indices: [UInt8], wanted: [RGBAColour], palette: [RGBAColour], price: Float
    ) -> [UInt8] {
        let height = indices.count / Self.width
        let picture = IndexedImage(width: Self.width, height: height, indices: indices, palette: palette)
        let bytes = wanted.flatMap { [$0.red, $0.green, $0.blue, $0.alpha] }
        let ideal = RGBAImage(width: Self.width, height: height, bytes: bytes)
        let trellis = IndexTrellis(
            picture, places: wanted.indices.map(UInt32.init), tones: wanted.map(\.tone), masking: MaskingMap(of: ideal))
        return trellis.image(price: price).indices
    }

    private static func grey(_ level: Int) -> RGBAColour {
        RGBAColour(red: UInt8(level), green: UInt8(level), blue: UInt8(level))
    }

    @Test("a price of nothing keeps every nearest entry")
    func free() {
        let indices = (0..<Self.width * 8).map { UInt8($0 * 7 % 5) }
        let palette = (0..<5).map { Self.grey($0 * 50) }
        let wanted = indices.map { palette[Int($0)] }
        #expect(chosen(indices, wanted: wanted, palette: palette, price: 0) == indices)
    }

    @Test("a pixel that hardly differs joins the run around it")
    func run() {
        var indices = [UInt8](repeating: 0, count: Self.width * 8)
        var wanted = [RGBAColour](repeating: Self.grey(100), count: indices.count)
        indices[Self.width * 3 + 12] = 1
        wanted[Self.width * 3 + 12] = Self.grey(101)
        let result = chosen(indices, wanted: wanted, palette: [Self.grey(100), Self.grey(101)], price: 0.002)
        #expect(result.allSatisfy { $0 == 0 })
    }

    @Test("a pixel that can be seen is kept")
    func detail() {
        var indices = [UInt8](repeating: 0, count: Self.width * 8)
        var wanted = [RGBAColour](repeating: Self.grey(100), count: indices.count)
        indices[Self.width * 3 + 12] = 1
        wanted[Self.width * 3 + 12] = Self.grey(200)
        #expect(chosen(indices, wanted: wanted, palette: [Self.grey(100), Self.grey(200)], price: 0.001) == indices)
    }

    @Test("nothing transparent becomes visible, and nothing visible transparent, at any price")
    func clear() {
        let indices = (0..<Self.width * 8).map { UInt8($0 % 2) }
        let palette = [RGBAColour.clear, RGBAColour(red: 0, green: 0, blue: 0, alpha: 1)]
        let wanted = indices.map { palette[Int($0)] }
        #expect(chosen(indices, wanted: wanted, palette: palette, price: 10) == indices)
    }

    @Test("an error counts for less in a texture than in a smooth area")
    func masking() throws {
        let picture = RGBAImage(
            width: 32, height: 16,
            bytes: (0..<32 * 16).flatMap { place -> [UInt8] in
                let level: UInt8 = place % 32 < 16 ? 128 : place % 2 == 0 ? 90 : 166
                return [level, level, level, 255]
            })
        let weights = MaskingMap(of: picture).weights
        let (smooth, texture) = (try #require(weights.first), try #require(weights.last))
        #expect(smooth > texture * 5)
    }
}
