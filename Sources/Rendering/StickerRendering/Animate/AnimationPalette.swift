import JobModel
import Pixels
import Quantizer

/// Creates one palette for all frames, and measures the fidelity of the frames with it.
struct AnimationPalette {
    /// A palette in the order that `IndexedAnimation` requires, and the lowest fidelity of the examined frames.
    struct Candidate: Sendable {
        let colours: [RGBAColour]
        let fidelity: Double
        /// The error of shades in the worst frame, in levels; see `FidelityMeter.Score`.
        let shade: Double
    }

    /// The number of evenly spaced frames whose colours are counted, and the number of those whose fidelity is
    /// measured.
    private static let countedFrames = 12
    private static let measuredFrames = 3
    /// The number of frames whose colours are counted if the animation has as many colours as a photo. A few frames
    /// are then sufficient.
    private static let countedPhotos = 3
    private static let coloursOfPhotos = 1 << 18

    private let settings: EncodeSettings
    /// The fidelity that a palette must reach.
    private let target: Double
    private let histogram: ColourHistogram
    private let refiner: PaletteRefiner
    private let store: FrameStore
    private let measured: [(place: Int, meter: FidelityMeter)]
    /// All colours of all frames, if a palette can contain them.
    private let allColours: [RGBAColour]?
    private var made: [Int: Candidate] = [:]

    /// - Throws: `PNGError.outOfMemory`.
    init(_ store: FrameStore, settings: EncodeSettings, target: Double) throws {
        self.settings = settings
        self.target = target
        self.store = store
        var counted = try AnimationPalette.colours(of: store, frames: AnimationPalette.countedFrames)
        if counted.histogram.colours.count > AnimationPalette.coloursOfPhotos {
            counted = try AnimationPalette.colours(of: store, frames: AnimationPalette.countedPhotos)
        }
        histogram = counted.histogram
        refiner = PaletteRefiner(
            histogram, tones: histogram.colours.map(\.tone), width: store.side, height: counted.height)
        var reader = store.reader
        measured = try AnimationPalette.evenly(AnimationPalette.measuredFrames, of: store.count).map {
            ($0, FidelityMeter(ideal: try reader.image($0)))
        }
        allColours =
            histogram.colours.count <= settings.maximumColours
            ? try AnimationPalette.colours(of: store, atMost: settings.maximumColours) : nil
    }

    /// The colours of evenly spaced frames, which are stacked vertically, and the total number of rows.
    private static func colours(of store: FrameStore, frames: Int) throws -> (histogram: ColourHistogram, height: Int) {
        let places = evenly(frames, of: store.count)
        let height = store.side * places.count
        var reader = store.reader
        return (
            try ColourHistogram(of: places, pixelCount: height * store.side) { try reader.image($0) }, height
        )
    }

    /// At most `wanted` evenly spaced numbers below `count`, including the first and the last.
    static func evenly(_ wanted: Int, of count: Int) -> [Int] {
        guard count > wanted, wanted > 1 else { return Array(0..<count) }
        return (0..<wanted).map { $0 * (count - 1) / (wanted - 1) }
    }

    /// The number of counted colours in the frames.
    var colourCount: Int { allColours?.count ?? histogram.colours.count }

    /// The number of colours in a palette with all colours of all frames. Nil if no palette can contain all of them.
    var exactCount: Int? { allColours == nil ? nil : rungs.last }

    /// The numbers of colours that are tried, the fewest first.
    var rungs: [Int] {
        PaletteSizes.rungs(for: colourCount, atMost: settings.maximumColours, isExact: allColours != nil)
    }

    /// The smallest palette that reaches the target. If no palette does, the largest.
    ///
    /// - Throws: `QuantizerError`, `PNGError.outOfMemory`.
    mutating func smallestReachingTarget(startingAt hint: Int) throws -> Candidate {
        let rungs = self.rungs
        var failing = -1
        var passing = rungs.count
        var next = rungs.firstIndex { $0 >= hint } ?? rungs.count - 1
        while failing + 1 < passing {
            if try candidate(rungs[next]).fidelity >= target { passing = next } else { failing = next }
            next = PaletteSizes.next(
                failing: failing, passing: passing == rungs.count ? nil : passing, count: rungs.count)
        }
        return try candidate(rungs[min(passing, rungs.count - 1)])
    }

