import Pixels
import Quantizer

/// Palettes of other sizes made from one that there is: a quantizer that begins anew costs more than all the rest of a try.
extension PaletteRefiner {
    /// A palette of at most `count` colours: entries are merged where that costs least, or colours added where they are
    /// missed most.
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

    /// With the colours that are furthest off their entries, one an entry.
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

    /// What a colour counts for: a large fill is worth more than a detail, but not by as much as it is larger.
    private static func importance(_ count: UInt32) -> Float { Float(count).squareRoot() }
}

/// Entries of a palette that are merged two by two.
private struct Clusters {
    private(set) var tones: [SIMD4<Float>]
    private(set) var isMerged: [Bool]
    private(set) var living: [Int]
    private var masses: [Float]
    /// For each what it was merged into; itself while it lives.
    private var heirs: [Int]
    /// For each that lives what it is merged with most cheaply, and what that costs.
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

    /// For each the place, among those that live, of what it has become.
    var places: [UInt8] {
        var result = [UInt8](repeating: 0, count: tones.count)
        for (place, one) in living.enumerated() { result[one] = UInt8(truncatingIfNeeded: place) }
        // What is merged goes to one of a lower number, whose place is known by then.
        for one in tones.indices where heirs[one] != one { result[one] = result[heirs[one]] }
        return result
    }

    private mutating func unite(_ one: Int, _ other: Int) {
        // What is transparent stays just that.
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

    /// By how much the sum of all errors grows.
    private func cost(_ one: Int, _ other: Int) -> Float {
        let (a, b) = (masses[one], masses[other])
        return a + b > 0 ? PaletteRefiner.distance(tones[one], tones[other]) * (a * b / (a + b)) : 0
    }
}
