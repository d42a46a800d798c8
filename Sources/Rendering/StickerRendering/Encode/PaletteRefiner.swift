import Pixels
import Quantizer

/// Improves a palette where a picture has the largest errors.
///
/// A quantizer minimises the sum of all errors, so the error of a small detail may be large. Here, colours have more
/// weight if the errors in their cells are larger. Entries that are hardly needed are moved to the colours with the
/// largest errors. Fewer colours then give the same quality.
///
/// Source of the moves, which are simplified here: G. Patanè, M. Russo, "The enhanced LBG algorithm", Neural Networks
/// 14(9), 2001.
struct PaletteRefiner {
    /// The error of a cell above which its colours get more weight, in levels of brightness.
    private static let patience: Float = 1
    /// The share of the palette's entries that may be moved in a round.
    private static let moved = 1.0 / 24

    let histogram: ColourHistogram
    /// The histogram's colours as `RGBAColour.tone`.
    let tones: [SIMD4<Float>]
    private let cells: PixelBlocks

    init(_ histogram: ColourHistogram, tones: [SIMD4<Float>], width: Int, height: Int) {
        self.histogram = histogram
        self.tones = tones
        cells = PixelBlocks(histogram, width: width, height: height)
    }

    /// The best palette that several rounds produce.
    func refined(_ palette: MappedPalette, rounds: Int) -> MappedPalette {
        var best = (palette: palette, worst: Float.infinity)
        var weights = histogram.counts.map(Float.init)
        var current = palette.colours
        var nearest = palette.guesses
        for round in 0...rounds {
            let found = PaletteMap(current).nearest(to: tones, guesses: nearest)
            nearest = found
            current = PaletteCandidate.snapped(current, nearest: found, histogram: histogram)
            let differences = cells.differences(tones, from: current.map(\.tone), nearest: found)
            // This norm depends mainly on the worst cells, but not on a single one, which would not be
            // representative.
            let worst = differences.worst
            if worst < best.worst * 0.98 { best = (MappedPalette(colours: current, guesses: found), worst) }
            guard round < rounds else { break }
            cells.raise(&weights, by: differences, beyond: PaletteRefiner.patience)
            current = moved(current, nearest: found, weights: weights)
        }
        return best.palette
    }

    /// Moves each entry to the mean of its colours, and the entries that are needed least to the colours with the
    /// largest errors.
    func moved(_ palette: [RGBAColour], nearest: [UInt8], weights: [Float]) -> [RGBAColour] {
        var sums = [SIMD4<Float>](repeating: .zero, count: palette.count)
        var masses = [Float](repeating: 0, count: palette.count)
        for (place, entry) in nearest.enumerated() {
            sums[Int(entry)] += tones[place] * weights[place]
            masses[Int(entry)] += weights[place]
        }
        var result = palette
        var centres = palette.map(\.tone)
        for entry in palette.indices where masses[entry] > 0 && palette[entry].alpha > 0 {
            centres[entry] = sums[entry] / masses[entry]
            result[entry] = RGBAColour(tone: centres[entry])
        }
        let wanted = missed(centres, nearest: nearest, weights: weights)
        let spare = leastUsed(centres, masses: masses, palette: result)
        for (entry, target) in zip(spare, wanted) where entry.cost < target.cost {
            result[entry.place] = histogram.colours[target.place]
        }
        return result
    }

    typealias Priced = (place: Int, cost: Float)

    /// The colours with the largest errors, the worst first. There is at most one for each entry.
    func missed(_ centres: [SIMD4<Float>], nearest: [UInt8], weights: [Float]) -> [Priced] {
        var worst = [Priced](repeating: (-1, 0), count: centres.count)
        for (place, entry) in nearest.enumerated() {
            let cost = PaletteRefiner.distance(tones[place], centres[Int(entry)]) * weights[place]
            if cost > worst[Int(entry)].cost { worst[Int(entry)] = (place, cost) }
        }
        return worst.filter { $0.place >= 0 }.sorted { ($0.cost, $1.place) > ($1.cost, $0.place) }
    }

    /// The entries that are needed least, as many as may be moved in a round.
    private func leastUsed(_ centres: [SIMD4<Float>], masses: [Float], palette: [RGBAColour]) -> [Priced] {
        let map = NearestColourIndex(centres) { masses[$0] > 0 }
        let costs: [Priced] = centres.indices.compactMap { entry in
            guard palette[entry].alpha > 0 else { return nil }
            guard masses[entry] > 0 else { return (entry, 0) }
            return (entry, map.nearest(to: centres[entry], except: entry).square * masses[entry])
        }
        let count = max(1, Int(Double(palette.count) * PaletteRefiner.moved))
        return Array(costs.sorted { ($0.cost, $0.place) < ($1.cost, $1.place) }.prefix(count))
    }

    /// The square of the distance as in `NearestColourIndex`. For each channel, the difference on black or on white
    /// is used, whichever is larger.
    @inline(__always)
    static func distance(_ one: SIMD4<Float>, _ other: SIMD4<Float>) -> Float {
        let onBlack = one - other
        let onWhite = onBlack - SIMD4(repeating: onBlack.w)
        let black = onBlack * onBlack
        let white = onWhite * onWhite
        let larger = black.replacing(with: white, where: white .> black)
        return larger.x + larger.y + larger.z
    }
}

