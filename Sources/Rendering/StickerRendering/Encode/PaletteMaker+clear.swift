import Pixels
import Quantizer

extension PaletteMaker {
    /// As `palette`, with an entry for nothing where the picture has any: a palette without it would lay a veil over all
    /// that is transparent.
    ///
    /// - Throws: `QuantizerError`.
    static func paletteKeepingClear(of histogram: ColourHistogram, maximumColours: Int, speed: Int) throws
        -> [RGBAColour]
    {
        var palette = try palette(of: histogram, maximumColours: maximumColours, speed: speed)
        if histogram.colours.contains(where: { $0.alpha == 0 }), !palette.contains(where: { $0.alpha == 0 }) {
            palette[Int(PaletteMap(palette).nearest(to: .clear))] = .clear
        }
        return palette
    }
}
