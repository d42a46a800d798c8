/// Why an embedded colour profile cannot be used. Editors then take the picture for sRGB, and so should we.
package enum ProfileDamage: Error, Hashable, Sendable, CustomStringConvertible {
    /// The iCCP chunk is not a name, a zero, the number of the only compression there is, and data (PNG 11.3.3.3).
    case malformed
    /// The compressed data are broken or cut short.
    case cannotInflate
    /// It inflates to more than `PNGInspection.profileLimit` bytes.
    case tooLarge
    /// The profile says that it is longer than what is there.
    case truncated(declared: Int, actual: Int)
    /// What was inflated is not an ICC profile.
    case notAProfile
    /// A profile for grey with a picture in colour or the reverse, or for neither, which PNG does not allow.
    case wrongColourSpace

    package var description: String {
        switch self {
        case .malformed: "the colour profile is stored wrongly"
        case .cannotInflate: "the colour profile is damaged"
        case .tooLarge: "the colour profile is unreasonably large"
        case .truncated(let declared, let actual):
            "the colour profile is cut off: \(actual) of \(declared) bytes are there"
        case .notAProfile: "what is stored as colour profile is not one"
        case .wrongColourSpace: "the colour profile is not for pictures of this kind"
        }
    }
}
