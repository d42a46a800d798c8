import Pixels
import Quantizer

/// Palettes of other sizes made from one that there is: a quantizer that begins anew costs more than all the rest of a try.
extension PaletteRefiner {
    /// A palette of at most `count` colours: entries are merged where that costs least, or colours added where they are
    /// missed most.
    ///
    /// Source of the merging: J. H. Ward, "Hierarchical grouping to optimize an objective function", J. Am. Stat. Assoc.
    /// 58(301), 1963.
    func resized(_ palette: [RGBAColour], to count: Int) -> [RGBAColour] {
        var result = palette
        while result.count < count {
            let more = grown(result, by: count - result.count)
            if more.count == result.count { break }
            result = more
        }
        return result.count > count ? merged(result, to: count) : result
    }

    /// With the colours that are furthest off their entries, one an entry.
    private func grown(_ palette: [RGBAColour], by more: Int) -> [RGBAColour] {
        let nearest = PaletteMap(palette).nearest(to: histogram.colours)
        let weights = histogram.counts.map(PaletteRefiner.importance)
        let wanted = missed(palette.map(PaletteRefiner.tone), nearest: nearest, weights: weights)
        return palette + wanted.prefix(more).map { histogram.colours[$0.place] }
    }

    private func merged(_ palette: [RGBAColour], to count: Int) -> [RGBAColour] {
        let nearest = PaletteMap(palette).nearest(to: histogram.colours)
        var masses = [Float](repeating: 0, count: palette.count)
        for (place, entry) in nearest.enumerated() {
            masses[Int(entry)] += PaletteRefiner.importance(histogram.counts[place])
        }
        var clusters = Clusters(tones: palette.map(PaletteRefiner.tone), masses: masses)
        clusters.merge(to: count)
        return clusters.living.map { clusters.isMerged[$0] ? PaletteRefiner.colour(clusters.tones[$0]) : palette[$0] }
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
    /// For each that lives what it is merged with most cheaply, and what that costs.
    private var partners: [Int]
    private var costs: [Float]

    init(tones: [SIMD4<Float>], masses: [Float]) {
        self.tones = tones
        self.masses = masses
        isMerged = [Bool](repeating: false, count: tones.count)
        living = Array(tones.indices)
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

    private mutating func unite(_ one: Int, _ other: Int) {
        // What is transparent stays just that.
        let mass = masses[one] + masses[other]
        if tones[one].w == 0 || tones[other].w == 0 {
            tones[one] = tones[one].w == 0 ? tones[one] : tones[other]
        } else if mass > 0 {
            tones[one] = (tones[one] * masses[one] + tones[other] * masses[other]) / mass
        }
        isMerged[one] = true
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
