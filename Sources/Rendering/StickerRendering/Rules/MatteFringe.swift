import Pixels

/// Finds the remains of an old background in a soft edge. If art was drawn on white (or black) and then cut out, its
/// half-transparent pixels still contain that colour. On any other background, this is visible as a fringe.
///
/// The colour of such a pixel can be predicted from its alpha: alpha times the colour of the adjacent art, plus white
/// (or black) for the rest. A rim that is intentionally lighter or darker has other colours.
struct MatteFringe {
    /// The share of the soft edge that has such a wrong colour, from 0 to 1.
    let share: Double
    /// Whether the fringe is white. Otherwise it is black.
    let isPale: Bool

    /// The maximum difference of a soft pixel from the predicted colour, in levels from 0 to 255 per channel.
    private static let tolerance = 22
    /// The minimum difference in lightness between a soft pixel and the adjacent art, in levels from 0 to 255.
    private static let leastDifference = 36
    /// The distance in pixels within which adjacent art is searched for.
    private static let reach = 3
    /// The minimum number of soft pixels that is needed for a result.
    private static let leastPixels = 60

    /// Measures the fringe of a picture. Nil if the edge is too hard or too short.
    static func measure(_ image: RGBAImage) -> MatteFringe? {
        var soft = 0
        var pale = 0
        var dark = 0
        image.bytes.withUnsafeBufferPointer { bytes in
            for y in reach..<max(reach, image.height - reach) {
                var x = reach
                while x < image.width - reach {
                    defer { x += 1 }
                    let edge = (y &* image.width &+ x) &* 4
                    if areHard(bytes, edge) {
                        x += 1
                        continue
                    }
                    let alpha = bytes[edge &+ 3]
                    guard alpha > 48, alpha < 208, let solid = neighbour(bytes, image.width, x, y) else { continue }
                    soft += 1
                    let difference = lightness(bytes, edge) - lightness(bytes, solid)
                    if difference > leastDifference, isMixture(bytes, edge, of: solid, matte: 255) { pale += 1 }
                    if difference < -leastDifference, isMixture(bytes, edge, of: solid, matte: 0) { dark += 1 }
                }
            }
        }
        guard soft >= leastPixels else { return nil }
        return MatteFringe(share: Double(max(pale, dark)) / Double(soft), isPale: pale >= dark)
    }

    /// Whether this pixel and the next are each fully opaque or fully transparent. Most pixels are, so they are
    /// skipped in pairs.
    @inline(__always)
    private static func areHard(_ bytes: UnsafeBufferPointer<UInt8>, _ offset: Int) -> Bool {
        let pair = UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        let alphas = UInt64(littleEndian: pair) >> 24 & 0x0000_00FF_0000_00FF
        // If a byte is 255 or 0, adding 1 sets none of these bits.
        return (alphas &+ 0x0000_0001_0000_0001) & 0x0000_00FE_0000_00FE == 0
    }

    /// The offset in bytes of the nearest opaque pixel, in a straight or diagonal direction. Nil if there is none
    /// within reach.
    private static func neighbour(_ bytes: UnsafeBufferPointer<UInt8>, _ width: Int, _ x: Int, _ y: Int) -> Int? {
        for distance in 1...reach {
            for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)] {
                let offset = ((y &+ dy &* distance) &* width &+ x &+ dx &* distance) &* 4
                if bytes[offset &+ 3] >= 250 { return offset }
            }
        }
        return nil
    }

    private static func isMixture(_ bytes: UnsafeBufferPointer<UInt8>, _ edge: Int, of solid: Int, matte: Int) -> Bool {
        let alpha = Int(bytes[edge &+ 3])
        for channel in 0..<3 {
            let foretold = (Int(bytes[solid &+ channel]) * alpha + matte * (255 - alpha) + 127) / 255
            if abs(Int(bytes[edge &+ channel]) - foretold) > tolerance { return false }
        }
        return true
    }

    private static func lightness(_ bytes: UnsafeBufferPointer<UInt8>, _ offset: Int) -> Int {
        (Int(bytes[offset]) * 54 + Int(bytes[offset + 1]) * 183 + Int(bytes[offset + 2]) * 19) >> 8
    }
}
