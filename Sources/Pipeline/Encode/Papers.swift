import Pixels

/// What a sticker is laid on to be measured: black and white, made in one pass over the picture.
struct Papers: Sendable {
    /// Three bytes a sample.
    let black: [UInt8]
    /// Three bytes a sample.
    let white: [UInt8]

    /// The picture on both, averaged over squares of `reduction` pixels; whole squares only.
    init(carrying image: RGBAImage, reducedBy reduction: Int) {
        let columns = image.width / reduction
        let rows = image.height / reduction
        let count = columns * rows * 3
        var white: [UInt8] = []
        black = [UInt8](unsafeUninitializedCapacity: count) { black, blackCount in
            white = [UInt8](unsafeUninitializedCapacity: count) { white, whiteCount in
                image.bytes.withUnsafeBufferPointer { source in
                    let squares = Squares(source: source, width: image.width, reduction: reduction)
                    for row in 0..<rows {
                        for column in 0..<columns {
                            let sum = reduction == 2 ? squares.two(column, row) : squares.any(column, row)
                            let at = (row &* columns &+ column) &* 3
                            squares.store(sum, black: black, white: white, at: at)
                        }
                    }
                }
                whiteCount = count
            }
            blackCount = count
        }
        self.white = white
    }

    private struct Squares {
        let source: UnsafeBufferPointer<UInt8>
        let width: Int
        let reduction: Int

        /// Σ of premultiplied red, green, blue, times 255, and of alpha.
        @inline(__always)
        func any(_ column: Int, _ row: Int) -> SIMD4<Int32> {
            var sum = SIMD4<Int32>(repeating: 0)
            for y in 0..<reduction {
                for x in 0..<reduction {
                    sum &+= pixel((row &* reduction &+ y) &* width &+ column &* reduction &+ x)
                }
            }
            return sum
        }

        /// The common case, unrolled.
        @inline(__always)
        func two(_ column: Int, _ row: Int) -> SIMD4<Int32> {
            let upper = row &* 2 &* width &+ column &* 2
            let lower = upper &+ width
            return pixel(upper) &+ pixel(upper &+ 1) &+ pixel(lower) &+ pixel(lower &+ 1)
        }

        @inline(__always)
        private func pixel(_ place: Int) -> SIMD4<Int32> {
            let offset = place &* 4
            let alpha = Int32(source[offset &+ 3])
            return SIMD4<Int32>(Int32(source[offset]), Int32(source[offset &+ 1]), Int32(source[offset &+ 2]), 1)
                &* alpha
        }

        @inline(__always)
        func store(
            _ sum: SIMD4<Int32>, black: UnsafeMutableBufferPointer<UInt8>, white: UnsafeMutableBufferPointer<UInt8>,
            at place: Int
        ) {
            let whole = Int32(255 &* reduction &* reduction)
            // What alpha leaves of the paper, which is 255 where it is white.
            let paper = 255 &* (whole &- sum.w)
            for channel in 0..<3 {
                black[place &+ channel] = UInt8(truncatingIfNeeded: (sum[channel] &+ whole / 2) / whole)
                white[place &+ channel] = UInt8(truncatingIfNeeded: (sum[channel] &+ paper &+ whole / 2) / whole)
            }
        }
    }
}
