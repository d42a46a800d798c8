import Pixels

/// A picture as H.264 stores it: luma for every pixel and chroma for every square of four pixels, in the limited range
/// of BT.709. Chroma samples are located at the left edge of their square, as decoders assume.
struct PlanarPicture {
    let side: Int
    /// The luma plane. It has `side * side` bytes.
    var luma: [UInt8]
    /// The chroma planes, each with a quarter of the bytes of `luma`.
    var blue: [UInt8]
    var red: [UInt8]

    private static let one = 65_536.0
    /// The weight of each colour in luma (BT.709).
    private static let parts = (red: 0.2126, green: 0.7152, blue: 0.0722)

    private static func fixed(_ number: Double) -> Int { Int((number * one).rounded()) }

    /// - Parameter picture: an opaque square picture whose side is an even number of pixels.
    init(_ picture: RGBAImage) {
        side = picture.width
        let half = side / 2
        let parts = Self.parts
        let toLuma = (
            Self.fixed(parts.red * 219 / 255), Self.fixed(parts.green * 219 / 255), Self.fixed(parts.blue * 219 / 255)
        )
        // The colours that are multiplied with these weights are sums of eight samples.
        let toBlue = Self.colour(of: parts.blue, weights: (-parts.red, -parts.green, 1 - parts.blue))
        let toRed = Self.colour(of: parts.red, weights: (1 - parts.red, -parts.green, -parts.blue))
        luma = [UInt8](repeating: 0, count: side * side)
        blue = [UInt8](repeating: 0, count: half * half)
        red = blue
        let (side, bytes) = (side, picture.bytes)
        bytes.withUnsafeBufferPointer { bytes in
            luma.withUnsafeMutableBufferPointer { luma in
                for place in 0..<luma.count {
                    let at = place &* 4
                    let sum =
                        Int(bytes[at]) &* toLuma.0 &+ Int(bytes[at &+ 1]) &* toLuma.1 &+ Int(bytes[at &+ 2]) &* toLuma.2
                    luma[place] = UInt8(truncatingIfNeeded: 16 &+ (sum &+ 32_768) >> 16)
                }
            }
            for y in 0..<half {
                for x in 0..<half {
                    var sums = SIMD4<Int>()
                    for row in [2 &* y, 2 &* y &+ 1] {
                        for (column, weight) in [(max(2 &* x &- 1, 0), 1), (2 &* x, 2), (2 &* x &+ 1, 1)] {
                            let at = (row &* side &+ column) &* 4
                            let pixel = SIMD4(Int(bytes[at]), Int(bytes[at &+ 1]), Int(bytes[at &+ 2]), 0)
                            sums &+= pixel &* weight
                        }
                    }
                    let place = y &* half &+ x
                    blue[place] = Self.level(sums, toBlue)
                    red[place] = Self.level(sums, toRed)
                }
            }
        }
    }

    private static func colour(of part: Double, weights: (Double, Double, Double)) -> SIMD4<Int> {
        let scale = 224.0 / 255 / (2 * (1 - part)) / 8
        return SIMD4(fixed(weights.0 * scale), fixed(weights.1 * scale), fixed(weights.2 * scale), 0)
    }

    private static func level(_ sums: SIMD4<Int>, _ weights: SIMD4<Int>) -> UInt8 {
        UInt8(clamping: 128 &+ ((sums &* weights).wrappedSum() &+ 32_768) >> 16)
    }

    /// - Parameters:
    ///   - luma: rows of luma, `stride` bytes apart.
    ///   - chroma: rows of alternating blue and red chroma samples, `chromaStride` bytes apart.
    init(
        side: Int, luma: UnsafePointer<UInt8>, stride: Int, chroma: UnsafePointer<UInt8>, chromaStride: Int
    ) {
        self.side = side
        let half = side / 2
        self.luma = []
        self.luma.reserveCapacity(side * side)
        (blue, red) = ([], [])
        for y in 0..<side { self.luma += UnsafeBufferPointer(start: luma + y * stride, count: side) }
        for y in 0..<half {
            let row = chroma + y * chromaStride
            for x in 0..<half {
                blue.append(row[2 &* x])
                red.append(row[2 &* x &+ 1])
            }
        }
    }

    /// The pixels that a player shows.
    var shown: RGBAImage {
        let (side, half, parts) = (side, side / 2, Self.parts)
        let brightness = Self.fixed(255.0 / 219)
        let fromRed = Self.fixed(255.0 / 224 * 2 * (1 - parts.red) / 8)
        let fromBlue = Self.fixed(255.0 / 224 * 2 * (1 - parts.blue) / 8)
        let greenFromRed = Self.fixed(255.0 / 224 * 2 * (1 - parts.red) * parts.red / parts.green / 8)
        let greenFromBlue = Self.fixed(255.0 / 224 * 2 * (1 - parts.blue) * parts.blue / parts.green / 8)
        var picture = RGBAImage(width: side, height: side, filledWith: .white)
        picture.bytes.withUnsafeMutableBufferPointer { bytes in
            for y in 0..<side {
                let near = y / 2 &* half
                let far = min(max(y / 2 &+ (y % 2 == 0 ? -1 : 1), 0), half &- 1) &* half
                for x in 0..<side {
                    let left = x / 2
                    let right = x % 2 == 0 ? left : min(left &+ 1, half &- 1)
                    // The interpolated chroma in eighths, minus the neutral level.
                    func colour(_ plane: [UInt8]) -> Int {
                        3 &* (Int(plane[near &+ left]) &+ Int(plane[near &+ right]))
                            &+ Int(plane[far &+ left]) &+ Int(plane[far &+ right]) &- 1_024
                    }
                    let (blue, red) = (colour(self.blue), colour(self.red))
                    let light = (Int(luma[y &* side &+ x]) &- 16) &* brightness &+ 32_768
                    let at = (y &* side &+ x) &* 4
                    bytes[at] = UInt8(clamping: (light &+ red &* fromRed) >> 16)
                    bytes[at &+ 1] = UInt8(
                        clamping: (light &- red &* greenFromRed &- blue &* greenFromBlue) >> 16)
                    bytes[at &+ 2] = UInt8(clamping: (light &+ blue &* fromBlue) >> 16)
                }
            }
        }
        return picture
    }
}
