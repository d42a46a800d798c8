import Pixels
import Quantizer

/// The loss of structural similarity (SSIM) that an error in each cell of 4×4 pixels causes.
///
/// SSIM divides the square of an error by the variance of its surroundings, because edges and textures hide what is
/// visible in a smooth area. The weight of a cell is the mean over the four windows of 8×8 pixels that contain the cell,
/// on black or on white, whichever hides less.
///
/// Source: Wang, Bovik, Sheikh, Simoncelli, "Image quality assessment", IEEE TIP 13(4), 2004.
package struct MaskingMap: Sendable {
    /// For each cell, the loss of similarity per squared level of error, summed over the three channels.
    package let weights: [Float]
    /// The number of cells in a row.
    let columns: Int

    /// SSIM's second constant for 8-bit channels: (0.03·255)².
    private static let c2: Float = 58.5225
    /// The maximum variance that is used, because larger variances hide no more. Without a limit, the smooth pixels
    /// beside an outline would have nearly no weight, and errors there would be visible
    /// (docs/decisions/rate-and-distortion.md).
    private static let mostVariance: Float = 150

    package init(of ideal: RGBAImage) {
        let grid = CellGrid(width: ideal.width, height: ideal.height)
        let cells = MaskingMap.cells(of: ideal, grid: grid)
        columns = grid.columns
        weights = MaskingMap.weights(of: MaskingMap.windows(of: cells, grid: grid), grid: grid)
    }

    /// For each colour of a picture, the sum of the weights of its pixels. A pixel in a smooth area has the weight 1.
    ///
    /// - Parameter width: the width of the picture in pixels.
    func masses(of histogram: ColourHistogram, width: Int) -> [Float] {
        var masses = [Float](repeating: 0, count: histogram.colours.count)
        let scale = 3 * MaskingMap.c2
        for row in 0..<histogram.places.count / max(1, width) {
            for x in 0..<width {
                let weight = weights[(row &>> 2) &* columns &+ x &>> 2]
                masses[Int(histogram.places[row &* width &+ x])] += weight * scale
            }
        }
        return masses
    }

    /// Sums of the samples of a cell, and of their squares, on black and on white.
    private struct Moments {
        var black = SIMD4<Float>.zero
        var blackSquare = SIMD4<Float>.zero
        var white = SIMD4<Float>.zero
        var whiteSquare = SIMD4<Float>.zero

        @inline(__always)
        mutating func add(_ tone: SIMD4<Float>, times weight: Float) {
            let onBlack = tone * (1 / 255)
            let onWhite = onBlack + (255 - tone.w)
            black += onBlack * weight
            blackSquare += onBlack * onBlack * weight
            white += onWhite * weight
            whiteSquare += onWhite * onWhite * weight
        }

        /// The mean variance of the three channels in a window of four cells, on black or on white, whichever is
        /// smaller.
        func variance(with one: Moments, _ two: Moments, _ three: Moments) -> Float {
            Moments.smaller(
                (
                    black + one.black + two.black + three.black,
                    blackSquare + one.blackSquare + two.blackSquare + three.blackSquare
                ),
                (
                    white + one.white + two.white + three.white,
                    whiteSquare + one.whiteSquare + two.whiteSquare + three.whiteSquare
                ))
        }

        /// The smaller variance of two, given the sums over four cells and the sums of squares.
        private static func smaller(
            _ black: (sum: SIMD4<Float>, square: SIMD4<Float>), _ white: (sum: SIMD4<Float>, square: SIMD4<Float>)
        ) -> Float {
            min(variance(black.sum / 4, black.square / 4), variance(white.sum / 4, white.square / 4))
        }

        private static func variance(_ mean: SIMD4<Float>, _ square: SIMD4<Float>) -> Float {
            let variance = square - mean * mean
            return max(0, (variance.x + variance.y + variance.z) / 3)
        }
    }

    private static func cells(of ideal: RGBAImage, grid: CellGrid) -> [Moments] {
        let (width, height) = (ideal.width, ideal.height)
        return ideal.bytes.withUnsafeBytes { bytes in
            let pixels = StraightPixels(bytes)
            return (0..<grid.columns * grid.rows).map { cell in
                let (left, top) = (cell % grid.columns &* 4, cell / grid.columns &* 4)
                let (across, down) = (min(4, width &- left), min(4, height &- top))
                let first = top &* width &+ left
                var moments = Moments()
                if pixels.isPlain(first, columns: across, rows: down, stride: width) {
                    moments.add(pixels.tone(first), times: 1)
                    return moments
                }
                let share = 1 / Float(across &* down)
                for y in 0..<down {
                    for x in 0..<across { moments.add(pixels.tone(first &+ y &* width &+ x), times: share) }
                }
                return moments
            }
        }
    }

    /// For each cell, the loss in the window whose upper left cell it is.
    private static func windows(of cells: [Moments], grid: CellGrid) -> [Float] {
        cells.indices.map { cell in
            let right = cell % grid.columns + 1 < grid.columns ? 1 : 0
            let below = cell / grid.columns + 1 < grid.rows ? grid.columns : 0
            let variance = cells[cell].variance(
                with: cells[cell + right], cells[cell + below], cells[cell + right + below])
            return 1 / (3 * (2 * min(mostVariance, variance) + c2))
        }
    }

    /// For each cell, the mean loss in the windows that contain it.
    private static func weights(of windows: [Float], grid: CellGrid) -> [Float] {
        windows.indices.map { cell in
            let left = cell % grid.columns > 0 ? 1 : 0
            let above = cell / grid.columns > 0 ? grid.columns : 0
            return (windows[cell] + windows[cell - left] + windows[cell - above] + windows[cell - left - above]) / 4
        }
    }
}
