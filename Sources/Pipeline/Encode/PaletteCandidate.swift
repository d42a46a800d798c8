import Pixels
import Quantizer

/// A picture in a palette, and how like its ideal it looks.
struct PaletteCandidate: Sendable {
    let image: IndexedImage
    let expanded: RGBAImage
    let fidelity: Double
    /// By how many levels its shades are off; see `FidelityMeter.Score`.
    let shade: Double
    let isDithered: Bool

    var colours: Int { image.palette.count }

    /// Every pixel has the palette entry that is nearest to its colour.
    static func nearest(_ palette: [RGBAColour], for ideal: RGBAImage, histogram: ColourHistogram, meter: FidelityMeter)
        -> PaletteCandidate
    {
        let nearest = PaletteMap(palette).nearest(to: histogram.colours)
        let indices = [UInt8](unsafeUninitializedCapacity: histogram.places.count) { target, count in
            nearest.withUnsafeBufferPointer { nearest in
                histogram.places.withUnsafeBufferPointer { places in
                    for pixel in 0..<places.count { target[pixel] = nearest[Int(places[pixel])] }
                }
            }
            count = histogram.places.count
        }
        return PaletteCandidate(
            IndexedImage(width: ideal.width, height: ideal.height, indices: indices, palette: palette), meter: meter,
            isDithered: false)
    }

    /// The errors of the nearest entries are handed on to the neighbours.
    static func dithered(_ palette: [RGBAColour], for ideal: RGBAImage, meter: FidelityMeter) -> PaletteCandidate {
        PaletteCandidate(Ditherer.dither(ideal, palette: palette), meter: meter, isDithered: true)
    }

    private init(_ image: IndexedImage, meter: FidelityMeter, isDithered: Bool) {
        self.image = image
        self.expanded = image.expanded
        let score = meter.score(expanded)
        self.fidelity = Fidelity.of(score)
        self.shade = score.shade
        self.isDithered = isDithered
    }
}
