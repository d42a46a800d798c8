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
