import Pixels

/// One size of a picture in the making. It takes the picture's rows from the top, one after the other.
///
/// Sums are in floating point, in premultiplied values: whole numbers would be clipped between the two directions, which
/// costs sharpness (docs/decisions/resampling.md).
struct ResizedPicture {
    private let columns: ResamplingWeights
    private let rows: ResamplingWeights
    private let width: Int
    private let height: Int
    private var line: [SIMD4<Float>]
    private var sums: [SIMD4<Float>]
    /// The first row that still lacks something.
    private var unfinished = 0
    /// How many rows were taken.
    private var taken = 0

    init(of source: PixelSize, size: PixelSize) {
        (width, height) = (size.width, size.height)
        columns = ResamplingWeights(source: source.width, target: width)
        rows = ResamplingWeights(source: source.height, target: height)
        line = [SIMD4<Float>](repeating: .zero, count: width)
        sums = [SIMD4<Float>](repeating: .zero, count: width * height)
    }

    /// How many pixels after the end of a row must be there, whatever they hold.
    static let room = 3

    /// - Parameter row: premultiplied pixels; `room` more of them than the source is wide.
    mutating func take(_ row: UnsafePointer<SIMD4<Float>>) {
        while unfinished < height, rows.starts[unfinished] + rows.taps <= taken { unfinished += 1 }
        narrow(row)
        var place = unfinished
        while place < height, rows.starts[place] <= taken {
            let weight = rows.weights[place * rows.taps + taken - rows.starts[place]]
            if weight != 0 { add(weight, to: place) }
            place += 1
        }
        taken += 1
    }

    /// Brings a row to the new width.
    private mutating func narrow(_ row: UnsafePointer<SIMD4<Float>>) {
        let taps = columns.taps
        columns.weights.withUnsafeBufferPointer { weights in
            columns.starts.withUnsafeBufferPointer { starts in
                line.withUnsafeMutableBufferPointer { line in
                    guard var weight = weights.baseAddress else { return }
                    for place in 0..<line.count {
                        let pixels = row + starts[place]
                        // Four sums, since each addition waits for the one before.
                        var (a, b, c, d) = (SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero)
                        for tap in stride(from: 0, to: taps, by: 4) {
                            a += pixels[tap] * weight[tap]
                            b += pixels[tap &+ 1] * weight[tap &+ 1]
                            c += pixels[tap &+ 2] * weight[tap &+ 2]
                            d += pixels[tap &+ 3] * weight[tap &+ 3]
                        }
                        line[place] = (a + b) + (c + d)
                        weight += taps
                    }
                }
            }
        }
    }

    private mutating func add(_ weight: Float, to place: Int) {
        sums.withUnsafeMutableBufferPointer { sums in
            line.withUnsafeBufferPointer { line in
                guard let sum = sums.baseAddress.map({ $0 + place * width }) else { return }
                for column in 0..<width { sum[column] += line[column] * weight }
            }
        }
    }

    /// The picture, when all rows were taken: colours divided by alpha again and rounded.
    ///
    /// The kernel overshoots at edges, in colour and alpha alike: divided by each other before either is clipped, a flat
    /// colour stays just that up to its rim.
    func finished() -> RGBAImage {
        let bytes = [UInt8](unsafeUninitializedCapacity: sums.count * 4) { target, count in
            let pixels = UnsafeMutableRawBufferPointer(target)
            sums.withUnsafeBufferPointer { sums in
                for place in 0..<sums.count {
                    pixels.storeBytes(
                        of: ResizedPicture.straight(sums[place]), toByteOffset: place &* 4, as: UInt32.self)
                }
            }
            count = sums.count * 4
        }
        return RGBAImage(width: width, height: height, bytes: bytes)
    }

    @inline(__always)
    private static func straight(_ sum: SIMD4<Float>) -> UInt32 {
        let alpha = UInt32(min(max(sum.w, 0), 255) + 0.5)
        if alpha == 0 { return 0 }
        let scaled = sum * (255 / max(sum.w, 0.5))
        let colour = scaled.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255)) + 0.5
        return (UInt32(colour.x) | UInt32(colour.y) << 8 | UInt32(colour.z) << 16 | alpha << 24).littleEndian
    }
}
