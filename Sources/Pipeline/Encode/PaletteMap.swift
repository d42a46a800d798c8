import Pixels
import Quantizer

/// Which palette entry stands for each colour of a histogram.
///
/// Two colours are as far apart as they look on the less forgiving of black and white, the measure libimagequant uses
/// as well: Σ max((Δ on black)², (Δ on white)²) over the channels, in premultiplied values.
struct PaletteMap {
    private typealias Lane = SIMD8<Float>

    let palette: [RGBAColour]
    private let red: [Lane]
    private let green: [Lane]
    private let blue: [Lane]
    private let alpha: [Lane]

    init(_ palette: [RGBAColour]) {
        self.palette = palette
        func lanes(_ value: (RGBAColour) -> Float) -> [Lane] {
            stride(from: 0, to: palette.count, by: 8).map { start in
                var lane = Lane(repeating: 0)
                for offset in 0..<8 {
                    // The last lane is filled up with its last colour, which a lower place always beats.
                    lane[offset] = value(palette[min(start + offset, palette.count - 1)])
                }
                return lane
            }
        }
        red = lanes { PaletteMap.premultiplied($0.red, $0.alpha) }
        green = lanes { PaletteMap.premultiplied($0.green, $0.alpha) }
        blue = lanes { PaletteMap.premultiplied($0.blue, $0.alpha) }
        alpha = lanes { Float($0.alpha) }
    }

    /// For each colour of the histogram the place of the nearest palette entry.
    func nearest(to colours: [RGBAColour]) -> [UInt8] {
        colours.map { nearest(to: $0) }
    }

    /// The place of the palette entry that looks most like a colour.
    func nearest(to colour: RGBAColour) -> UInt8 {
        let r = Lane(repeating: PaletteMap.premultiplied(colour.red, colour.alpha))
        let g = Lane(repeating: PaletteMap.premultiplied(colour.green, colour.alpha))
        let b = Lane(repeating: PaletteMap.premultiplied(colour.blue, colour.alpha))
        let a = Lane(repeating: Float(colour.alpha))
        var best = Lane(repeating: .infinity)
        var bestLane = SIMD8<Int32>(repeating: 0)
        for lane in 0..<red.count {
            let veil = a - alpha[lane]
            var distance = Lane(repeating: 0)
            for (own, other) in [(r, red[lane]), (g, green[lane]), (b, blue[lane])] {
                let onBlack = own - other
                let onWhite = onBlack - veil
                let squareOnBlack = onBlack * onBlack
                let squareOnWhite = onWhite * onWhite
                // The standard library's pointwiseMax is not inlined.
                distance += squareOnBlack.replacing(with: squareOnWhite, where: squareOnWhite .> squareOnBlack)
            }
            let closer = distance .< best
            best.replace(with: distance, where: closer)
            bestLane.replace(with: SIMD8<Int32>(repeating: Int32(lane)), where: closer)
        }
        var winner = 0
        var least = Float.infinity
        for offset in 0..<8 {
            let place = Int(bestLane[offset]) * 8 + offset
            if best[offset] < least || (best[offset] == least && place < winner) {
                least = best[offset]
                winner = place
            }
        }
        return UInt8(min(winner, palette.count - 1))
    }

    private static func premultiplied(_ value: UInt8, _ alpha: UInt8) -> Float {
        Float(value) * Float(alpha) / 255
    }
}
