import Deflate
import PNG
import Pixels
import TestSupport

/// Computed pictures, which are the same on every machine.
enum TestArt {
    static let red = RGBAColour(red: 220, green: 40, blue: 40)
    static let green = RGBAColour(red: 40, green: 180, blue: 60)
    static let blue = RGBAColour(red: 40, green: 60, blue: 200)
    static let yellow = RGBAColour(red: 240, green: 200, blue: 30)

    static func picture(_ width: Int, _ height: Int, _ colour: (Int, Int) -> RGBAColour) -> RGBAImage {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(width * height * 4)
        for y in 0..<height {
            for x in 0..<width {
                let pixel = colour(x, y)
                bytes += [pixel.red, pixel.green, pixel.blue, pixel.alpha]
            }
        }
        return RGBAImage(width: width, height: height, bytes: bytes)
    }

    /// A disc with a hard edge in the middle of a square. `hidden` is the colour of transparent pixels.
    static func disc(_ side: Int, radius: Double, colour: RGBAColour = red, hidden: RGBAColour = .clear) -> RGBAImage {
        picture(side, side) { x, y in
            distance(x, y, side) <= radius ? colour : hidden.withAlpha(0)
        }
    }

    /// A disc whose edge fades from opaque to transparent over `softness` pixels. `colour` depends on the alpha of the pixel.
    static func softDisc(_ side: Int, radius: Double, softness: Double, colour: (Double) -> RGBAColour) -> RGBAImage {
        picture(side, side) { x, y in
            let alpha = min(1, max(0, (radius - distance(x, y, side)) / softness + 0.5))
            return alpha == 0 ? .clear : colour(alpha).withAlpha(UInt8((alpha * 255).rounded()))
        }
    }

    /// A rectangle of one colour on a transparent canvas.
    static func block(_ canvas: Int, x: Int, y: Int, width: Int, height: Int, colour: RGBAColour = red) -> RGBAImage {
        picture(canvas, canvas) { column, row in
            (x..<x + width).contains(column) && (y..<y + height).contains(row) ? colour : .clear
        }
    }

    /// An opaque picture of a red, a green, a blue and a yellow quarter, in rows from the upper left.
    static func quarters(_ width: Int, _ height: Int) -> RGBAImage {
        picture(width, height) { x, y in
            y < height / 2 ? (x < width / 2 ? red : green) : (x < width / 2 ? blue : yellow)
        }
    }

    /// A disc with a hard edge, filled with noise that differs from a medium grey by up to `amplitude` levels.
    static func noisyDisc(_ side: Int, amplitude: Int, seed: UInt64 = 1) -> RGBAImage {
        var noise = Noise(seed)
        return picture(side, side) { x, y in
            guard distance(x, y, side) < Double(side) * 0.48 else { return .clear }
            let level = { UInt8(clamping: 128 + Int.random(in: -amplitude...amplitude, using: &noise)) }
            return RGBAColour(red: level(), green: level(), blue: level())
        }
    }

    /// The distance of a pixel's centre from the centre of a square.
    static func distance(_ x: Int, _ y: Int, _ side: Int) -> Double {
        let (dx, dy) = (Double(2 * x - side + 1) / 2, Double(2 * y - side + 1) / 2)
        return (dx * dx + dy * dy).squareRoot()
    }
}

extension RGBAImage {
    /// The picture as a PNG.
    func png() throws -> [UInt8] {
        try PNGEncoder.encode(self, level: .fast)
    }

    /// The picture on a background of one opaque colour.
    func over(_ background: RGBAColour) -> RGBAImage {
        TestArt.picture(width, height) { self[$0, $1].composited(over: background) }
    }

    /// The largest difference of any channel of any pixel. Nil if the sizes differ.
    func difference(from other: RGBAImage) -> Int? {
        guard width == other.width, height == other.height else { return nil }
        return zip(bytes, other.bytes).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
    }

    /// The ranges of columns and rows that contain a pixel with an alpha above the threshold. Nil if there is no such
    /// pixel.
    func content(alphaAbove threshold: UInt8 = 127) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>)? {
        var xs: [Int] = []
        var ys: [Int] = []
        for y in 0..<height {
            for x in 0..<width where self[x, y].alpha > threshold {
                xs.append(x)
                ys.append(y)
            }
        }
        guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else { return nil }
        return (left...right, top...bottom)
    }

    /// The pixel at a position that is given as fractions of the width and the height.
    func sample(_ x: Double, _ y: Double) -> RGBAColour {
        self[Int(x * Double(width)), Int(y * Double(height))]
    }
}

extension RGBAColour {
    func withAlpha(_ alpha: UInt8) -> RGBAColour {
        RGBAColour(red: red, green: green, blue: blue, alpha: alpha)
    }

    /// The largest difference of any channel.
    func difference(from other: RGBAColour) -> Int {
        [
            Int(red) - Int(other.red), Int(green) - Int(other.green), Int(blue) - Int(other.blue),
            Int(alpha) - Int(other.alpha),
        ].reduce(0) { max($0, abs($1)) }
    }
}
