import CVips
import Pixels

extension Image {
    /// A lossy WebP without metadata. The format requires that colours have half the resolution. They are reduced by
    /// a filter that avoids fringes at sharp edges.
    ///
    /// - Parameter quality: from 0 to 100.
    /// - Throws: `VipsError`, also if a side has more than 16,383 pixels.
    package func webp(quality: Int) throws -> [UInt8] {
        try VipsOperation.bytes(
            "webpsave_buffer",
            [
                "in": .image(self), "Q": .int(quality), "smart-subsample": .bool(true), "effort": .int(2),
                "strip": .bool(true),
            ])
    }

    /// A lossy animated WebP without metadata, which repeats forever.
    ///
    /// - Parameters:
    ///   - milliseconds: the duration of each frame, in milliseconds.
    ///   - quality: from 0 to 100.
    ///   - frame: returns an opaque frame by its number. Called in the order of the frames. All frames must have the
    ///     same size.
    /// - Throws: `VipsError`; the errors of `frame`.
    package static func webPAnimation(
        milliseconds: [Int], quality: Int, frame: (Int) throws -> RGBAImage
    ) throws -> [UInt8] {
        // libvips expects all frames in one image, one below the other.
        var (width, height, pixels) = (0, 0, [UInt8]())
        for place in milliseconds.indices {
            let picture = try frame(place)
            (width, height) = (picture.width, picture.height)
            if pixels.isEmpty { pixels.reserveCapacity(width * height * 3 * milliseconds.count) }
            picture.bytes.withUnsafeBufferPointer { bytes in
                for offset in stride(from: 0, to: bytes.count, by: 4) {
                    pixels.append(bytes[offset])
                    pixels.append(bytes[offset &+ 1])
                    pixels.append(bytes[offset &+ 2])
                }
            }
        }
        return try pixels.withUnsafeBytes { bytes in
            let pointer = vips_image_new_from_memory(
                bytes.baseAddress, bytes.count, Int32(width), Int32(height * milliseconds.count), 3, VIPS_FORMAT_UCHAR)
            guard let pointer else { throw VipsError.failed("new_from_memory") }
            pointer.pointee.Type = VIPS_INTERPRETATION_sRGB
            var delays = milliseconds.map { Int32(clamping: $0) }
            vips_image_set_int(pointer, "page-height", Int32(height))
            vips_image_set_array_int(pointer, "delay", &delays, Int32(delays.count))
            vips_image_set_int(pointer, "loop", 0)
            return try VipsOperation.bytes(
                "webpsave_buffer",
                ["in": .image(Image(owning: pointer)), "Q": .int(quality), "effort": .int(2), "strip": .bool(true)])
        }
    }

    /// A JPEG without metadata, with colours at full resolution.
    package func jpeg(quality: Int) throws -> [UInt8] {
        try VipsOperation.bytes(
            "jpegsave_buffer",
            [
                "in": .image(self), "Q": .int(quality), "strip": .bool(true), "subsample-mode": .text("off"),
                "optimize-coding": .bool(true),
            ])
    }
}
