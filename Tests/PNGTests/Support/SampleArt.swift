import Pixels
import TestSupport

/// Computed pictures, which are the same on every machine.
enum SampleArt {
    static func picture(_ width: Int, _ height: Int, _ colour: (Int, Int) -> RGBAColour) -> RGBAImage {
        var bytes: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let pixel = colour(x, y)
                bytes += [pixel.red, pixel.green, pixel.blue, pixel.alpha]
            }
        }
        return RGBAImage(width: width, height: height, bytes: bytes)
    }

    /// A soft-edged disc in two shades on a transparent canvas, like a typical sticker.
    static func sticker(_ side: Int) -> RGBAImage {
        picture(side, side) { x, y in
            let (dx, dy) = (2 * x - side + 1, 2 * y - side + 1)
            let distance = dx * dx + dy * dy
            let alpha = min(max((side * side - distance) * 255 / (side * 8), 0), 255)
            if alpha == 0 { return .clear }
            return RGBAColour(
                red: UInt8(truncatingIfNeeded: 200 + x * 40 / side), green: y < side / 2 ? 180 : 60, blue: 30,
                alpha: UInt8(alpha))
        }
    }

    static func noise(_ width: Int, _ height: Int, seed: UInt64) -> RGBAImage {
        var noise = Noise(seed)
        let bytes = (0..<(width * height * 4)).map { _ in UInt8.random(in: 0...255, using: &noise) }
        return RGBAImage(width: width, height: height, bytes: bytes)
    }

    /// A picture of random palette indices. All colours are different, and each is used at least once if there are
    /// enough pixels. If `translucent` is true, every third colour is translucent.
    static func indexed(_ width: Int, _ height: Int, colours: Int, translucent: Bool = false, seed: UInt64 = 1)
        -> IndexedImage
    {
        var noise = Noise(seed)
        let palette = (0..<colours).map { (place: Int) -> RGBAColour in
            let alpha = translucent && place % 3 == 2 ? 1 + place % 200 : 255
            return RGBAColour(
                red: UInt8(place), green: UInt8(255 - place), blue: UInt8(place * 7 % 256), alpha: UInt8(alpha))
        }
        let indices = (0..<(width * height)).map { (place: Int) -> UInt8 in
            place < colours ? UInt8(place) : UInt8.random(in: 0...UInt8(colours - 1), using: &noise)
        }
        return IndexedImage(width: width, height: height, indices: indices, palette: palette)
    }
}
