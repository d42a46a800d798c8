import Deflate
import ImageHeaders
import Pixels

extension PNGEncoder {
    /// A picture without a palette, in the smallest of grey, grey with alpha, RGB and RGBA that loses nothing.
    ///
    /// Every pixel that can be seen is kept exactly; one with alpha 0 becomes transparent black. Opaque grey uses 1, 2
    /// or 4 bits where these suffice. Several filters are tried, more of them from `DeflateLevel.high` on.
    ///
    /// - Throws: `unwritableSize` for a picture without pixels, `outOfMemory`, `tooLarge`.
    package static func encode(_ image: RGBAImage, level: DeflateLevel) throws(PNGError) -> [UInt8] {
        let form = SampleForm(smallestFor: [image])
        let header = try PNGHeader(
            width: image.width, height: image.height, bitDepth: form.bitDepth, colourType: form.colourType)
        let stream = try StreamSearch.smallest(
            of: form.scanlines(of: image), filters: StreamSearch.filters(for: level), level: level)
        return try file(header, stream: stream)
    }

    /// A picture's colours without its alpha, as RGB with one quick choice of filters: for previews.
    ///
    /// - Throws: as `encode`.
    package static func encodeOpaque(_ image: RGBAImage, level: DeflateLevel) throws(PNGError) -> [UInt8] {
        let form = SampleForm.opaqueColour
        let header = try PNGHeader(
            width: image.width, height: image.height, bitDepth: form.bitDepth, colourType: form.colourType)
        let stream = try StreamSearch.smallest(
            of: form.scanlines(of: image), filters: [.smallest(.differences)], level: level)
        return try file(header, stream: stream)
    }

    /// A picture's colours without its alpha, as RGB, quickly and somewhat larger than by `encodeOpaque`: for what is
    /// looked at and not shipped.
    ///
    /// - Throws: `unwritableSize` for a picture without pixels, `tooLarge`.
    package static func encodePreview(_ image: RGBAImage) throws(PNGError) -> [UInt8] {
        guard image.width > 0 else { throw .unwritableSize(width: image.width, height: image.height) }
        var writer = PNGStripWriter(width: image.width)
        writer.append(image)
        return try PNGStrip.joined([try writer.finished()], width: image.width)
    }

    private static func file(_ header: PNGHeader, stream: [UInt8]) throws(PNGError) -> [UInt8] {
        var writer = ChunkWriter(header, capacity: stream.count + 64)
        try writer.appendImageData(stream)
        return writer.finished()
    }
}
