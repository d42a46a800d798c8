import CVips
import Pixels

/// A libvips image, whose pixels are computed on demand.
///
/// The object owns one reference to the image, and releases it when the object is deallocated. It must not be shared
/// between threads.
package final class Image {
    let pointer: UnsafeMutablePointer<VipsImage>

    /// Takes over a reference from the caller.
    init(owning pointer: UnsafeMutablePointer<VipsImage>) {
        self.pointer = pointer
    }

    deinit {
        g_object_unref(pointer)
    }

    /// Creates an image from a copy of existing pixels.
    package convenience init(_ pixels: RGBAImage) throws {
        let pointer = pixels.bytes.withUnsafeBytes {
            vips_image_new_from_memory_copy(
                $0.baseAddress, $0.count, Int32(pixels.width), Int32(pixels.height), 4, VIPS_FORMAT_UCHAR)
        }
        guard let pointer else { throw VipsError.failed("new_from_memory") }
        pointer.pointee.Type = VIPS_INTERPRETATION_sRGB
        self.init(owning: pointer)
    }

    /// The number of pixels per row.
    package var width: Int { Int(vips_image_get_width(pointer)) }
    /// The number of rows. For pages or frames that were loaded together, the rows of all of them.
    package var height: Int { Int(vips_image_get_height(pointer)) }
    /// The number of channels per pixel.
    package var bands: Int { Int(vips_image_get_bands(pointer)) }
    /// Whether the last band is alpha.
    package var hasAlpha: Bool { vips_image_hasalpha(pointer) != 0 }
    /// The number of pages or frames in the file.
    package var pageCount: Int { Int(vips_image_get_n_pages(pointer)) }
    /// The EXIF orientation, from 1 to 8.
    package var orientation: Int { Int(vips_image_get_orientation(pointer)) }
    /// The number of bits per channel in memory, such as 8, 16 or 32.
    package var bitsPerChannel: Int { Int(vips_format_sizeof(vips_image_get_format(pointer))) * 8 }

    /// The meaning of the bands.
    package var colourSpace: ColourSpace {
        ColourSpace(vips_image_get_interpretation(pointer))
    }

    /// The embedded ICC profile. Nil if there is none.
    package var iccProfile: [UInt8]? {
        guard vips_image_get_typeof(pointer, "icc-profile-data") != 0 else { return nil }
        var data: UnsafeRawPointer?
        var length = 0
        guard vips_image_get_blob(pointer, "icc-profile-data", &data, &length) == 0, let data else {
            vips_error_clear()
            return nil
        }
        return [UInt8](UnsafeRawBufferPointer(start: data, count: length))
    }

    /// The pixels, row by row, with one byte per channel.
    ///
    /// - Throws: `VipsError` if a pixel cannot be computed, for example because the file is truncated.
    package func bytes() throws -> [UInt8] {
        var length = 0
        vips_error_clear()
        guard let data = vips_image_write_to_memory(pointer, &length) else { throw VipsError.failed("decode") }
        defer { g_free(data) }
        return [UInt8](UnsafeRawBufferPointer(start: data, count: length))
    }

    /// The pixels of a four-band, 8-bit image.
    ///
    /// - Throws: `VipsError` if the image has other bands or another format, or if a pixel cannot be computed.
    package func rgba() throws -> RGBAImage {
        guard bands == 4, bitsPerChannel == 8 else {
            throw VipsError.unexpectedImage("expected four 8-bit bands, found \(bands) of \(bitsPerChannel) bits")
        }
        return RGBAImage(width: width, height: height, bytes: try bytes())
    }
}