/// Creates palettes of other sizes from an existing one. Quantizing again would take longer than all other steps of
/// an attempt.
extension PaletteRefiner {
    /// A palette of at most `count` colours. To reduce it, entries are merged where the errors increase least. To
    /// extend it, the colours with the largest errors are added.
    ///
    /// Source of the merging: J. H. Ward, "Hierarchical grouping to optimize an objective function", J. Am. Stat. Assoc.
    /// 58(301), 1963.
    func resized(_ palette: MappedPalette, to count: Int) -> MappedPalette {
        var result = palette
        while result.count < count {
            let more = grown(result, by: count - result.count)
            if more.count == result.count { break }
            result = more
        }
        return result.count > count ? merged(result, to: count) : result
    }

    /// The palette with the colours added that have the largest errors, at most one for each entry.
    private func grown(_ palette: MappedPalette, by more: Int) -> MappedPalette {
        let nearest = PaletteMap(palette.colours).nearest(to: tones, guesses: palette.guesses)
        let weights = histogram.counts.map(PaletteRefiner.importance)
        let wanted = missed(palette.colours.map(\.tone), nearest: nearest, weights: weights)
        return MappedPalette(
            colours: palette.colours + wanted.prefix(more).map { histogram.colours[$0.place] }, guesses: nearest)
    }

    private func merged(_ palette: MappedPalette, to count: Int) -> MappedPalette {
        let nearest = PaletteMap(palette.colours).nearest(to: tones, guesses: palette.guesses)
        var masses = [Float](repeating: 0, count: palette.count)
        for (place, entry) in nearest.enumerated() {
            masses[Int(entry)] += PaletteRefiner.importance(histogram.counts[place])
        }
        var clusters = Clusters(tones: palette.colours.map(\.tone), masses: masses)
        clusters.merge(to: count)
        let places = clusters.places
        return MappedPalette(
            colours: clusters.living.map {
                clusters.isMerged[$0] ? RGBAColour(tone: clusters.tones[$0]) : palette.colours[$0]
            }, guesses: nearest.map { places[Int($0)] })
    }

    /// The weight of a colour, which grows more slowly than its number of pixels. A large fill has more weight than a
    /// detail.
    private static func importance(_ count: UInt32) -> Float { Float(count).squareRoot() }
}

/// Entries of a palette that are merged in pairs.
private struct Clusters {
    private(set) var tones: [SIMD4<Float>]
    private(set) var isMerged: [Bool]
    private(set) var living: [Int]
    private var masses: [Float]
    /// For each entry, the entry into which it was merged. The entry itself if it was not merged.
    private var heirs: [Int]
    /// For each remaining entry, the entry with which it can be merged at the lowest cost, and this cost.
    private var partners: [Int]
    private var costs: [Float]

    init(tones: [SIMD4<Float>], masses: [Float]) {
        self.tones = tones
        self.masses = masses
        isMerged = [Bool](repeating: false, count: tones.count)
        living = Array(tones.indices)
        heirs = living
        partners = [Int](repeating: 0, count: tones.count)
        costs = [Float](repeating: .infinity, count: tones.count)
        for one in living { findPartner(of: one) }
    }

    mutating func merge(to count: Int) {
        while living.count > max(count, 1) {
            guard let one = living.min(by: { costs[$0] < costs[$1] }) else { return }
            let other = partners[one]
            unite(min(one, other), max(one, other))
        }
    }

    /// For each original entry, the index of its replacement among the remaining entries.
    var places: [UInt8] {
        var result = [UInt8](repeating: 0, count: tones.count)
        for (place, one) in living.enumerated() { result[one] = UInt8(truncatingIfNeeded: place) }
        // An entry is merged into an entry with a lower index, whose position is already known.
        for one in tones.indices where heirs[one] != one { result[one] = result[heirs[one]] }
        return result
    }

    private mutating func unite(_ one: Int, _ other: Int) {
        // A transparent entry keeps its colour when it is merged.
        let mass = masses[one] + masses[other]
        if tones[one].w == 0 || tones[other].w == 0 {
            tones[one] = tones[one].w == 0 ? tones[one] : tones[other]
        } else if mass > 0 {
            tones[one] = (tones[one] * masses[one] + tones[other] * masses[other]) / mass
        }
        isMerged[one] = true
        heirs[other] = one
        masses[one] = mass
        living.removeAll { $0 == other }
        findPartner(of: one)
        for third in living where third != one {
            if partners[third] == one || partners[third] == other {
                findPartner(of: third)
            } else {
                let cost = self.cost(third, one)
                if cost < costs[third] { (partners[third], costs[third]) = (one, cost) }
            }
        }
    }

    private mutating func findPartner(of one: Int) {
        var (partner, least) = (one, Float.infinity)
        for other in living where other != one {
            let cost = self.cost(one, other)
            if cost < least { (partner, least) = (other, cost) }
        }
        (partners[one], costs[one]) = (partner, least)
    }

    /// The amount by which merging two entries increases the sum of all errors.
    private func cost(_ one: Int, _ other: Int) -> Float {
        let (a, b) = (masses[one], masses[other])
        return a + b > 0 ? PaletteRefiner.distance(tones[one], tones[other]) * (a * b / (a + b)) : 0
    }
}
