import Pixels
import Quantizer
import StickerCatalog

/// Looks for the smallest palette in which a picture still reaches a fidelity.
struct PaletteSearch {
    /// Numbers of colours that are tried. Between neighbours the bytes differ by a few per cent.
    private static let ladder = [2, 4, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256]

    private let ideal: RGBAImage
    private let histogram: ColourHistogram
    private let meter: FidelityMeter
    private let settings: EncodeSettings
    private(set) var attempts: [Fit.Attempt] = []

    init(ideal: RGBAImage, settings: EncodeSettings) {
        self.ideal = ideal
        self.settings = settings
        histogram = ColourHistogram(of: ideal)
        meter = FidelityMeter(ideal: ideal)
    }

    /// How many different colours the ideal has.
    var colourCount: Int { histogram.colours.count }

    /// The smallest palette that reaches the target; else the best there is, dithered where that looks better.
    ///
    /// - Throws: `QuantizerError`.
    mutating func run() throws -> PaletteCandidate {
        var rungs = PaletteSearch.ladder.filter { $0 < settings.maximumColours } + [settings.maximumColours]
        if let enough = rungs.firstIndex(where: { $0 >= colourCount }) {
            // The picture's own colours are its best palette.
            rungs = Array(rungs[...enough])
        }
        // More colours are never worse, so the border between failing and passing can be halved in on.
        var low = 0
        var high = rungs.count - 1
        var best = try attempt(rungs[high])
        guard best.fidelity >= settings.fidelityTarget else { return try ditheredIfBetter(best) }
        while low < high {
            let middle = (low + high) / 2
            let candidate = try attempt(rungs[middle])
            if candidate.fidelity >= settings.fidelityTarget {
                best = candidate
                high = middle
            } else {
                low = middle + 1
            }
        }
        return best
    }

    private mutating func attempt(_ colours: Int) throws -> PaletteCandidate {
        let palette =
            colours >= colourCount
            ? histogram.colours
            : try PaletteMaker.palette(of: histogram, maximumColours: colours, speed: settings.effort.quantizerSpeed)
        let candidate = PaletteCandidate.nearest(palette, for: ideal, histogram: histogram, meter: meter)
        record(candidate)
        return candidate
    }

    private mutating func ditheredIfBetter(_ flat: PaletteCandidate) throws -> PaletteCandidate {
        guard settings.dither == .auto else { return flat }
        let dithered = PaletteCandidate.dithered(flat.image.palette, for: ideal, meter: meter)
        record(dithered)
        return dithered.fidelity > flat.fidelity ? dithered : flat
    }

    private mutating func record(_ candidate: PaletteCandidate) {
        attempts.append(
            Fit.Attempt(
                method: candidate.isDithered ? "dithered-palette" : "palette", colours: candidate.colours, bytes: nil,
                fidelity: candidate.fidelity.roundedFidelity))
    }

    /// How like the ideal any other picture of the same size looks.
    func fidelity(of candidate: RGBAImage) -> Double {
        Fidelity.of(meter.score(candidate))
    }
}
