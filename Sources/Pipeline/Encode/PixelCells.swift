import Pixels
import Quantizer

/// Which colours lie in which 4×4 cells of a picture, to find the cells that a palette spoils.
struct PixelCells {
    /// By how many levels each cell is off in brightness, on the worse of black and white.
    struct Differences {
        let levels: [Float]
        /// One number for the worst of them: their 8-norm, which follows the largest and heeds the next.
        let worst: Float
    }

    /// For each pixel its place in the histogram.
    private let places: [UInt32]
    /// How many pixels have each colour.
    private let counts: [UInt32]
    private let width: Int
    private let height: Int
    private let columns: Int

    init(_ histogram: ColourHistogram, width: Int, height: Int) {
        places = histogram.places
        counts = histogram.counts
        self.width = width
        self.height = height
        columns = (width + 3) / 4
    }

    /// - Parameters:
    ///   - tones: the histogram's colours, premultiplied, and their alpha.
    ///   - entries: the palette's.
    ///   - nearest: for each colour of the histogram its entry.
    func differences(_ tones: [SIMD4<Float>], from entries: [SIMD4<Float>], nearest: [UInt8]) -> Differences {
        // Brightness on black, and on white, of each colour less that of its entry.
        let off = tones.indices.map { place -> SIMD2<Float> in
            let difference = tones[place] - entries[Int(nearest[place])]
            let onBlack = difference.x * 0.299 + difference.y * 0.587 + difference.z * 0.114
            return SIMD2(onBlack, onBlack - difference.w)
        }
        var sums = [SIMD2<Float>](repeating: .zero, count: columns * ((height + 3) / 4))
        places.withUnsafeBufferPointer { places in
            off.withUnsafeBufferPointer { off in
                sums.withUnsafeMutableBufferPointer { sums in
                    for y in 0..<height {
                        let row = (y >> 2) &* columns
                        for x in 0..<width { sums[row &+ x >> 2] += off[Int(places[y &* width &+ x])] }
                    }
                }
            }
        }
        let levels = sums.map { max(abs($0.x), abs($0.y)) / 16 }
        var total = 0.0
        for level in levels where level > 0.25 {
            let square = Double(level * level)
            total += square * square * square * square
        }
        return Differences(levels: levels, worst: Float(total.squareRoot().squareRoot().squareRoot()))
    }

    /// Makes colours count for more by how far their cells are off on the average, beyond what is put up with.
    func raise(_ weights: inout [Float], by differences: Differences, beyond patience: Float) {
        var excess = [Float](repeating: 0, count: weights.count)
        for (cell, level) in differences.levels.enumerated() where level > patience {
            let (left, top) = (cell % columns * 4, cell / columns * 4)
            for y in top..<min(top + 4, height) {
                for x in left..<min(left + 4, width) {
                    excess[Int(places[y &* width &+ x])] += (level - patience) / patience
                }
            }
        }
        for place in weights.indices where excess[place] > 0 {
            weights[place] *= 1 + min(4, excess[place] / Float(counts[place]))
        }
    }
}
