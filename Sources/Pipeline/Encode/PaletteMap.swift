import Pixels
import Quantizer

/// Which palette entry stands for each colour of a histogram: the nearest, as `ToneMap` measures it.
struct PaletteMap {
    let palette: [RGBAColour]
    private let tones: ToneMap

    init(_ palette: [RGBAColour]) {
        self.palette = palette
        tones = ToneMap(palette.map(PaletteRefiner.tone))
    }

    /// For each colour of the histogram the place of the nearest palette entry.
    func nearest(to colours: [RGBAColour]) -> [UInt8] {
        colours.map { nearest(to: $0) }
    }

    /// The place of the palette entry that looks most like a colour.
    func nearest(to colour: RGBAColour) -> UInt8 {
        UInt8(truncatingIfNeeded: tones.nearest(to: PaletteRefiner.tone(colour)).place)
    }
}
