import PNG
import Pixels

/// Chooses palette indices that deflate compresses well, if the difference cannot be seen.
///
/// Searches for the cheapest path through each row. A pixel gets the index of its nearest palette entry, as a literal,
/// or copies the index of the pixel to its left or of one of three pixels in the row above, as part of a match. The
/// cost of a path is its loss of similarity (see `MaskingMap`), plus `price` for each bit that deflate would probably
/// need.
///
/// Source of the search: A. J. Viterbi, "Error bounds for convolutional codes", IEEE Trans. Inf. Theory 13(2), 1967;
/// for compression: G. D. Forney, "The Viterbi algorithm", Proc. IEEE 61(3), 1973.
package struct IndexTrellis {
    /// Approximate numbers of bits that deflate needs.
    fileprivate enum Bits {
        /// For the start of a run, which is a match with the pixel to the left.
        static let run: Float = 10
        /// For the start of a match with the row above.
        static let copy: Float = 15
        /// For each further pixel of a match, because the codes of longer matches are longer.
        static let continued: Float = 0.05
        static let literal: ClosedRange<Float> = 2...12
    }

    /// The picture in which each pixel has its nearest entry.
    private let nearest: IndexedImage
    /// For each pixel, the index of its colour in `tones`.
    private let places: [UInt32]
    private let tones: [SIMD4<Float>]
    private let masking: MaskingMap
    /// The palette's entries as `RGBAColour.tone`, padded with zeros to 256 entries.
    private let entries: [SIMD4<Float>]

    /// - Parameters:
    ///   - nearest: the picture in which each pixel has its nearest entry.
    ///   - places: for each pixel, the index of its colour in `tones`.
    ///   - tones: the colours of the original picture as `RGBAColour.tone`.
    ///   - masking: the weights of errors in the original picture.
    package init(_ nearest: IndexedImage, places: [UInt32], tones: [SIMD4<Float>], masking: MaskingMap) {
        self.nearest = nearest
        self.places = places
        self.tones = tones
        self.masking = masking
        let missing = 256 - nearest.palette.count
        entries = nearest.palette.map(\.tone) + [SIMD4<Float>](repeating: .zero, count: missing)
    }

    /// The picture with the indices of the cheapest paths.
    ///
    /// - Parameter price: the loss of similarity, summed over pixels, that is accepted to save one bit.
    package func image(price: Float) -> IndexedImage {
        var result = nearest
        var path = RowPath(width: nearest.width, literals: literals(price: price), price: price)
        result.indices.withUnsafeMutableBufferPointer { output in
            places.withUnsafeBufferPointer { places in
                for row in 0..<nearest.height {
                    search(row, in: output, places: places, path: &path)
                    path.write(to: output, from: row &* nearest.width)
                }
            }
        }
        return result
    }

    /// Searches for the cheapest path through a row.
    ///
    /// - Parameters:
    ///   - output: the indices of the picture: the result in the rows above, and the nearest entries in this row.
    ///   - path: is set to the paths of this row.
    private func search(
        _ row: Int, in output: UnsafeMutableBufferPointer<UInt8>, places: UnsafeBufferPointer<UInt32>,
        path: inout RowPath
    ) {
        let (width, first) = (nearest.width, row &* nearest.width)
        let cells = (row &>> 2) &* masking.columns
        path.start()
        for x in 0..<width {
            let near = output[first &+ x]
            var indices = SIMD8<UInt8>(repeating: near)
            indices[1] = path.run(else: near)
            if row > 0 {
                let above = first &- width &+ x
                indices[2] = output[above]
                if x > 0 { indices[3] = output[above &- 1] }
                if x &+ 1 < width { indices[4] = output[above &+ 1] }
            }
            var errors = RowPath.Costs.zero
            if unsafeBitCast(indices, to: UInt64.self) != UInt64(near) &* 0x0101_0101_0101_0101 {
                let tone = tones[Int(places[first &+ x])]
                let weight = masking.weights[cells &+ x &>> 2]
                let least = PaletteRefiner.distance(tone, entries[Int(near)])
                func error(_ index: UInt8) -> Float {
                    index == near ? 0 : weight * extra(index, instead: near, of: least, for: tone)
                }
                // Constant subscripts, because variable subscripts of vectors are slow.
                errors[1] = error(indices[1])
                errors[2] = error(indices[2])
                errors[3] = error(indices[3])
                errors[4] = error(indices[4])
            }
            path.advance(to: x, indices: indices, errors: errors, copies: row > 0)
        }
    }

    /// The difference between the squared error of an entry and that of the nearest entry. Practically infinite if a
    /// transparent pixel would become visible, or a visible one transparent.
    @inline(__always)
    private func extra(_ index: UInt8, instead near: UInt8, of least: Float, for tone: SIMD4<Float>) -> Float {
        let (entry, nearest) = (entries[Int(index)], entries[Int(near)])
        guard (entry.w == 0) == (nearest.w == 0) else { return RowPath.never }
        return PaletteRefiner.distance(tone, entry) - least
    }

    /// For each entry, its cost as a literal. Rare entries cost more. Only pixels that differ from the previous pixel are
    /// counted.
    private func literals(price: Float) -> [Float] {
        var uses = [UInt32](repeating: 1, count: 256)
        var total: UInt32 = 256
        var last: UInt8?
        for index in nearest.indices {
            if index != last {
                uses[Int(index)] += 1
                total += 1
            }
            last = index
        }
        return uses.map { uses in
            let bits = BinaryLogarithm.of((UInt64(total) << 16) / UInt64(uses)) - 16
            return price * min(max(bits, Bits.literal.lowerBound), Bits.literal.upperBound)
        }
    }
}

