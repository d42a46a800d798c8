import Pixels
import Quantizer

/// Which palette entry stands for each colour of a histogram.
///
/// Two colours are as far apart as they look on the less forgiving of black and white, the measure libimagequant uses
/// as well: Σ max((Δ on black)², (Δ on white)²) over the channels, in premultiplied values.
struct PaletteMap {
    private typealias Lane = SIMD8<Float>

    /// Eight entries side by side.
    private struct Group {
        var red = Lane(repeating: 0)
        var green = Lane(repeating: 0)
        var blue = Lane(repeating: 0)
        var alpha = Lane(repeating: 0)
    }

    let palette: [RGBAColour]
    /// The entries' places in the palette, in the order of the groups: those that are opaque first, since between opaque
    /// colours black and white make no difference and need not be told apart.
    private let order: [Int]
    private let groups: [Group]
    /// How many groups, from the first on, hold nothing but opaque entries.
    private let opaqueGroups: Int

    init(_ palette: [RGBAColour]) {
        self.palette = palette
        let opaque = palette.indices.filter { palette[$0].alpha == 255 }
        let order = opaque + palette.indices.filter { palette[$0].alpha < 255 }
        self.order = order
        opaqueGroups = opaque.count == palette.count ? (opaque.count + 7) / 8 : opaque.count / 8
        groups = stride(from: 0, to: order.count, by: 8).map { start in
            var group = Group()
            for offset in 0..<8 {
                // The last group is filled up with its last colour, which a lower place always beats.
                let colour = palette[order[min(start + offset, order.count - 1)]]
                group.red[offset] = PaletteMap.premultiplied(colour.red, colour.alpha)
                group.green[offset] = PaletteMap.premultiplied(colour.green, colour.alpha)
                group.blue[offset] = PaletteMap.premultiplied(colour.blue, colour.alpha)
                group.alpha[offset] = Float(colour.alpha)
            }
            return group
        }
    }

    /// For each colour of the histogram the place of the nearest palette entry.
    func nearest(to colours: [RGBAColour]) -> [UInt8] {
        colours.map { nearest(to: $0) }
    }

    /// The place of the palette entry that looks most like a colour.
    func nearest(to colour: RGBAColour) -> UInt8 {
        let red = Lane(repeating: PaletteMap.premultiplied(colour.red, colour.alpha))
        let green = Lane(repeating: PaletteMap.premultiplied(colour.green, colour.alpha))
        let blue = Lane(repeating: PaletteMap.premultiplied(colour.blue, colour.alpha))
        let alpha = Lane(repeating: Float(colour.alpha))
        var best = Lane(repeating: .infinity)
        var bestGroup = SIMD8<Int32>(repeating: 0)
        groups.withUnsafeBufferPointer { groups in
            let plain = colour.alpha == 255 ? opaqueGroups : 0
            for place in 0..<plain {
                let group = groups[place]
                let (r, g, b) = (red - group.red, green - group.green, blue - group.blue)
                PaletteMap.keep(r * r + g * g + b * b, of: place, best: &best, group: &bestGroup)
            }
            for place in plain..<groups.count {
                let group = groups[place]
                let veil = alpha - group.alpha
                let distance =
                    PaletteMap.worse(red - group.red, veil: veil) + PaletteMap.worse(green - group.green, veil: veil)
                    + PaletteMap.worse(blue - group.blue, veil: veil)
                PaletteMap.keep(distance, of: place, best: &best, group: &bestGroup)
            }
        }
        var winner = Int.max
        var least = Float.infinity
        for offset in 0..<8 {
            let place = Int(bestGroup[offset]) * 8 + offset
            if best[offset] < least || (best[offset] == least && place < winner) {
                least = best[offset]
                winner = place
            }
        }
        return UInt8(order[min(winner, order.count - 1)])
    }

    @inline(__always)
    private static func keep(_ distance: Lane, of place: Int, best: inout Lane, group: inout SIMD8<Int32>) {
        let closer = distance .< best
        best.replace(with: distance, where: closer)
        group.replace(with: SIMD8<Int32>(repeating: Int32(truncatingIfNeeded: place)), where: closer)
    }

    /// The square of a channel's difference, on the less forgiving of black and white.
    @inline(__always)
    private static func worse(_ onBlack: Lane, veil: Lane) -> Lane {
        let onWhite = onBlack - veil
        let squareOnBlack = onBlack * onBlack
        let squareOnWhite = onWhite * onWhite
        // The standard library's pointwiseMax is not inlined.
        return squareOnBlack.replacing(with: squareOnWhite, where: squareOnWhite .> squareOnBlack)
    }

    private static func premultiplied(_ value: UInt8, _ alpha: UInt8) -> Float {
        Float(value) * Float(alpha) / 255
    }
}
