import Pixels
import Quantizer

/// The colours in each cell of 4×4 pixels, by which the cells with large errors are found.
struct PixelBlocks {
    /// The error in the brightness of each cell in levels, on black or on white, whichever is larger.
    struct Differences {
        let levels: [Float]
        /// The 8-norm of all errors, which depends mainly on the worst cells.
        let worst: Float
    }

    /// For each pixel, the index of its colour in the histogram.
    private let places: [UInt32]
    /// The number of pixels of each colour.
    private let counts: [UInt32]
    /// For each cell, the index of the colour that all its pixels have. `mixed` if they have several colours.
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

    /// The errors of a palette in all cells.
    ///
    /// - Parameters:
    ///   - tones: the histogram's colours: premultiplied red, green and blue, and alpha.
    ///   - entries: the palette's entries in the same form.
    ///   - nearest: for each colour of the histogram, the index of its palette entry.
    func differences(_ tones: [SIMD4<Float>], from entries: [SIMD4<Float>], nearest: [UInt8]) -> Differences {
        // The brightness of each colour minus the brightness of its entry, on black and on white.
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

    /// Increases the weight of each colour by the errors of its cells.
    ///
    /// - Parameter patience: the error that is tolerated, in levels.
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
