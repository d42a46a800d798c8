import ImageHeaders
import JobModel

extension Inspector {
    /// The colours that a HEIC or AVIF describes by code points. Nil if it has an ICC profile or no code points, or
    /// if the colours are sRGB.
    ///
    /// - Throws: `SourceRejection` for HDR.
    static func describedColours(of heif: HEIFProperties, name: String, facts: ArtFacts) throws -> Inspection.Colours? {
        guard !heif.hasProfile, let codePoints = heif.codePoints else { return nil }
        try refuseHDR(codePoints, name: name, facts: facts)
        // The value 2 means unspecified. For pictures in sRGB, encoders also write the transfer curves of television.
        let isVideo = [1, 2, 6, 14, 15].contains(codePoints.transfer)
        let assumed = ColourCodePoints(
            primaries: codePoints.primaries == 2 ? 1 : codePoints.primaries,
            transfer: isVideo ? 13 : codePoints.transfer)
        guard let encoding = ColourEncoding(assumed), !encoding.isSRGB,
            let profile = MatrixProfile.bytes(of: encoding, isGrey: false)
        else { return nil }
        return .described(profile: profile)
    }
}
