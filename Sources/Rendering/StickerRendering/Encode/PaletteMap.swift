import Pixels
import Quantizer

/// Which palette entry stands for each colour of a histogram: the nearest, as `ToneMap` measures it.
struct PaletteMap {
    let palette: [RGBAColour]
    private let tones: ToneMap

    init(_ palette: [RGBAColour]) {
        self.palette = palette
        tones = ToneMap(palette.map(\.tone))
    }

    /// For each of many colours, as they are measured, the place of the nearest palette entry.
    ///
    /// - Parameter guesses: for each colour a place that is likely; nil where nothing is known.
    func nearest(to tones: [SIMD4<Float>], guesses: [UInt8]? = nil) -> [UInt8] {
        self.tones.nearest(to: tones, guesses: guesses)
    }

    /// The place of the palette entry that looks most like a colour.
    func nearest(to colour: RGBAColour) -> UInt8 {
        UInt8(truncatingIfNeeded: tones.nearest(to: colour.tone).place)
    }
}
