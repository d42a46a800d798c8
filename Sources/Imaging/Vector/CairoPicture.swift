import CRsvg
import Pixels

/// An image in memory on which Cairo draws.
///
/// Cairo stores a pixel as a 32-bit number: alpha in the highest byte, blue in the lowest, and every colour
/// multiplied by alpha.
final class CairoPicture {
    let context: OpaquePointer
    private let surface: OpaquePointer
    private let width: Int
    private let height: Int

    /// Creates a transparent picture with sides in pixels.
    ///
    /// - Throws: `VectorError.cannotDraw` if there is not enough memory.
    init(width: Int, height: Int) throws {
        guard
            let surface = cairo_image_surface_create(
                CAIRO_FORMAT_ARGB32, Int32(clamping: width), Int32(clamping: height)),
            let context = cairo_create(surface)
        else { throw VectorError(CAIRO_STATUS_NO_MEMORY) }
        (self.surface, self.context, self.width, self.height) = (surface, context, width, height)
        guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else {
            throw VectorError(cairo_surface_status(surface))
        }
    }

    deinit {
        cairo_destroy(context)
        cairo_surface_destroy(surface)
    }

    /// The drawing with straight alpha.
    ///
    /// - Throws: `VectorError.cannotDraw`.
    func straight() throws -> RGBAImage { try image(CairoPicture.straight) }

    /// The drawing, which must be opaque everywhere.
    ///
    /// - Throws: `VectorError.cannotDraw`.
    func opaque() throws -> RGBAImage { try image(CairoPicture.swapped) }

    /// - Parameter convert: converts Cairo's number for a pixel to a number whose bytes, from the lowest, are red,
    ///   green, blue and alpha.
    @inline(__always)
    private func image(_ convert: (UInt32) -> UInt32) throws -> RGBAImage {
        cairo_surface_flush(surface)
        for status in [cairo_surface_status(surface), cairo_status(context)] where status != CAIRO_STATUS_SUCCESS {
            throw VectorError(status)
        }
        guard let pixels = cairo_image_surface_get_data(surface) else { throw VectorError(CAIRO_STATUS_NO_MEMORY) }
        let stride = Int(cairo_image_surface_get_stride(surface))
        let bytes = [UInt8](unsafeUninitializedCapacity: width * height * 4) { target, count in
            let (source, target) = (UnsafeRawPointer(pixels), UnsafeMutableRawBufferPointer(target))
            // Neighbouring pixels are mostly equal, so the last result is reused.
            var (last, made): (UInt32, UInt32) = (0, 0)
            for row in 0..<height {
                for column in 0..<width {
                    let word = source.load(fromByteOffset: row &* stride &+ column &* 4, as: UInt32.self)
                    if word != last { (last, made) = (word, convert(word)) }
                    target.storeBytes(
                        of: made.littleEndian, toByteOffset: (row &* width &+ column) &* 4, as: UInt32.self)
                }
            }
            count = width * height * 4
        }
        return RGBAImage(width: width, height: height, bytes: bytes)
    }

    @inline(__always)
    private static func swapped(_ word: UInt32) -> UInt32 {
        (word & 0xFF00_FF00) | (word >> 16) & 0xFF | (word & 0xFF) << 16
    }

    /// The pixel with each colour channel divided by alpha and rounded.
    @inline(__always)
    private static func straight(_ word: UInt32) -> UInt32 {
        let alpha = word >> 24
        if alpha == 255 { return swapped(word) }
        if alpha == 0 { return 0 }
        let level = { (shift: UInt32) in min(255, ((word >> shift & 0xFF) &* 255 &+ alpha / 2) / alpha) }
        return level(16) | level(8) << 8 | level(0) << 16 | alpha << 24
    }
}
