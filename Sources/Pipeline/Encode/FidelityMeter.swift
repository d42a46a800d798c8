import Pixels

/// Measures how like an ideal rendition a candidate looks.
///
/// A sticker has no background of its own, so both are laid on black and on white and compared there, by structural
/// similarity (SSIM) over 8×8 windows four samples apart, a channel at a time; only windows that touch the art count,
/// so that an empty margin cannot hide a fault. The worse of the two backgrounds is the score. Large pictures are first
/// averaged down to about 256 samples a side, since at three pixels a point nobody sees the single pixel.
///
/// Source: Wang, Bovik, Sheikh, Simoncelli, "Image quality assessment", IEEE TIP 13(4), 2004; the averaging is its
/// authors' own advice (ece.uwaterloo.ca/~z70wang/research/ssim).
package struct FidelityMeter: Sendable {
    /// What was measured of a candidate.
    package struct Score: Sendable, Hashable {
        /// Mean SSIM over the windows that touch the art, on the worse background: 1 is the same.
        package var similarity: Double
        /// By how many of 255 levels shades are off, to which SSIM is blind: the larger of two. The brightness of a cell of
        /// 4×4 pixels where it is worst, for an edge or a detail that is not as it was; and the colour of a 4×4 cell of
        /// samples at the 99th percentile, for bands in a gradient and wrong tints.
        package var shade: Double

        package init(similarity: Double, shade: Double) {
            self.similarity = similarity
            self.shade = shade
        }
    }

    private let width: Int
    private let height: Int
    /// How many pixels are averaged into a sample, in each direction.
    private let reduction: Int
    private let grid: CellGrid
    /// Composited on black and on white: three bytes a sample.
    private let planes: [[UInt8]]
    private let sums: [CellSums]
    private let luma: LumaCells
    /// Per cell, whether the ideal shows anything there.
    private let hasArt: [Bool]

    /// Prepares the measurements that every candidate shares.
    package init(ideal: RGBAImage) {
        width = ideal.width
        height = ideal.height
        let reduction = max(1, Int((Double(max(ideal.width, ideal.height)) / 256).rounded()))
        let grid = CellGrid(width: ideal.width / reduction, height: ideal.height / reduction)
        self.reduction = reduction
        self.grid = grid
        let papers = Papers(carrying: ideal, reducedBy: reduction)
        let planes = [papers.black, papers.white]
        self.planes = planes
        sums = planes.map { CellSums(of: $0, grid: grid) }
        hasArt = grid.cellsWithArt(in: ideal, reduction: reduction)
        luma = LumaCells(of: ideal)
    }

    /// Scores a candidate of the same size.
    package func score(_ candidate: RGBAImage) -> Score {
        precondition(candidate.width == width && candidate.height == height, "a candidate has the ideal's size")
        var worst = Score(similarity: 1, shade: luma.worstDifference(from: LumaCells(of: candidate)))
        // What the candidate shows where there should be nothing counts as well.
        let shown = grid.cellsWithArt(in: candidate, reduction: reduction)
        let hasArt = zip(self.hasArt, shown).map { $0 || $1 }
        let papers = Papers(carrying: candidate, reducedBy: reduction)
        for (place, plane) in [papers.black, papers.white].enumerated() {
            let candidateSums = CellSums(of: plane, grid: grid, crossing: planes[place])
            let score = WindowStatistics(
                ideal: sums[place], candidate: candidateSums, hasArt: hasArt, grid: grid
            ).score
            worst.similarity = min(worst.similarity, score.similarity)
            worst.shade = max(worst.shade, score.shade)
        }
        return worst
    }
}
