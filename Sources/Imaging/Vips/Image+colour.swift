import CVips

extension Image {
    /// The image, rotated upright according to its EXIF orientation.
    package func upright() throws -> Image {
        try VipsOperation.image("autorot", ["in": .image(self)])
    }

    /// The image converted to sRGB by its embedded profile, with 8 bits per channel.
    ///
    /// - Throws: `VipsError` if the profile is damaged or does not match the bands.
    package func convertedByProfile() throws -> Image {
        try convertingColours { colours in
            try VipsOperation.image(
                "icc_transform",
                [
                    "in": .image(colours), "output-profile": .text("srgb"), "embedded": .bool(true),
                    "intent": .text("relative"), "black-point-compensation": .bool(true), "depth": .int(8),
                ])
        }
    }

    /// The image converted from CMYK to sRGB by libvips' built-in press profile.
    package func convertedFromCMYK() throws -> Image {
        try convertingColours { colours in
            try VipsOperation.image(
                "icc_transform",
                [
                    "in": .image(colours), "output-profile": .text("srgb"), "input-profile": .text("cmyk"),
                    "intent": .text("relative"), "black-point-compensation": .bool(true), "depth": .int(8),
                ])
        }
    }

    /// The image with another embedded profile in place of its own.
    package func with(profile: [UInt8]) throws -> Image {
        // The profile is set on a copy, so that other users of this image are not affected.
        let copy = try VipsOperation.image("copy", ["in": .image(self)])
        profile.withUnsafeBytes {
            vips_image_set_blob_copy(copy.pointer, "icc-profile-data", $0.baseAddress, $0.count)
        }
        return copy
    }

    /// The image with its colours divided by their alpha, with the same number of bits.
    package func straightened() throws -> Image {
        guard bitsPerChannel < 32 else {
            return try VipsOperation.image("unpremultiply", ["in": .image(self), "max_alpha": .double(1)])
        }
        let straight = try VipsOperation.image("unpremultiply", ["in": .image(self)])
        let rounded = try VipsOperation.image("round", ["in": .image(straight), "round": .text("rint")])
        return try VipsOperation.image(
            "cast", ["in": .image(rounded), "format": .text(bitsPerChannel == 16 ? "ushort" : "uchar")])
    }

    /// The image with its colours converted to 8 bits per channel by `convert`, and with its alpha reduced to 8 bits.
    ///
    /// The operation icc_transform of libvips 8.14 does not reduce the alpha of a 16-bit picture when it converts to
    /// 8 bits. Every alpha over 255 would become opaque (libvips #4301).
    private func convertingColours(_ convert: (Image) throws -> Image) throws -> Image {
        guard hasAlpha else { return try convert(self) }
        let colours = colourSpace.channels
        let converted = try convert(bandRange(0..<colours))
        return try VipsOperation.image(
            "bandjoin", ["in": .images([converted.asBytes(), bandRange(colours..<colours + 1).alphaAsBytes()])])
    }

    /// The band of alpha with 8 bits, rounded.
    private func alphaAsBytes() throws -> Image {
        guard bitsPerChannel != 8 else { return self }
        let largest = bitsPerChannel == 16 ? 65_535.0 : 255
        return try VipsOperation.image(
            "linear", ["in": .image(self), "a": .doubles([255 / largest]), "b": .doubles([0.5])]
        ).asBytes()
    }

    func bandRange(_ range: Range<Int>) throws -> Image {
        try VipsOperation.image(
            "extract_band", ["in": .image(self), "band": .int(range.lowerBound), "n": .int(range.count)])
    }

    /// The image with three or four 8-bit bands of sRGB, converted from its colour space without a profile.
    package func convertedToSRGB() throws -> Image {
        try VipsOperation.image("colourspace", ["in": .image(self), "space": .text("srgb")])
    }

    /// The image with 8 bits per channel. Larger values are clipped.
    package func asBytes() throws -> Image {
        try VipsOperation.image("cast", ["in": .image(self), "format": .text("uchar")])
    }

    /// The 8-bit image with an alpha band. An image without alpha gets an opaque band.
    package func withAlpha() throws -> Image {
        hasAlpha ? self : try VipsOperation.image("bandjoin_const", ["in": .image(self), "c": .doubles([255])])
    }

    /// The image with only its first `count` bands.
    package func firstBands(_ count: Int) throws -> Image {
        try VipsOperation.image("extract_band", ["in": .image(self), "band": .int(0), "n": .int(count)])
    }
}
