import ImageHeaders
import JobModel

extension Inspector {
    /// The colours that the chunks of a PNG describe. The order of precedence is that of PNG 4.3: cICP, iCCP, sRGB,
    /// and gAMA with cHRM. Nil if an ICC profile takes precedence, or if the colours are sRGB or not described.
    ///
    /// - Throws: `SourceRejection` for HDR.
    static func describedColours(of png: PNGInspection, name: String, facts: ArtFacts) throws -> Inspection.Colours? {
        if let codePoints = png.codePoints {
            try refuseHDR(codePoints, name: name, facts: facts)
            if let encoding = ColourEncoding(codePoints) { return colours(encoding, of: png) }
        }
        if png.iccProfile != nil { return nil }
        guard !png.hasSRGBChunk, png.gamma != nil || png.chromaticities != nil else { return nil }
        return colours(ColourEncoding(gamma: png.gamma, chromaticities: png.chromaticities), of: png)
    }

    /// - Throws: `SourceRejection` for the transfer curves of HDR, PQ and HLG.
    static func refuseHDR(_ codePoints: ColourCodePoints, name: String, facts: ArtFacts) throws {
        let curve: String
        switch codePoints.transfer {
        case 16: curve = "PQ"
        case 18: curve = "HLG"
        default: return
        }
        throw SourceRejection(
            Rule.unknownFormat.finding(
                "\(name) is an HDR picture (\(curve)), but stickers show only the colours of sRGB.",
                fix: "Convert the art to sRGB in your program (not HDR), look at the colours, and export again."),
            facts: facts)
    }

    private static func colours(_ encoding: ColourEncoding, of png: PNGInspection) -> Inspection.Colours {
        let isGrey = png.colourType == .greyscale || png.colourType == .greyscaleAlpha
        guard !encoding.isSRGB, let profile = MatrixProfile.bytes(of: encoding, isGrey: isGrey) else { return .sRGB }
        return .described(profile: profile)
    }
}
