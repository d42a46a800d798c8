import Pixels

/// Resizes a picture to one size. The rows of the picture are added in order, from the top.
///
/// The sums are premultiplied floating-point numbers. Integers would be clipped after the first of the two
/// directions, which reduces sharpness (docs/decisions/resampling.md).
struct ResizedPicture {
    private let columns: ResamplingWeights
    private let rows: ResamplingWeights
    private let sourceWidth: Int
    private let width: Int
    private let height: Int
    private var line: [SIMD4<Float>]
    /// The sums of the incomplete rows of the result. Row `place` is at `place % openRows`.
    private var sums: [SIMD4<Float>]
    /// The largest number of rows that are incomplete at the same time.
    private let openRows: Int
    /// The pixels of the complete rows of the result.
    private var bytes: [UInt8]
    /// The index of the first row of the result that is not complete.
    private var unfinished = 0
    /// The number of rows that have been added.
    private var taken = 0

    init(of source: PixelSize, size: PixelSize) {
        (sourceWidth, width, height) = (source.width, size.width, size.height)
        columns = ResamplingWeights(source: source.width, target: width)
        let isSquare = source.width == source.height && width == height
        rows = isSquare ? columns : ResamplingWeights(source: source.height, target: height)
        line = [SIMD4<Float>](repeating: .zero, count: width)
        openRows = ResizedPicture.openRows(rows)
        sums = [SIMD4<Float>](repeating: .zero, count: width * openRows)
        bytes = [UInt8](repeating: 0, count: width * height * 4)
    }

    private static func openRows(_ rows: ResamplingWeights) -> Int {
        var (most, first) = (1, 0)
        for (place, start) in rows.starts.enumerated() {
            while rows.starts[first] + rows.taps <= start { first += 1 }
            most = max(most, place - first + 1)
        }
        return most
    }

    mutating func take(_ row: SourceRow) {
        while unfinished < height, rows.starts[unfinished] + rows.taps <= taken { finishRow() }
        if !row.isRepeated { narrow(row) }
        var place = unfinished
        while place < height, rows.starts[place] <= taken {
            let weight = rows.weights[place * rows.taps + taken - rows.starts[place]]
            if weight != 0 { add(weight, to: place) }
            place += 1
        }
        taken += 1
    }

    /// Resizes a row to the new width.
    private mutating func narrow(_ row: SourceRow) {
        let (taps, end) = (columns.taps, sourceWidth &- 1)
        columns.weights.withUnsafeBufferPointer { weights in
            columns.starts.withUnsafeBufferPointer { starts in
                line.withUnsafeMutableBufferPointer { line in
                    guard var weight = weights.baseAddress else { return }
                    for place in 0..<line.count {
                        let start = starts[place]
                        let pixels = row.pixels + start
                        if Int(row.runs[min(start &+ taps &- 1, end)]) <= start {
                            line[place] = pixels[0]
                        } else {
                            line[place] = ResizedPicture.sum(pixels, weight, taps)
                        }
                        weight += taps
                    }
                }
            }
        }
    }

    @inline(__always)
    private static func sum(
        _ pixels: UnsafePointer<SIMD4<Float>>, _ weight: UnsafePointer<Float>, _ taps: Int
    ) -> SIMD4<Float> {
        // Computes four sums in parallel, because each addition to one sum would have to wait for the previous
        // addition.
        var (a, b, c, d) = (SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero)
        for tap in stride(from: 0, to: taps, by: 4) {
            a += pixels[tap] * weight[tap]
            b += pixels[tap &+ 1] * weight[tap &+ 1]
            c += pixels[tap &+ 2] * weight[tap &+ 2]
            d += pixels[tap &+ 3] * weight[tap &+ 3]
        }
        return (a + b) + (c + d)
    }

    private mutating func add(_ weight: Float, to place: Int) {
        let start = place % openRows * width
        sums.withUnsafeMutableBufferPointer { sums in
            line.withUnsafeBufferPointer { line in
                guard let sum = sums.baseAddress.map({ $0 + start }) else { return }
                for column in 0..<width { sum[column] += line[column] * weight }
            }
        }
    }

    /// The finished picture, after all rows were added.
    mutating func finished() -> RGBAImage {
        while unfinished < height { finishRow() }
        return RGBAImage(width: width, height: height, bytes: bytes)
    }

    /// Writes the pixels of the first incomplete row, and clears its sums for another row.
    ///
    /// The kernel overshoots at edges, equally in colour and in alpha. Colours are divided by alpha before either is
    /// clipped, so that a flat colour is exact up to its edge.
    private mutating func finishRow() {
        let start = unfinished % openRows * width
        let target = unfinished * width * 4
        sums.withUnsafeMutableBufferPointer { sums in
            bytes.withUnsafeMutableBytes { pixels in
                for column in 0..<width {
                    pixels.storeBytes(
                        of: ResizedPicture.straight(sums[start &+ column]), toByteOffset: target &+ column &* 4,
                        as: UInt32.self)
                    sums[start &+ column] = .zero
                }
            }
        }
        unfinished += 1
    }

    @inline(__always)
    private static func straight(_ sum: SIMD4<Float>) -> UInt32 {
        let alpha = UInt32(min(max(sum.w, 0), 255) + 0.5)
        if alpha == 0 { return 0 }
        let scaled = sum * (255 / max(sum.w, 0.5))
        // `clamped` of the standard library is not inlined.
        let positive = scaled.replacing(with: 0, where: scaled .< 0)
        let colour = positive.replacing(with: 255, where: positive .> 255) + 0.5
        return (UInt32(colour.x) | UInt32(colour.y) << 8 | UInt32(colour.z) << 16 | alpha << 24).littleEndian
    }
}

/// A row of a picture that is prepared for resizing.
struct SourceRow {
    /// The premultiplied pixels. `room` more pixels, of any value, can be read after the last one.
    let pixels: UnsafePointer<SIMD4<Float>>
    /// For every pixel, the start of its run of equal pixels. Drawings consist mostly of such runs, and the colour of
    /// a run does not change when it is resized.
    let runs: UnsafePointer<Int32>
    /// Whether the row equals the previous one.
    let isRepeated: Bool

    /// The number of pixels that must exist after the end of a row.
    static let room = 3
}
