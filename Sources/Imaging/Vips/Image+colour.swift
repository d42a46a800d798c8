import CVips

extension Image {
    /// The image turned upright as its EXIF orientation says.
    package func upright() throws -> Image {
        try VipsOperation.image("autorot", ["in": .image(self)])
    }

    /// Converted through its embedded profile to sRGB with 8 bits a channel.
    ///
    /// - Throws: `VipsError` when the profile is damaged or does not match the bands.
    package func convertedByProfile() throws -> Image {
        try VipsOperation.image(
            "icc_transform",
            [
                "in": .image(self), "output-profile": .text("srgb"), "embedded": .bool(true),
                "intent": .text("relative"), "black-point-compensation": .bool(true), "depth": .int(8),
            ])
    }

    /// Converted from CMYK by libvips' built-in press profile to sRGB.
    package func convertedFromCMYK() throws -> Image {
        try VipsOperation.image(
            "icc_transform",
            [
                "in": .image(self), "output-profile": .text("srgb"), "input-profile": .text("cmyk"),
                "intent": .text("relative"), "black-point-compensation": .bool(true), "depth": .int(8),
            ])
    }

    /// Three or four 8-bit bands of sRGB, by the meaning of the bands alone.
    package func convertedToSRGB() throws -> Image {
        try VipsOperation.image("colourspace", ["in": .image(self), "space": .text("srgb")])
    }

    /// 8 bits a channel, clipped.
    package func asBytes() throws -> Image {
        try VipsOperation.image("cast", ["in": .image(self), "format": .text("uchar")])
    }

    /// An 8-bit image with an opaque alpha band added when it has none.
    package func withAlpha() throws -> Image {
        hasAlpha ? self : try VipsOperation.image("bandjoin_const", ["in": .image(self), "c": .doubles([255])])
    }

    /// The first `count` bands.
    package func firstBands(_ count: Int) throws -> Image {
        try VipsOperation.image("extract_band", ["in": .image(self), "band": .int(0), "n": .int(count)])
    }
}
