import CVips
import Pixels

/// Computes an image a few rows at a time, from the top. Sequential reading requires this order. An animation then
/// needs the memory of only one frame.
package final class RowReader {
    private let image: Image
    private let region: UnsafeMutablePointer<VipsRegion>

    /// - Throws: `VipsError` if the image does not have four 8-bit bands.
    package init(_ image: Image) throws {
        guard image.bands == 4, image.bitsPerChannel == 8 else {
            throw VipsError.unexpectedImage(
                "expected four 8-bit bands, found \(image.bands) of \(image.bitsPerChannel) bits")
        }
        guard let region = vips_region_new(image.pointer) else { throw VipsError.failed("region") }
        self.image = image
        self.region = region
    }

    deinit {
        g_object_unref(region)
    }

    /// The rows from `first` on, in the full width of the image.
    ///
    /// - Throws: `VipsError` if the rows cannot be computed, for example because the file is truncated.
    package func rows(from first: Int, count: Int) throws -> RGBAImage {
        precondition(first >= 0 && count > 0 && first + count <= image.height, "the rows are in the image")
        var length = 0
        vips_error_clear()
        let fetched = vips_region_fetch(region, 0, Int32(first), Int32(image.width), Int32(count), &length)
        guard let fetched else { throw VipsError.failed("decode") }
        defer { g_free(fetched) }
        return RGBAImage(
            width: image.width, height: count, bytes: Array(UnsafeBufferPointer(start: fetched, count: length)))
    }
}
