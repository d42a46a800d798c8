import Pixels

/// The sums of a picture over cells of 4×4 samples, composited on black and on white. All statistics of windows are
/// computed from these sums, which need one pass over the picture.
///
/// All numbers are integers that floating point represents exactly. A sample is from 0 to 255, and a cell has 16
/// samples.
struct BlockSums: Sendable {
    /// The three channels on one of the two backgrounds. The fourth number is not used.
    typealias Channels = SIMD4<Float>

    /// The values on black and on white, for a cell or a sample.
    struct Papers: Sendable {
        var black = Channels.zero
        var white = Channels.zero

        /// Whether the three channels are equal on both backgrounds.
        func isEqual(to other: Papers) -> Bool {
            let (black, white) = (self.black - other.black, self.white - other.white)
            return black.x == 0 && black.y == 0 && black.z == 0 && white.x == 0 && white.y == 0 && white.z == 0
        }
    }

    /// For each cell, the sum of its samples.
    private(set) var linear: [Papers]
    /// For each cell, the sum of the squares of its samples.
    private(set) var square: [Papers]
    /// For each cell, the sum of the products of its samples with those of the ideal. Empty for the ideal itself.
    private(set) var cross: [Papers] = []
    /// For each cell, whether it has a visible pixel.
    private(set) var hasArt: [Bool]
    /// For each cell, whether it has only one colour. In a candidate, the colour must also equal that of the ideal.
    private(set) var isSame: [Bool]
    /// The samples of the ideal, which are multiplied with those of candidates. Empty for a candidate.
    private var samples: [Sample] = []

    /// The values of a sample in a quarter of the memory.
    private struct Sample {
        private var black = SIMD4<UInt8>.zero
        private var white = SIMD4<UInt8>.zero

        init() {}

        init(_ papers: Papers) {
            black = Sample.bytes(papers.black)
            white = Sample.bytes(papers.white)
        }

        /// The three whole numbers from 0 to 255.
        private static func bytes(_ channels: Channels) -> SIMD4<UInt8> {
            // After the addition of 2²³, the lowest bits of a floating-point number are a whole number.
            let sums = channels + 8_388_608
            return SIMD4(
                UInt8(truncatingIfNeeded: sums.x.bitPattern), UInt8(truncatingIfNeeded: sums.y.bitPattern),
                UInt8(truncatingIfNeeded: sums.z.bitPattern), 0)
        }

        var papers: Papers {
            Papers(
                black: Channels(SIMD4<Int32>(truncatingIfNeeded: black)),
                white: Channels(SIMD4<Int32>(truncatingIfNeeded: white)))
        }
    }

    /// - Parameters:
    ///   - pixels: the pixels of a picture that is `width` pixels wide.
    ///   - reduction: the number of pixels per sample in each direction. Incomplete squares of pixels are not used.
    ///   - ideal: the ideal with which a candidate is compared. Nil for the ideal itself.
    init(of pixels: some PixelReader, width: Int, reduction: Int, grid: CellGrid, ideal: BlockSums? = nil) {
        let count = grid.columns * grid.rows
        linear = [Papers](repeating: Papers(), count: count)
        square = linear
        hasArt = [Bool](repeating: false, count: count)
        isSame = hasArt
        let squares = Squares(pixels: pixels, width: width, reduction: reduction)
        if let ideal {
            var cross = linear
            ideal.samples.withUnsafeBufferPointer { samples in
                forEachCell(in: grid, of: squares) { sums, place, sample in
                    let its = samples[place].papers
                    sums.cross.black += sample.black * its.black
                    sums.cross.white += sample.white * its.white
                } finish: { sums, cell, plain in
                    guard let plain else {
                        cross[cell] = sums.cross
                        return
                    }
                    let its = ideal.linear[cell]
                    cross[cell] = Papers(black: plain.black * its.black, white: plain.white * its.white)
                }
            }
            self.cross = cross
            compare(with: ideal)
        } else {
            var samples = [Sample](repeating: Sample(), count: grid.width * grid.height)
            samples.withUnsafeMutableBufferPointer { samples in
                forEachCell(in: grid, of: squares) { _, place, sample in
                    samples[place] = Sample(sample)
                } finish: { _, cell, plain in
                    guard let plain = plain.map(Sample.init) else { return }
                    grid.forEachSample(of: cell) { samples[$0] = plain }
                }
            }
            self.samples = samples
        }
    }

    /// Clears `isSame` for cells that differ from the ideal. Two cells of one colour each have equal sums exactly if
    /// their colours are equal.
    private mutating func compare(with ideal: BlockSums) {
        for cell in isSame.indices where isSame[cell] {
            isSame[cell] =
                ideal.isSame[cell] && linear[cell].isEqual(to: ideal.linear[cell])
                && hasArt[cell] == ideal.hasArt[cell]
        }
    }

    private struct Sums {
        var linear = Papers()
        var square = Papers()
        var cross = Papers()
        var alpha: Float = 0
    }

