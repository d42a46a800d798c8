import CVips

/// Conversions for samples that libvips cannot convert to sRGB together with their alpha. Only TIFF files have such
/// samples.
extension Image {
    /// The image with samples of 8 or 16 bits, in sRGB, grey, or CMYK.
    ///
    /// Floating-point samples are from 0 to 1. Without a profile they are linear, as 3D and photo programs write
    /// them.
    package func withUsualSamples() throws -> Image {
        if colourSpace == .lab { return try convertedFromLab() }
        switch vips_image_get_format(pointer) {
        case VIPS_FORMAT_FLOAT, VIPS_FORMAT_DOUBLE:
            return iccProfile == nil ? try convertedFromLinear() : try scaledTo16Bits(largest: 1)
        case VIPS_FORMAT_UINT: return try scaledTo16Bits(largest: 4_294_967_295)
        default: return self
        }
    }

    /// The image with only its colour bands.
    package func withColoursOnly() throws -> Image {
        try bandRange(0..<min(bands, colourSpace.channels))
    }

    /// The image with its colour bands and an alpha.
    ///
    /// - Parameter extras: the number of other bands between the colours and the alpha.
    package func withAlpha(afterExtras extras: Int) throws -> Image {
        let band = colourSpace.channels + extras
        guard extras > 0, band < bands else { return self }
        return try withColoursOnly().joined(with: bandRange(band..<band + 1))
    }

    /// Converts Lab to sRGB. libvips itself would dither packed Lab, and would treat the alpha of 16-bit Lab as a
    /// signed number.
    private func convertedFromLab() throws -> Image {
        if vips_image_get_coding(pointer) == VIPS_CODING_LABQ {
            return try VipsOperation.image("LabQ2Lab", ["in": .image(self)]).convertedToSRGB()
        }
        let colours = try bandRange(0..<3)
        let isShort = vips_image_get_format(pointer) == VIPS_FORMAT_SHORT
        let lab = isShort ? try VipsOperation.image("LabS2Lab", ["in": .image(colours)]) : colours
        let converted = try lab.convertedToSRGB().asBytes()
        guard bands > 3 else { return converted }
        let alpha = try bandRange(3..<4)
        guard isShort else { return try converted.joined(with: alpha.asBytes()) }
        let unsigned = try VipsOperation.image("copy", ["in": .image(alpha), "format": .text("ushort")])
        return try converted.joined(with: unsigned.scaled(by: 255 / 65_535).asBytes())
    }

    private func convertedFromLinear() throws -> Image {
        let isGrey = colourSpace == .grey || colourSpace == .grey16
        let colours = try bandRange(0..<(isGrey ? 1 : 3))
        let light = isGrey ? try colours.joined(with: colours, colours) : colours
        let converted = try VipsOperation.image(
            "copy", ["in": .image(light), "interpretation": .text("scrgb")]
        ).convertedToSRGB().asBytes()
        let band = isGrey ? 1 : 3
        guard bands > band else { return converted }
        return try converted.joined(with: bandRange(band..<band + 1).scaled(by: 255).asBytes())
    }

    private func scaledTo16Bits(largest: Double) throws -> Image {
        let whole = try VipsOperation.image(
            "cast", ["in": .image(scaled(by: 65_535 / largest)), "format": .text("ushort")])
        let space =
            switch colourSpace {
            case .grey, .grey16: "grey16"
            case .cmyk: "cmyk"
            default: "rgb16"
            }
        return try VipsOperation.image("copy", ["in": .image(whole), "interpretation": .text(space)])
    }

    /// The image with all samples multiplied by a factor. 0.5 is added, so that a later conversion to integers rounds
    /// the samples.
    private func scaled(by factor: Double) throws -> Image {
        try VipsOperation.image(
            "linear", ["in": .image(self), "a": .doubles([factor]), "b": .doubles([0.5])])
    }

    private func joined(with others: Image...) throws -> Image {
        try VipsOperation.image("bandjoin", ["in": .images([self] + others)])
    }
}
