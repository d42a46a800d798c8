import Deflate

/// The ICC profile in an iCCP chunk (PNG 11.3.2.3).
enum EmbeddedProfile {
    /// The inflated bytes of the profile. Its header is checked, so that a colour engine can open it.
    static func read(
        _ bytes: [UInt8], in data: Range<Int>, colourType: PNGColourType, limit: Int
    ) throws(ProfileDamage) -> [UInt8] {
        let chunk = bytes[data]
        // A name of 1 to 79 bytes, a zero, and compression method 0.
        guard let zero = chunk.prefix(80).firstIndex(of: 0), zero > data.lowerBound,
            zero + 1 < data.upperBound, bytes[zero + 1] == 0
        else { throw .malformed }
        let profile: [UInt8]
        do {
            profile = try Inflater.inflate(bytes, in: (zero + 2)..<data.upperBound, limit: limit)
        } catch {
            throw error == .tooLarge ? .tooLarge : .cannotInflate
        }
        try check(profile, isGrey: colourType == .greyscale || colourType == .greyscaleAlpha)
        return profile
    }

    /// Checks a profile's header of 128 bytes: the size at byte 0, the colour space at 16, and the signature "acsp"
    /// at 36 (ICC.1:2022 7.2).
    private static func check(_ profile: [UInt8], isGrey: Bool) throws(ProfileDamage) {
        guard let declared = profile.bigEndian32(at: 0), let space = profile.bigEndian32(at: 16),
            profile.bigEndian32(at: 36) == ChunkName("acsp").code, profile.count >= 128
        else { throw .notAProfile }
        guard declared <= profile.count else { throw .truncated(declared: Int(declared), actual: profile.count) }
        guard space == ChunkName(isGrey ? "GRAY" : "RGB ").code else { throw .wrongColourSpace }
    }
}

/// The reason why an embedded colour profile cannot be used. Editors and stickerd then assume sRGB.
package enum ProfileDamage: Error, Hashable, Sendable, CustomStringConvertible {
    /// The iCCP chunk does not consist of a name, a zero, compression method 0, and data (PNG 11.3.2.3).
    case malformed
    /// The compressed data are broken or cut short.
    case cannotInflate
    /// The profile inflates to more than `PNGInspection.profileLimit` bytes.
    case tooLarge
    /// The declared length of the profile is greater than the actual one.
    case truncated(declared: Int, actual: Int)
    /// The inflated bytes are not an ICC profile.
    case notAProfile
    /// The profile is grey in a colour picture, or coloured in a grey picture, or of another kind. PNG does not allow
    /// this.
    case wrongColourSpace

    package var description: String {
        switch self {
        case .malformed: "the colour profile is stored incorrectly"
        case .cannotInflate: "the colour profile is damaged"
        case .tooLarge: "the colour profile is unreasonably large"
        case .truncated(let declared, let actual):
            "the colour profile is truncated: it has \(actual) of \(declared) bytes"
        case .notAProfile: "the data in place of the colour profile is not a profile"
        case .wrongColourSpace: "the colour profile is not for pictures of this kind"
        }
    }
}
