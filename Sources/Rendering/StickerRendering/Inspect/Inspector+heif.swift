import ImageHeaders
import JobModel

extension Inspector {
    /// The colours that a HEIC or AVIF describes by code points; nil if an ICC profile decides, or nothing is described.
    ///
    /// - Throws: `SourceRejection` for HDR.
    static func describedColours(of heif: HEIFProperties, name: String, facts: ArtFacts) throws -> Inspection.Colours? {
        guard !heif.hasProfile, let codePoints = heif.codePoints else { return nil }
        try refuseHDR(codePoints, name: name, facts: facts)
        // 2 means unspecified. Encoders write the transfer curves of television for pictures that are in sRGB.
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
