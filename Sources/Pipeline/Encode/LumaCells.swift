import Pixels

/// The brightness of a picture in cells of 4×4 pixels, at full resolution, on black and on white.
///
/// By how much the worst cell is off follows butteraugli more closely than anything else that is as quick: docs/fidelity.md
/// has the figures.
struct LumaCells: Sendable {
    /// For each cell Σ of luma times alpha, and Σ of alpha, in units of 255·256.
    private let sums: [SIMD2<Int32>]
    private let columns: Int
    private let width: Int
    private let height: Int

    /// Weights of red, green and blue, of 256. Source: ITU-R BT.601.
    private static let weights = (red: Int32(77), green: Int32(150), blue: Int32(29))

    init(of image: RGBAImage) {
        width = image.width
        height = image.height
        columns = (image.width + 3) / 4
        let columns = self.columns
        var sums = [SIMD2<Int32>](repeating: .zero, count: columns * ((image.height + 3) / 4))
        image.bytes.withUnsafeBufferPointer { bytes in
            sums.withUnsafeMutableBufferPointer { sums in
                for y in 0..<image.height {
                    let cells = (y >> 2) &* columns
                    let row = y &* image.width &* 4
                    for x in 0..<image.width {
                        let at = row &+ x &* 4
                        let alpha = Int32(bytes[at &+ 3])
                        guard alpha != 0 else { continue }
                        let luma =
                            Self.weights.red &* Int32(bytes[at]) &+ Self.weights.green &* Int32(bytes[at &+ 1])
                            &+ Self.weights.blue &* Int32(bytes[at &+ 2])
                        sums[cells &+ x >> 2] &+= SIMD2(luma &* alpha, alpha &* (255 &* 256))
                    }
                }
            }
        }
        self.sums = sums
    }

    /// By how many of 255 levels the mean brightness of the worst cell is off, on the worse of black and white.
    func worstDifference(from other: LumaCells) -> Double {
        var worst = 0.0
        for (cell, (own, its)) in zip(sums, other.sums).enumerated() where own != its {
            let onBlack = own.x - its.x
            let onWhite = onBlack - (own.y - its.y)
            let pixels = min(4, width - cell % columns * 4) * min(4, height - cell / columns * 4)
            worst = max(worst, Double(max(abs(onBlack), abs(onWhite))) / Double(pixels * 255 * 256))
        }
        return worst
    }
}
