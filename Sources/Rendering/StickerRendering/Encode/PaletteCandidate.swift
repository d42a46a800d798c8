import Pixels
import Quantizer

/// A picture with a palette, and its similarity to the ideal.
struct PaletteCandidate: Sendable {
    let image: IndexedImage
    let fidelity: Double
    /// The error of the candidate's shades in levels; see `FidelityMeter.Score`.
    let shade: Double
    let isDithered: Bool

    var colours: Int { image.palette.count }
    /// The pixels in true colours.
    var expanded: RGBAImage { image.expanded }

    /// A candidate in which every pixel has the palette entry that is nearest to its colour.
    ///
    /// - Parameter tones: the histogram's colours as `RGBAColour.tone`.
    static func nearest(
        _ palette: MappedPalette, for ideal: RGBAImage, histogram: ColourHistogram, tones: [SIMD4<Float>],
        meter: FidelityMeter
    ) -> PaletteCandidate {
        let nearest = PaletteMap(palette.colours).nearest(to: tones, guesses: palette.guesses)
        let palette = snapped(palette.colours, nearest: nearest, histogram: histogram)
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

    /// The palette after each entry that mostly represents one colour was set to exactly that colour. Large fills,
    /// such as those of a brand, then have their exact colour.
    static func snapped(_ palette: [RGBAColour], nearest: [UInt8], histogram: ColourHistogram) -> [RGBAColour] {
        var totals = [UInt64](repeating: 0, count: palette.count)
        var commonest = [(place: Int, count: UInt32)](repeating: (0, 0), count: palette.count)
        for (place, entry) in nearest.enumerated() {
            let count = histogram.counts[place]
            totals[Int(entry)] += UInt64(count)
            if count > commonest[Int(entry)].count { commonest[Int(entry)] = (place, count) }
        }
        return palette.indices.map { entry in
            UInt64(commonest[entry].count) * 2 > totals[entry]
                ? histogram.colours[commonest[entry].place] : palette[entry]
        }
    }

    /// A candidate in which the errors of the nearest entries are diffused to neighbouring pixels.
    static func dithered(_ palette: [RGBAColour], for ideal: RGBAImage, meter: FidelityMeter) -> PaletteCandidate {
        PaletteCandidate(Ditherer.dither(ideal, palette: palette), meter: meter, isDithered: true)
    }

    init(_ image: IndexedImage, meter: FidelityMeter, isDithered: Bool) {
        self.image = image
        let score = meter.score(image)
        self.fidelity = Fidelity.of(score)
        self.shade = score.shade
        self.isDithered = isDithered
    }
}
