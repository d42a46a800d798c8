import JobModel
import Pixels
import Quantizer
import StickerManifest

/// Searches for the smallest palette with which a picture reaches a fidelity.
struct PaletteSearch {
    /// The minimum target at which most pictures need a large palette. If a palette of medium size is insufficient, the
    /// largest is tried next.
    private static let strict = 0.999
    /// The number of colours in the first try.
    private static let firstTry = (lenient: 64, strict: 128)
    /// The largest accepted loss of fidelity by indices that compress better.
    private static let fidelityForBytes = 0.0015
    /// The largest accepted increase of the error of shades by such indices, in levels. Larger errors are visible as steps.
    private static let stepsForBytes = 0.3
    /// Pictures with at most this number of colours keep their nearest entries, because other indices would save only 1 %
    /// of their bytes.
    private static let flatColours = 2500
    /// Pictures with these numbers of colours need the largest palette for a strict target. It is tried first, because a
    /// palette that grew from a smaller one has larger errors. Pictures with more colours are often dithered, and their
    /// files are smaller with a palette that grew.
    private static let shadedColours = flatColours + 1...12_000
    /// The number of rounds that move the palette of a picture towards visible errors.
    private static let maskingRounds = 4

    private let ideal: RGBAImage
    private let histogram: ColourHistogram
    /// The histogram's colours as `RGBAColour.tone`.
    private let tones: [SIMD4<Float>]
    private let meter: FidelityMeter
    private let settings: EncodeSettings
    private let refiner: PaletteRefiner?
    /// The palettes that have been created, from which further palettes are derived.
    private var models: [MappedPalette] = []
    /// The fidelity of the dithered picture, if one was made.
    private var ditheredFidelity: Double?
    private(set) var attempts: [Fit.Attempt] = []

    init(ideal: RGBAImage, settings: EncodeSettings) {
        self.ideal = ideal
        self.settings = settings
        histogram = ColourHistogram(of: ideal)
        tones = histogram.colours.map(\.tone)
        meter = FidelityMeter(ideal: ideal)
        refiner =
            settings.effort.refinements > 0
            ? PaletteRefiner(histogram, tones: tones, width: ideal.width, height: ideal.height) : nil
    }

    /// The number of different colours in the ideal rendition.
    var colourCount: Int { histogram.colours.count }

    /// The smallest palette that reaches the target. If none does, the largest, which is dithered if that improves
    /// the result.
    ///
    /// - Parameter larger: the palette of the same picture at a larger scale. It is reused if it also reaches the
    ///   target here. Searching for a smaller palette would save only about 1 % of the bytes, so this is done only at
    ///   the highest effort.
    /// - Throws: `QuantizerError`.
    mutating func run(like larger: [RGBAColour]? = nil) throws -> PaletteCandidate {
        if let larger, settings.effort != .max, colourCount > max(larger.count, PaletteSizes.fewColours) {
            let palette = better(MappedPalette(colours: larger))
            let candidate = attempt(palette)
            if candidate.fidelity >= target { return candidate }
            models.append(palette)
        }
        return try run(startingAt: larger?.count ?? firstTry)
    }

    private var firstTry: Int {
        if settings.effort != .max, target >= PaletteSearch.strict, PaletteSearch.shadedColours.contains(colourCount) {
            return settings.maximumColours
        }
        return target < PaletteSearch.strict ? PaletteSearch.firstTry.lenient : PaletteSearch.firstTry.strict
    }

    private mutating func run(startingAt hint: Int) throws -> PaletteCandidate {
        let rungs = self.rungs
        // More colours are assumed not to be worse, so the smallest sufficient size is between these two.
        var failing = -1
        var passing: (rung: Int, candidate: PaletteCandidate)?
        var next = rungs.firstIndex { $0 >= hint } ?? rungs.count - 1
        while failing + 1 < (passing?.rung ?? rungs.count) {
            let candidate = try attempt(rungs[next])
            if candidate.fidelity >= target {
                passing = (next, candidate)
                // A smaller palette would reach the target only narrowly, and butteraugli would measure a difference
                // (docs/internals/performance.md).
                if settings.effort != .max, target >= PaletteSearch.strict { return candidate }
            } else if next == rungs.count - 1 {
                return try ditheredIfBetter(candidate)
            } else {
                failing = next
                if passing == nil, settings.effort != .max, target >= PaletteSearch.strict,
                    candidate.fidelity < PaletteSearch.strict
                {
                    next = rungs.count - 1
                    continue
                }
            }
            next = PaletteSizes.next(failing: failing, passing: passing?.rung, count: rungs.count)
        }
        guard let passing else { return try ditheredIfBetter(try attempt(rungs[rungs.count - 1])) }
        return passing.candidate
    }