/// The cheapest paths through one row, one for each state of the last pixel: a literal, a run, or one of three copies.
private struct RowPath {
    typealias Costs = SIMD8<Float>
    /// A cost that is higher than that of any path.
    static let never: Float = 1e9

    private let width: Int
    private let literals: [Float]
    private let starts: Costs
    private let continued: Costs
    private var costs = Costs.zero
    private var best = 0
    /// The cost of the best state.
    private var least: Float = 0
    private var isFirst = true
    /// Whether all states had the same index in the last step and no match began. Another step with this index then
    /// changes nothing.
    private var isSettled = false
    /// The index of the last pixel in each state.
    private var indices = SIMD8<UInt8>()
    /// For each pixel: the index of each state; the states whose match began there, one bit each; and the state of the
    /// previous pixel from which they began.
    private var trace: [(indices: SIMD8<UInt8>, begun: UInt8, before: UInt8)]

    init(width: Int, literals: [Float], price: Float) {
        self.width = width
        self.literals = literals
        let (run, copy) = (price * IndexTrellis.Bits.run, price * IndexTrellis.Bits.copy)
        starts = Costs(0, run, copy, copy, copy, Self.never, Self.never, Self.never)
        var continued = Costs(repeating: price * IndexTrellis.Bits.continued)
        continued[0] = Self.never
        self.continued = continued
        trace = Array(repeating: (SIMD8(), 0, 0), count: width)
    }

    /// Resets the paths for a new row.
    mutating func start() {
        costs = .zero
        (best, least) = (0, 0)
        isFirst = true
        isSettled = false
    }

    /// The index that a run would have at the next pixel, or `near` at the start of a row.
    @inline(__always)
    func run(else near: UInt8) -> UInt8 {
        if isFirst { return near }
        return least + starts[1] < costs[1] + continued[1] ? index(of: best) : indices[1]
    }

    /// Extends the path of each state by one pixel.
    ///
    /// - Parameters:
    ///   - indices: for each state, the index of the pixel. The index of a literal is the nearest entry.
    ///   - errors: for each state, the additional loss of similarity.
    ///   - copies: whether there is a row above, from which indices can be copied.
    @inline(__always)
    mutating func advance(to x: Int, indices: SIMD8<UInt8>, errors: Costs, copies: Bool) {
        if isSettled, unsafeBitCast(indices, to: UInt64.self) == unsafeBitCast(self.indices, to: UInt64.self) {
            trace[x] = trace[x &- 1]
            return
        }
        var begin = starts + least
        begin[0] = least + literals[Int(indices[0])]
        let stay = costs + continued
        let begun = begin .< stay
        var fresh = stay.replacing(with: begin, where: begun) + errors
        if isFirst { fresh[1] = Self.never }
        if !copies { (fresh[2], fresh[3], fresh[4]) = (Self.never, Self.never, Self.never) }
        let bits = RowPath.bits(of: begun)
        trace[x] = (indices, bits, UInt8(truncatingIfNeeded: best))
        costs = fresh
        self.indices = indices
        isFirst = false
        chooseBest()
        isSettled =
            bits <= 1 && best > 0
            && unsafeBitCast(indices, to: UInt64.self) == UInt64(indices[0]) &* 0x0101_0101_0101_0101
    }

    /// Sets `best` to the state with the lowest cost, the first of several.
    @inline(__always)
    private mutating func chooseBest() {
        (best, least) = (0, costs[0])
        if costs[1] < least { (best, least) = (1, costs[1]) }
        if costs[2] < least { (best, least) = (2, costs[2]) }
        if costs[3] < least { (best, least) = (3, costs[3]) }
        if costs[4] < least { (best, least) = (4, costs[4]) }
    }

    /// The index of the last pixel in a state.
    @inline(__always)
    private func index(of state: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: unsafeBitCast(indices, to: UInt64.self).littleEndian &>> UInt64(8 &* state))
    }

    /// One bit for each of the five states.
    @inline(__always)
    private static func bits(of mask: SIMDMask<SIMD8<Int32>>) -> UInt8 {
        let lanes = unsafeBitCast(mask, to: SIMD8<UInt32>.self) & SIMD8(1, 2, 4, 8, 16, 0, 0, 0)
        return UInt8(truncatingIfNeeded: lanes[0] | lanes[1] | lanes[2] | lanes[3] | lanes[4])
    }

    /// Writes the indices of the cheapest path.
    func write(to output: UnsafeMutableBufferPointer<UInt8>, from first: Int) {
        var state = best
        for x in stride(from: width - 1, through: 0, by: -1) {
            let step = trace[x]
            output[first &+ x] = step.indices[state]
            if state == 0 || step.begun & 1 &<< UInt8(state) != 0 { state = Int(step.before) }
        }
    }
}
