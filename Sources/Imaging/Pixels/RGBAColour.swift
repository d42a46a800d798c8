/// One colour with straight (not premultiplied) alpha, 8 bits per channel, sRGB.
package struct RGBAColour: Hashable, Sendable {
    package var red: UInt8
    package var green: UInt8
    package var blue: UInt8
    package var alpha: UInt8

    package init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    package static let clear = RGBAColour(red: 0, green: 0, blue: 0, alpha: 0)
    package static let white = RGBAColour(red: 255, green: 255, blue: 255)
    package static let black = RGBAColour(red: 0, green: 0, blue: 0)

    /// This colour composited over an opaque `background`, rounded to the nearest of 256 levels per channel.
    package func composited(over background: RGBAColour) -> RGBAColour {
        RGBAColour(
            red: RGBAColour.blend(red, over: background.red, alpha: alpha),
            green: RGBAColour.blend(green, over: background.green, alpha: alpha),
            blue: RGBAColour.blend(blue, over: background.blue, alpha: alpha))
    }

    /// A colour channel with straight alpha, composited over an opaque background.
    @inline(__always)
    package static func blend(_ source: UInt8, over background: UInt8, alpha: UInt8) -> UInt8 {
        let weight = Int32(alpha)
        let sum = Int32(source) * weight + Int32(background) * (255 - weight)
        return UInt8(truncatingIfNeeded: (sum + 127) / 255)
    }
}

extension RGBAColour {
    /// An opaque colour from a text such as `#ff8800`. Nil for any other text.
    package init?(hex: String) {
        let digits = hex.utf8.dropFirst()
        guard hex.utf8.first == UInt8(ascii: "#"), digits.count == 6,
            digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }),
            let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
        else { return nil }
        self.init(
            red: UInt8(truncatingIfNeeded: value >> 16), green: UInt8(truncatingIfNeeded: value >> 8),
            blue: UInt8(truncatingIfNeeded: value))
    }
}