    /// The fidelity that a palette must reach: the target or the floor, whichever is higher.
    private var target: Double { max(settings.fidelityTarget, settings.fidelityFloor) }

    private var rungs: [Int] { PaletteSizes.rungs(for: colourCount, atMost: settings.maximumColours) }

    private mutating func attempt(_ colours: Int) throws -> PaletteCandidate {
        attempt(colours >= colourCount ? MappedPalette(colours: histogram.colours) : try made(colours))
    }

    private mutating func attempt(_ palette: MappedPalette) -> PaletteCandidate {
        let candidate = PaletteCandidate.nearest(
            palette, for: ideal, histogram: histogram, tones: tones, meter: meter)
        record(candidate)
        return candidate
    }

    private mutating func made(_ colours: Int) throws -> MappedPalette {
        let start: MappedPalette
        if let refiner, settings.effort != .max, let model = model(for: colours) {
            start = refiner.resized(model, to: colours)
        } else {
            start = MappedPalette(
                colours: try PaletteMaker.paletteKeepingClear(
                    of: histogram, maximumColours: colours, speed: settings.effort.stillQuantizerSpeed))
        }
        let palette = better(start)
        models.append(palette)
        return palette
    }

    /// The palette from which one with a given number of colours is derived: the smallest that is large enough, else
    /// the largest.
    private func model(for colours: Int) -> MappedPalette? {
        models.filter { $0.count >= colours }.min { $0.count < $1.count }
            ?? models.max { $0.count < $1.count }
    }

    private func better(_ palette: MappedPalette) -> MappedPalette {
        refiner?.refined(palette, rounds: settings.effort.refinements) ?? palette
    }

    private mutating func ditheredIfBetter(_ flat: PaletteCandidate) throws -> PaletteCandidate {
        // Dithering improves only shades. If lines and edges have errors, it only adds noise.
        guard settings.dither == .auto, flat.shade > Fidelity.freeShade, 1 - flat.fidelity > Fidelity.worthDithering
        else {
            return flat
        }
        let dithered = PaletteCandidate.dithered(flat.image.palette, for: ideal, meter: meter)
        record(dithered)
        ditheredFidelity = dithered.fidelity
        return dithered.fidelity > flat.fidelity + Fidelity.worthDithering ? dithered : flat
    }

    /// A candidate that has the same number of colours, and indices that deflate probably compresses better.
    ///
    /// - Returns: the picture for the highest price of a bit at which the losses are accepted. Nil if there is none, if
    ///   `nearest` is dithered or has all colours, and for pictures with few colours.
    func cheaper(than nearest: PaletteCandidate) -> PaletteCandidate? {
        let prices = settings.effort.pricesOfBit
        guard let refiner, !prices.isEmpty, !nearest.isDithered, colourCount > PaletteSearch.flatColours,
            nearest.colours < colourCount
        else { return nil }
        let masking = MaskingMap(of: ideal)
        let start = weighted(nearest, refiner: refiner, masking: masking)
        let trellis = IndexTrellis(start.image, places: histogram.places, tones: tones, masking: masking)
        let least = leastFidelity(insteadOf: nearest)
        for price in prices {
            let cheaper = PaletteCandidate(trellis.image(price: price), meter: meter, isDithered: false)
            if cheaper.fidelity >= least, cheaper.shade <= nearest.shade + PaletteSearch.stepsForBytes {
                return cheaper
            }
        }
        return nil
    }

    /// The minimum fidelity that a candidate with fewer bytes needs to replace `nearest`. It is not below the target if
    /// `nearest` reaches the target, and not so low that dithering would be better.
    private func leastFidelity(insteadOf nearest: PaletteCandidate) -> Double {
        let required = nearest.fidelity >= target ? target : settings.fidelityFloor
        let undithered = (ditheredFidelity ?? 0) - Fidelity.worthDithering
        return max(required, undithered, nearest.fidelity - PaletteSearch.fidelityForBytes)
    }

