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

    init(of pixels: some SeenPixels, width: Int, height: Int) {
        self.width = width
        self.height = height
        columns = (width + 3) / 4
        let columns = self.columns
        let count = columns * ((height + 3) / 4)
        sums = [SIMD2<Int32>](unsafeUninitializedCapacity: count) { sums, initialized in
            for cell in 0..<count {
                let (left, top) = (cell % columns &* 4, cell / columns &* 4)
                let (across, down) = (min(4, width &- left), min(4, height &- top))
                let first = top &* width &+ left
                var sum = SIMD4<Float>.zero
                if pixels.isPlain(first, columns: across, rows: down, stride: width) {
                    sum = pixels.tone(first) * Float(across &* down)
                } else {
                    for y in 0..<down {
                        for x in 0..<across { sum += pixels.tone(first &+ y &* width &+ x) }
                    }
                }
                sums[cell] = LumaCells.luma(sum)
            }
            initialized = count
        }
    }

    /// Weights of red, green and blue, of 256, from ITU-R BT.601.
    @inline(__always)
    private static func luma(_ sum: SIMD4<Float>) -> SIMD2<Int32> {
        let luma = 77 &* Int32(sum.x) &+ 150 &* Int32(sum.y) &+ 29 &* Int32(sum.z)
        return SIMD2(luma, Int32(sum.w) &* (255 &* 256))
    }

    /// By how many of 255 levels the mean brightness of the worst cell is off, on the worse of black and white.
    func worstDifference(from other: LumaCells) -> Double {
        var worst = 0.0
        for cell in sums.indices where sums[cell] != other.sums[cell] {
            let onBlack = sums[cell].x - other.sums[cell].x
            let onWhite = onBlack - (sums[cell].y - other.sums[cell].y)
            let pixels = min(4, width - cell % columns * 4) * min(4, height - cell / columns * 4)
            worst = max(worst, Double(max(abs(onBlack), abs(onWhite))) / Double(pixels * 255 * 256))
        }
        return worst
    }
}
