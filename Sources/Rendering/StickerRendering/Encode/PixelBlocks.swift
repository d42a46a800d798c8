import Pixels
import Quantizer

/// The colours in each 4×4 cell of a picture, to find the cells that a palette damages.
struct PixelBlocks {
    /// The brightness error of each cell in levels, on black or white, whichever is larger.
    struct Differences {
        let levels: [Float]
        /// The 8-norm of all errors, which mainly depends on the worst cells.
        let worst: Float
    }

    /// For each pixel, the index of its colour in the histogram.
    private let places: [UInt32]
    /// The number of pixels of each colour.
    private let counts: [UInt32]
    /// For each cell, the common colour of its pixels; `mixed` for several colours.
    private let plain: [UInt32]
    private static let mixed = UInt32.max
    private let width: Int
    private let height: Int
    private let columns: Int

    init(_ histogram: ColourHistogram, width: Int, height: Int) {
        places = histogram.places
        counts = histogram.counts
        self.width = width
        self.height = height
        columns = (width + 3) / 4
        plain = PixelBlocks.plain(histogram.places, width: width, height: height)
    }

    private static func plain(_ places: [UInt32], width: Int, height: Int) -> [UInt32] {
        let columns = (width + 3) / 4
        return places.withUnsafeBufferPointer { places in
            (0..<columns * ((height + 3) / 4)).map { cell in
                let (left, top) = (cell % columns &* 4, cell / columns &* 4)
                let first = places[top &* width &+ left]
                for y in top..<min(top &+ 4, height) {
                    for x in left..<min(left &+ 4, width) where places[y &* width &+ x] != first { return mixed }
                }
                return first
            }
        }
    }

    /// - Parameters:
    ///   - tones: the histogram's colours, premultiplied, and their alpha.
    ///   - entries: the palette's entries in the same form.
    ///   - nearest: for each colour of the histogram, the index of its entry.
    func differences(_ tones: [SIMD4<Float>], from entries: [SIMD4<Float>], nearest: [UInt8]) -> Differences {
        // The brightness of each colour minus that of its entry, on black and on white.
        let off = tones.indices.map { place -> SIMD2<Float> in
            let difference = tones[place] - entries[Int(nearest[place])]
            let onBlack = difference.x * 0.299 + difference.y * 0.587 + difference.z * 0.114
            return SIMD2(onBlack, onBlack - difference.w)
        }
        let levels = places.withUnsafeBufferPointer { places in
            off.withUnsafeBufferPointer { off in
                plain.indices.map { cell -> Float in
                    let sum = sum(of: cell, places, off)
                    return max(abs(sum.x), abs(sum.y)) / 16
                }
            }
        }
        var total = 0.0
        for level in levels where level > 0.25 {
            let square = Double(level * level)
            total += square * square * square * square
        }
        return Differences(levels: levels, worst: Float(total.squareRoot().squareRoot().squareRoot()))
    }

    @inline(__always)
    private func sum(
        of cell: Int, _ places: UnsafeBufferPointer<UInt32>, _ off: UnsafeBufferPointer<SIMD2<Float>>
    ) -> SIMD2<Float> {
        let (left, top) = (cell % columns &* 4, cell / columns &* 4)
        let (across, down) = (min(4, width &- left), min(4, height &- top))
        if plain[cell] != PixelBlocks.mixed { return off[Int(plain[cell])] * Float(across &* down) }
        var sum = SIMD2<Float>.zero
        for y in top..<top &+ down {
            for x in left..<left &+ across { sum += off[Int(places[y &* width &+ x])] }
        }
        return sum
    }

    /// Increases the weights of colours by the mean error of their cells beyond the tolerated one.
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
