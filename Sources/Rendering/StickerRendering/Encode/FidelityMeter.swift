import Pixels

/// Measures how similar a candidate is to an ideal rendition.
///
/// A sticker is shown on different backgrounds, so both pictures are composited on black and on white. On each, the
/// structural similarity (SSIM) is computed per channel over windows of 8×8 samples, four samples apart. Only windows
/// that touch the art are used, so that an empty margin cannot hide an error. The lower of the two results is the
/// score.
///
/// Large pictures are first averaged to about 256 samples per side, because single pixels are invisible at three
/// pixels per point.
///
/// Source: Wang, Bovik, Sheikh, Simoncelli, "Image quality assessment", IEEE TIP 13(4), 2004. The authors recommend
/// the averaging (ece.uwaterloo.ca/~z70wang/research/ssim).
package struct FidelityMeter: Sendable {
    /// The measurements of a candidate.
    package struct Score: Sendable, Hashable {
        /// The mean SSIM of the windows that touch the art, on the worse background. 1 means no difference.
        package var similarity: Double
        /// The difference of shades, which SSIM does not measure, in levels from 0 to 255. It is the larger of two
        /// values. One is the largest difference in the brightness of a cell of 4×4 pixels, which shows a changed
        /// edge or detail. The other is the 99th percentile of the differences in the colour of cells of 4×4 samples,
        /// which shows bands in a gradient and wrong tints.
        package var shade: Double

        package init(similarity: Double, shade: Double) {
            self.similarity = similarity
            self.shade = shade
        }
    }

    private let width: Int
    private let height: Int
    /// The number of pixels per sample, in each direction.
    private let reduction: Int
    private let grid: CellGrid
    private let sums: BlockSums
    private let luma: LumaBlocks

    /// Prepares the measurements that all candidates share.
    package init(ideal: RGBAImage) {
        let (width, height) = (ideal.width, ideal.height)
        let reduction = max(1, Int((Double(max(width, height)) / 256).rounded()))
        let grid = CellGrid(width: width / reduction, height: height / reduction)
        (sums, luma) = ideal.bytes.withUnsafeBytes { bytes in
            let pixels = StraightPixels(bytes)
            return (
                BlockSums(of: pixels, width: width, reduction: reduction, grid: grid),
                LumaBlocks(of: pixels, width: width, height: height)
            )
        }
        (self.width, self.height) = (width, height)
        self.reduction = reduction
        self.grid = grid
    }

    /// Scores a candidate of the same size.
    package func score(_ candidate: RGBAImage) -> Score {
        precondition(candidate.width == width && candidate.height == height, "a candidate has the ideal's size")
        return candidate.bytes.withUnsafeBytes { score(StraightPixels($0)) }
    }

    /// Scores an indexed candidate of the same size.
    package func score(_ candidate: IndexedImage) -> Score {
        precondition(candidate.width == width && candidate.height == height, "a candidate has the ideal's size")
        return PalettePixels.with(candidate) { score($0) }
    }

    private func score(_ pixels: some PixelReader) -> Score {
        let luma = LumaBlocks(of: pixels, width: width, height: height)
        var worst = Score(similarity: 1, shade: self.luma.worstDifference(from: luma))
        let candidate = BlockSums(of: pixels, width: width, reduction: reduction, grid: grid, ideal: sums)
        // Windows are also used if only the candidate has visible pixels in them.
        let hasArt = zip(sums.hasArt, candidate.hasArt).map { $0 || $1 }
        let statistics = WindowStatistics(ideal: sums, candidate: candidate, hasArt: hasArt, grid: grid)
        for score in statistics.scores {
            worst.similarity = min(worst.similarity, score.similarity)
            worst.shade = max(worst.shade, score.shade)
        }
        return worst
    }
}

/// The similarity of a rendition to its ideal as one number: its structural similarity, minus a penalty for wrong
/// shades.
///
/// A difference of one level in 255 is tolerated. Each further level costs 0.001, so that a gradient with bands does
/// not reach a target that its structure alone would reach. docs/internals/fidelity.md describes the derivation of
/// the weights.
enum Fidelity {
    static let freeShade = 1.0
    /// The fidelity that dithering must add, which equals two levels of shade. Dithering adds noise, and makes files a
    /// tenth to a third larger.
    static let worthDithering = 0.002
    private static let costPerLevel = 0.001

    static func of(_ score: FidelityMeter.Score) -> Double {
        max(0, score.similarity - max(0, score.shade - freeShade) * costPerLevel)
    }
}

/// The division of a picture into cells of 4×4 samples. A window consists of two by two cells.
struct CellGrid: Sendable {
    /// The number of samples per row.
    let width: Int
    /// The number of rows of samples.
    let height: Int
    let columns: Int
    let rows: Int

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        columns = (width + 3) / 4
        rows = (height + 3) / 4
    }

    /// Calls `body` with the index of each sample of a cell.
    @inline(__always)
    func forEachSample(of cell: Int, _ body: (Int) -> Void) {
        let (left, top) = (cell % columns * 4, cell / columns * 4)
        for y in top..<min(top &+ 4, height) {
            for x in left..<min(left &+ 4, width) { body(y &* width &+ x) }
        }
    }

    /// The number of samples in each cell: 16, or fewer at the right and lower edges.
    var populations: [Int32] {
        (0..<rows).flatMap { row in
            (0..<columns).map { Int32(min(4, width - $0 * 4) * min(4, height - row * 4)) }
        }
    }
}