    @inline(__always)
    private mutating func forEachCell(
        in grid: CellGrid, of squares: Squares<some PixelReader>, _ visit: (inout Sums, Int, Papers) -> Void,
        finish: (Sums, Int, Papers?) -> Void
    ) {
        for cell in 0..<grid.columns * grid.rows {
            let (left, top) = (cell % grid.columns * 4, cell / grid.columns * 4)
            var sums = Sums()
            let (across, down) = (min(4, grid.width &- left), min(4, grid.height &- top))
            if squares.isPlain(left, top, columns: across, rows: down) {
                let sum = squares.sum(left, top)
                let sample = squares.papers(sum)
                let count = Float(across &* down)
                linear[cell] = Papers(black: sample.black * count, white: sample.white * count)
                square[cell] = Papers(
                    black: sample.black * sample.black * count, white: sample.white * sample.white * count)
                hasArt[cell] = sum.w > 0
                isSame[cell] = true
                finish(sums, cell, sample)
                continue
            }
            for y in top..<min(top &+ 4, grid.height) {
                for x in left..<min(left &+ 4, grid.width) {
                    let sum = squares.sum(x, y)
                    let sample = squares.papers(sum)
                    sums.alpha += sum.w
                    sums.linear.black += sample.black
                    sums.linear.white += sample.white
                    sums.square.black += sample.black * sample.black
                    sums.square.white += sample.white * sample.white
                    visit(&sums, y &* grid.width &+ x, sample)
                }
            }
            linear[cell] = sums.linear
            square[cell] = sums.square
            hasArt[cell] = sums.alpha > 0
            finish(sums, cell, nil)
        }
    }

    /// Averages squares of pixels into samples.
    private struct Squares<Pixels: PixelReader> {
        private let pixels: Pixels
        private let width: Int
        private let reduction: Int
        /// The sum of alpha over a square of opaque pixels.
        private let whole: Float
        private let inverse: Float
        /// Avoids exact halves, so that rounding to the nearest integer gives the same result as rounding halves up.
        private let bias: Float

        init(pixels: Pixels, width: Int, reduction: Int) {
            self.pixels = pixels
            self.width = width
            self.reduction = reduction
            whole = Float(255 * reduction * reduction)
            inverse = 1 / whole
            bias = reduction.isMultiple(of: 2) ? 0.5 : 0
        }

        /// Whether all pixels of a block of samples are equal.
        @inline(__always)
        func isPlain(_ column: Int, _ row: Int, columns: Int, rows: Int) -> Bool {
            pixels.isPlain(
                row &* reduction &* width &+ column &* reduction, columns: columns &* reduction,
                rows: rows &* reduction, stride: width)
        }

        /// The sums over the pixels of a sample: premultiplied red, green and blue, each times 255, and alpha.
        @inline(__always)
        func sum(_ column: Int, _ row: Int) -> SIMD4<Float> {
            let first = row &* reduction &* width &+ column &* reduction
            if reduction == 1 { return pixels.tone(first) }
            if reduction == 2 {
                let lower = first &+ width
                return (pixels.tone(first) + pixels.tone(first &+ 1)) + (pixels.tone(lower) + pixels.tone(lower &+ 1))
            }
            var sum = SIMD4<Float>.zero
            for y in 0..<reduction {
                for x in 0..<reduction { sum += pixels.tone(first &+ y &* width &+ x) }
            }
            return sum
        }

        @inline(__always)
        func papers(_ sum: SIMD4<Float>) -> Papers {
            // The part of the sum that a white background contributes.
            let paper = 255 * (whole - sum.w)
            return Papers(black: rounded(sum), white: rounded(sum + paper))
        }

        /// The sum divided by the number of pixels and by 255, rounded to the nearest integer.
        @inline(__always)
        private func rounded(_ sum: SIMD4<Float>) -> SIMD4<Float> {
            // Adding 2²³ rounds the number, because floating-point numbers from there on are integers.
            let unit: Float = 8_388_608
            return ((sum + bias) * inverse + unit) - unit
        }
    }
}

/// The brightness of a picture in cells of 4×4 pixels, at full resolution, on black and on white.
///
/// The error of the worst cell correlates better with butteraugli than other measures of this speed. The figures are
/// in docs/internals/fidelity.md.
struct LumaBlocks: Sendable {
    /// For each cell, the sum of luma times alpha and the sum of alpha, in units of 255·256.
    private let sums: [SIMD2<Int32>]
    private let columns: Int
    private let width: Int
    private let height: Int

    init(of pixels: some PixelReader, width: Int, height: Int) {
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
                sums[cell] = LumaBlocks.luma(sum)
            }
            initialized = count
        }
    }

    /// The luma and the alpha of a cell, as in `sums`. The weights of red, green and blue are those of ITU-R BT.601,
    /// in 256ths.
    @inline(__always)
    private static func luma(_ sum: SIMD4<Float>) -> SIMD2<Int32> {
        let luma = 77 &* Int32(sum.x) &+ 150 &* Int32(sum.y) &+ 29 &* Int32(sum.z)
        return SIMD2(luma, Int32(sum.w) &* (255 &* 256))
    }

    /// The largest difference in the mean brightness of a cell, from 0 to 255, on black or on white.
    func worstDifference(from other: LumaBlocks) -> Double {
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
