import Pixels
import Quantizer

/// Betters a palette for the places where a picture suffers most.
///
/// A quantizer keeps the sum of all errors small, so that a detail of few pixels may be far off. Here colours count for
/// more the further the cells that they lie in are off, and entries that do little are moved to where they are missed
/// most: fewer colours then look as good.
///
/// Source of the moving: G. Patanè, M. Russo, "The enhanced LBG algorithm", Neural Networks 14(9), 2001, simplified.
struct PaletteRefiner {
    /// What a cell may be off by, in levels of brightness, before its colours count for more.
    private static let patience: Float = 1
    /// Entries that are moved in a round, as a share of the palette.
    private static let moved = 1.0 / 24

    let histogram: ColourHistogram
    /// The histogram's colours as they are measured.
    let tones: [SIMD4<Float>]
    private let cells: PixelCells

    init(_ histogram: ColourHistogram, tones: [SIMD4<Float>], width: Int, height: Int) {
        self.histogram = histogram
        self.tones = tones
        cells = PixelCells(histogram, width: width, height: height)
    }

    /// The palette after the best of several rounds; `palette` itself when none is better.
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
            // The sum of the worst, since a single cell says little about the rest.
            let worst = differences.worst
            if worst < best.worst * 0.98 { best = (MappedPalette(colours: current, guesses: found), worst) }
            guard round < rounds else { break }
            cells.raise(&weights, by: differences, beyond: PaletteRefiner.patience)
            current = moved(current, nearest: found, weights: weights)
        }
        return best.palette
    }

    /// Each entry in the middle of the colours that it stands for; those that do least where they are missed most.
    private func moved(_ palette: [RGBAColour], nearest: [UInt8], weights: [Float]) -> [RGBAColour] {
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

    /// The colours whose entries cost most, the worst first, one an entry.
    func missed(_ centres: [SIMD4<Float>], nearest: [UInt8], weights: [Float]) -> [Priced] {
        var worst = [Priced](repeating: (-1, 0), count: centres.count)
        for (place, entry) in nearest.enumerated() {
            let cost = PaletteRefiner.distance(tones[place], centres[Int(entry)]) * weights[place]
            if cost > worst[Int(entry)].cost { worst[Int(entry)] = (place, cost) }
        }
        return worst.filter { $0.place >= 0 }.sorted { ($0.cost, $1.place) > ($1.cost, $0.place) }
    }

    /// The entries without which least would be lost, as many as may be moved.
    private func leastUsed(_ centres: [SIMD4<Float>], masses: [Float], palette: [RGBAColour]) -> [Priced] {
        let map = ToneMap(centres) { masses[$0] > 0 }
        let costs: [Priced] = centres.indices.compactMap { entry in
            guard palette[entry].alpha > 0 else { return nil }
            guard masses[entry] > 0 else { return (entry, 0) }
            return (entry, map.nearest(to: centres[entry], except: entry).square * masses[entry])
        }
        let count = max(1, Int(Double(palette.count) * PaletteRefiner.moved))
        return Array(costs.sorted { ($0.cost, $0.place) < ($1.cost, $1.place) }.prefix(count))
    }

    /// As `ToneMap` measures it: on the less forgiving of black and white.
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
