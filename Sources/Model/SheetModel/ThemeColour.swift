import Pixels

/// The colours of sheets. There are few, so that only the art is colourful.
package enum ThemeColour: String, Codable, Sendable {
    /// The background of a sheet.
    case paper
    /// Names and running text. The contrast with the paper is 17:1.
    case text
    /// Secondary text, with a contrast of 6.5:1.
    case quiet
    /// Rules between rows and around cells.
    case hairline
    /// The empty part of a bar, and the darker squares of a checkerboard.
    case track
    /// Warnings, with a contrast of 6:1.
    case warning
    /// The background of a warning's name.
    case warningTint
    /// Errors, with a contrast of 6.5:1.
    case error
    /// The background of an error's name.
    case errorTint
    /// The state of a sticker that was sent back, in the colour of the review page, with a contrast of 6.6:1.
    case sentBack
    /// The background of that state.
    case sentBackTint
    /// The state of an approved sticker, with a contrast of 6.5:1.
    case approval
    /// The background of that state.
    case approvalTint

    package var colour: RGBAColour {
        switch self {
        case .paper: .white
        case .text: RGBAColour(red: 0x16, green: 0x16, blue: 0x1A)
        case .quiet: RGBAColour(red: 0x5C, green: 0x5C, blue: 0x66)
        case .hairline: RGBAColour(red: 0xD5, green: 0xD5, blue: 0xDB)
        case .track: RGBAColour(red: 0xE4, green: 0xE4, blue: 0xE8)
        case .warning: RGBAColour(red: 0x85, green: 0x50, blue: 0x00)
        case .warningTint: RGBAColour(red: 0xFB, green: 0xF0, blue: 0xD9)
        case .error: RGBAColour(red: 0xB0, green: 0x1E, blue: 0x1A)
        case .errorTint: RGBAColour(red: 0xFB, green: 0xE7, blue: 0xE5)
        case .sentBack: RGBAColour(red: 0x9A, green: 0x4A, blue: 0x00)
        case .sentBackTint: RGBAColour(red: 0xFC, green: 0xEB, blue: 0xDB)
        case .approval: RGBAColour(red: 0x1B, green: 0x66, blue: 0x39)
        case .approvalTint: RGBAColour(red: 0xE0, green: 0xF2, blue: 0xE6)
        }
    }

    /// The colour as `#rrggbb`.
    package var hex: String {
        let digits = Array("0123456789abcdef")
        return [colour.red, colour.green, colour.blue].reduce(into: "#") { text, value in
            text.append(digits[Int(value >> 4)])
            text.append(digits[Int(value & 15)])
        }
    }
}