    /// The candidate with a palette whose entries are moved towards visible errors, or `candidate` itself if it is more
    /// similar to the ideal.
    private func weighted(
        _ candidate: PaletteCandidate, refiner: PaletteRefiner, masking: MaskingMap
    ) -> PaletteCandidate {
        var guesses = [UInt8](repeating: 0, count: colourCount)
        for (place, index) in zip(histogram.places, candidate.image.indices) { guesses[Int(place)] = index }
        let palette = refiner.weighted(
            MappedPalette(colours: candidate.image.palette, guesses: guesses),
            by: masking.masses(of: histogram, width: ideal.width), rounds: PaletteSearch.maskingRounds)
        let weighted = PaletteCandidate.nearest(palette, for: ideal, histogram: histogram, tones: tones, meter: meter)
        return weighted.fidelity > candidate.fidelity ? weighted : candidate
    }

    /// The candidate with the next smaller palette. Nil if no smaller palette is tried.
    ///
    /// - Throws: `QuantizerError`.
    mutating func smaller(than colours: Int) throws -> PaletteCandidate? {
        guard let next = rungs.last(where: { $0 < colours }) else { return nil }
        return try attempt(next)
    }

    /// Records an attempt.
    ///
    /// - Parameter bytes: the size of the candidate's file. Nil if no file was written.
    mutating func record(_ candidate: PaletteCandidate, bytes: Int? = nil) {
        attempts.append(
            Fit.Attempt(
                method: candidate.isDithered ? "dithered-palette" : "palette", colours: candidate.colours, bytes: bytes,
                fidelity: candidate.fidelity.roundedFidelity))
    }

    /// The fidelity of another picture of the same size.
    func fidelity(of candidate: RGBAImage) -> Double {
        Fidelity.of(meter.score(candidate))
    }
}

/// The numbers of colours that are tried, for stills and for animations.
enum PaletteSizes {
    /// The number of colours up to which a drawing keeps all its colours. Each of them is intentional, and removing
    /// one saves nothing.
    static let fewColours = 32

    /// The numbers of colours that are tried. From one to the next, the file size changes by a few per cent.
    private static let steps = [2, 4, 8, 12, 16, 24, 32, 40, 48, 64, 80, 96, 112, 128, 160, 192, 224, 256]

    /// The numbers of colours to try, the fewest first. If a palette can contain all colours of a picture, the
    /// largest number is sufficient for them.
    ///
    /// - Parameters:
    ///   - colours: the number of counted colours.
    ///   - most: the largest size of a palette.
    ///   - isExact: whether all colours were counted.
    static func rungs(for colours: Int, atMost most: Int, isExact: Bool = true) -> [Int] {
        if isExact, colours <= min(fewColours, most) { return [colours] }
        let rungs = steps.filter { $0 < most } + [most]
        guard let enough = rungs.firstIndex(where: { $0 >= colours }) else { return rungs }
        return Array(rungs[...enough])
    }

    /// The index of the number of colours to try next, in the middle between both known limits. If only one limit is
    /// known, it is two steps away, because the search starts near the result.
    ///
    /// - Parameters:
    ///   - failing: the highest index that was insufficient. -1 if there is none.
    ///   - passing: the lowest index that was sufficient. Nil if there is none.
    static func next(failing: Int, passing: Int?, count: Int) -> Int {
        guard let passing else { return min(count - 1, failing + 2) }
        return failing < 0 ? max(0, passing - 2) : (failing + passing) / 2
    }
}

/// A palette, with the entries that are probably nearest to the colours of a picture.
struct MappedPalette {
    var colours: [RGBAColour]
    /// For each colour of the histogram, the index of the entry that is probably the nearest. Nil if it is unknown.
    var guesses: [UInt8]?

    var count: Int { colours.count }
}

/// Finds the palette entries that are nearest to colours, with a `NearestColourIndex`.
struct PaletteMap {
    let palette: [RGBAColour]
    private let tones: NearestColourIndex

    init(_ palette: [RGBAColour]) {
        self.palette = palette
        tones = NearestColourIndex(palette.map(\.tone))
    }

    /// For each colour, given as `RGBAColour.tone`, the index of the nearest palette entry.
    ///
    /// - Parameter guesses: for each colour, the index of the entry that is probably the nearest. Nil if it is
    ///   unknown.
    func nearest(to tones: [SIMD4<Float>], guesses: [UInt8]? = nil) -> [UInt8] {
        self.tones.nearest(to: tones, guesses: guesses)
    }

    /// The index of the palette entry that looks most like a colour.
    func nearest(to colour: RGBAColour) -> UInt8 {
        UInt8(truncatingIfNeeded: tones.nearest(to: colour.tone).place)
    }
}

extension PaletteMaker {
    /// The result of `palette`, but with a transparent entry if the picture has transparent pixels. Without this
    /// entry, these pixels would become faintly visible.
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
