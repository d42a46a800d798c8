import Vips

extension Image {
    /// Four 8-bit bands of sRGB with straight alpha.
    ///
    /// - Throws: `VipsError`.
    func inSRGB(by colours: Inspection.Colours) throws -> Image {
        let converted: Image
        switch colours {
        case .sRGB: converted = colourSpace == .sRGB && bitsPerChannel == 8 ? self : try convertedToSRGB()
        case .profile: converted = try convertedByProfile()
        case .cmyk: converted = try convertedFromCMYK()
        }
        let bytes = try converted.asBytes().withAlpha()
        return bytes.bands > 4 ? try bytes.firstBands(4) : bytes
    }
}
