import Pixels

/// Compares drawings of one SVG by two renderers. Along edges, their pixels always differ.
enum DrawingComparison {
    /// The difference above which a pixel is counted, in levels from 0 to 255, after both drawings are blurred.
    /// Pixels of equal text differ by at most 21.
    private static let mostLevels = 48

    /// The share of pixels that differ. 1 if the drawings have different sizes.
    static func difference(_ one: RGBAImage, _ other: RGBAImage) -> Double {
        guard one.width == other.width, one.height == other.height, !one.bytes.isEmpty else { return 1 }
        let (width, height) = (one.width, one.height)
        let difference = signed(one, other)
        // Compares the sums over three by three pixels. Pixels outside the picture are treated as equal.
        let limit = 9 * mostLevels
        var count = 0
        difference.withUnsafeBufferPointer { difference in
            for y in 0..<height {
                for x in 0..<width {
                    var sums = SIMD4<Int32>.zero
                    for row in max(0, y - 1)...min(height - 1, y + 1) {
                        for column in max(0, x - 1)...min(width - 1, x + 1) {
                            sums &+= difference[row &* width &+ column]
                        }
                    }
                    let isOff = (0..<4).contains { abs(sums[$0]) > limit }
                    count &+= isOff ? 1 : 0
                }
            }
        }
        return Double(count) / Double(width * height)
    }

    /// The difference of each pixel's premultiplied colours and of its alpha.
    private static func signed(_ one: RGBAImage, _ other: RGBAImage) -> [SIMD4<Int32>] {
        stride(from: 0, to: one.bytes.count, by: 4).map { premultiplied(one, $0) &- premultiplied(other, $0) }
    }

    private static func premultiplied(_ image: RGBAImage, _ place: Int) -> SIMD4<Int32> {
        let alpha = Int32(image.bytes[place + 3])
        func colour(_ channel: Int) -> Int32 { (Int32(image.bytes[place + channel]) &* alpha &+ 127) / 255 }
        return SIMD4(colour(0), colour(1), colour(2), alpha)
    }
}