    /// The numbers of colours whose palettes reach a fidelity. They are found by binary search, because creating a
    /// palette takes long, and more colours are rarely worse.
    ///
    /// - Throws: `QuantizerError`, `PNGError.outOfMemory`.
    mutating func reaching(_ fidelity: Double, among rungs: [Int]) throws -> [Int] {
        var (low, high) = (0, rungs.count)
        while low < high {
            let middle = (low + high) / 2
            if try candidate(rungs[middle]).fidelity >= fidelity { high = middle } else { low = middle + 1 }
        }
        return Array(rungs[low...])
    }

    /// The best palette with a limited number of colours.
    ///
    /// - Throws: `QuantizerError`, `PNGError.outOfMemory`.
    mutating func candidate(_ colours: Int) throws -> Candidate {
        if let known = made[colours] { return known }
        let candidate: Candidate
        if let allColours, allColours.count <= colours {
            candidate = Candidate(colours: ordered(allColours), fidelity: 1, shade: 0)
        } else {
            let palette = try PaletteMaker.paletteKeepingClear(
                of: histogram, maximumColours: colours, speed: min(10, settings.effort.quantizerSpeed + 2))
            let refined = refiner.refined(MappedPalette(colours: palette), rounds: settings.effort.refinements)
            candidate = try measure(ordered(refined.colours))
        }
        made[colours] = candidate
        return candidate
    }

    /// Whether dithering improves the fidelity enough. Dithering improves shades, but adds noise.
    ///
    /// - Throws: `PNGError.outOfMemory`.
    func isBetterDithered(_ candidate: Candidate) throws -> Bool {
        guard candidate.shade > Fidelity.freeShade else { return false }
        return try measure(candidate.colours, isDithered: true).fidelity > candidate.fidelity + Fidelity.worthDithering
    }

    private func measure(_ palette: [RGBAColour], isDithered: Bool = false) throws -> Candidate {
        var worst = (fidelity: 1.0, shade: 0.0)
        let side = store.side
        var reader = store.reader
        for (place, meter) in measured {
            var indexer = FrameIndexer(palette: palette, width: side, tolerance: 0, isDithered: isDithered)
            let shown = IndexedImage(
                width: side, height: side, indices: indexer.next(try reader.image(place).words), palette: palette
            ).expanded
            let score = meter.score(shown)
            worst.fidelity = min(worst.fidelity, Fidelity.of(score))
            worst.shade = max(worst.shade, score.shade)
        }
        return Candidate(colours: palette, fidelity: worst.fidelity, shade: worst.shade)
    }

    /// The different colours in the order that `IndexedAnimation` requires. All fully transparent colours become one
    /// entry.
    ///
    /// If there is room, a fully transparent entry is added, which unchanged pixels use.
    private func ordered(_ colours: [RGBAColour]) -> [RGBAColour] {
        var different = Set(colours.map { $0.alpha == 0 ? RGBAColour.clear : $0 })
        if different.count < settings.maximumColours { different.insert(.clear) }
        return different.sorted { $0.order < $1.order }
    }

    /// All colours of all frames. Nil if there are more than `limit`.
    private static func colours(of store: FrameStore, atMost limit: Int) throws -> [RGBAColour]? {
        var seen: Set<UInt32> = []
        var reader = store.reader
        for place in 0..<store.count {
            var last: UInt32?
            for word in try reader.image(place).words where word != last {
                last = word
                if seen.insert(word).inserted, seen.count > limit { return nil }
            }
        }
        return seen.map(RGBAColour.init(word:))
    }
}

extension RGBAColour {
    /// The colour of a pixel in the form of `RGBAImage.words`.
    init(word: UInt32) {
        self.init(
            red: UInt8(word & 255), green: UInt8(word >> 8 & 255), blue: UInt8(word >> 16 & 255),
            alpha: UInt8(word >> 24))
    }

    /// The colour in the form of `RGBAImage.words`.
    var word: UInt32 {
        alpha == 0 ? 0 : UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | UInt32(alpha) << 24
    }

    /// A number by which colours are sorted: fully transparent, then translucent, then opaque colours, each group by
    /// brightness.
    fileprivate var order: UInt64 {
        let brightness = 299 * UInt64(red) + 587 * UInt64(green) + 114 * UInt64(blue)
        return UInt64(alpha == 255 ? 1 : 0) << 60 | UInt64(alpha == 0 ? 0 : 1) << 59 | brightness << 32
            | UInt64(alpha) << 24 | UInt64(red) << 16 | UInt64(green) << 8 | UInt64(blue)
    }
}
