import Deflate
import ImageHeaders
import Pixels

/// A form in which an animation's pixels are stored, with the rules for compositing them.
protocol AnimationPixels: Sendable {
    /// A pixel. Pixels that look the same are equal.
    associatedtype Pixel: FixedWidthInteger & Sendable

    /// The fully transparent pixel, with which a canvas is filled at first. Nil if every pixel is opaque.
    var clear: Pixel? { get }
    var header: (bitDepth: Int, colourType: PNGColourType) { get }
    /// The colours of indexed pixels. Nil for other pixels.
    var palette: [RGBAColour]? { get }

    func isOpaque(_ pixel: Pixel) -> Bool
    func scanlines(of pixels: [Pixel], width: Int, height: Int) -> Scanlines
    /// The filters that are tried at a compression level.
    func filters(for level: DeflateLevel) -> [FilterStrategy]
    /// The filter for fast estimates of the compressed size.
    var quickFilter: FilterStrategy { get }
}

/// Pixels that are palette indices.
struct IndexedPixels: AnimationPixels {
    let palette: [RGBAColour]?
    let clear: UInt8?
    let header: (bitDepth: Int, colourType: PNGColourType)
    private let opaque: [Bool]

    /// - Parameter palette: 1 to 256 different colours. If one is fully transparent, it must be `RGBAColour.clear`.
    init(_ palette: [RGBAColour]) {
        self.palette = palette
        clear = palette.firstIndex(of: .clear).map { UInt8(truncatingIfNeeded: $0) }
        header = (APNGWriter.indexedDepth, .indexed)
        opaque = (0..<256).map { $0 < palette.count && palette[$0].alpha == 255 }
    }

    func isOpaque(_ pixel: UInt8) -> Bool { opaque[Int(pixel)] }

    func scanlines(of pixels: [UInt8], width: Int, height: Int) -> Scanlines {
        BitPacking.scanlines(
            of: pixels, width: width, height: height, bitDepth: header.bitDepth, table: IndexedPixels.identity)
    }

    func filters(for level: DeflateLevel) -> [FilterStrategy] { [.fixed(.none)] }

    var quickFilter: FilterStrategy { .fixed(.none) }

    private static let identity: [UInt8] = Array(0...255)
}

/// Pixels of red, green, blue and alpha, or of grey and alpha for pictures without colours. Each pixel is one number
/// that consists of its bytes.
struct TruecolourPixels: AnimationPixels {
    let clear: UInt32? = 0
    let palette: [RGBAColour]? = nil
    private let form: SampleForm

    init(isGrey: Bool) {
        form = isGrey ? .greyAlpha : .colourAlpha
    }

    var header: (bitDepth: Int, colourType: PNGColourType) { (form.bitDepth, form.colourType) }

    func isOpaque(_ pixel: UInt32) -> Bool { pixel >> 24 == 255 }

    func scanlines(of pixels: [UInt32], width: Int, height: Int) -> Scanlines {
        form.scanlines(of: RGBAImage(width: width, height: height, words: pixels))
    }

    func filters(for level: DeflateLevel) -> [FilterStrategy] { EncodingEvaluator.filters(for: level) }

    var quickFilter: FilterStrategy { .fixed(.sub) }
}
