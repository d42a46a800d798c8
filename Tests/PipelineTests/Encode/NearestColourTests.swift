import StickerRendering
import Testing

@Suite("Finding the nearest entry of a palette")
struct NearestColourTests {
    /// Premultiplied colours. Some are opaque, some are translucent, and some occur several times.
    private static func tones(_ count: Int, from seed: Int) -> [SIMD4<Float>] {
        var state = UInt64(seed)
        let next = { (limit: Int) -> Float in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Float(Int(state >> 33) % limit)
        }
        return (0..<count).map { place in
            let alpha = [255, 255, 0, 40, 250][place % 5]
            let limit = alpha + 1
            return SIMD4(next(limit), next(limit), next(limit), Float(alpha))
        }
    }

    /// The squared distance of two colours: Σ max((Δ on black)², (Δ on white)²).
    private static func square(_ one: SIMD4<Float>, _ other: SIMD4<Float>) -> Float {
        let onBlack = one - other
        return (0..<3).reduce(0) { sum, channel in
            let (black, white) = (onBlack[channel], onBlack[channel] - onBlack.w)
            return sum + max(black * black, white * white)
        }
    }

    @Test("no other colour is nearer than the found one", arguments: [1, 2, 7, 8, 9, 40, 256])
    func nearest(count: Int) {
        let entries = Self.tones(count, from: count)
        let map = NearestColourIndex(entries)
        for tone in Self.tones(600, from: 99) {
            let found = map.nearest(to: tone)
            #expect(found.square == entries.map { Self.square(tone, $0) }.min())
            #expect(Self.square(tone, entries[found.place]) == found.square)
        }
    }

    @Test("a search for many gives the same as for each, with any start", arguments: [1, 2, 9, 40, 256])
    func many(count: Int) {
        let map = NearestColourIndex(Self.tones(count, from: count))
        let colours = Self.tones(3000, from: 7).sorted { $0.x < $1.x }
        let expected = colours.map { UInt8(map.nearest(to: $0).place) }
        let wrong = colours.indices.map { UInt8($0 * 7 % count) }
        #expect(map.nearest(to: colours) == expected)
        #expect(map.nearest(to: colours, guesses: expected) == expected)
        #expect(map.nearest(to: colours, guesses: wrong) == expected)
    }

    @Test("entries can be left out", arguments: [3, 20, 200])
    func except(count: Int) {
        let entries = Self.tones(count, from: count)
        let map = NearestColourIndex(entries) { $0 != 1 }
        for place in entries.indices where place != 1 {
            let others = entries.indices.filter { $0 != place && $0 != 1 }
            let found = map.nearest(to: entries[place], except: place)
            #expect(found.square == others.map { Self.square(entries[place], entries[$0]) }.min())
            #expect(others.contains(found.place))
        }
    }
}
