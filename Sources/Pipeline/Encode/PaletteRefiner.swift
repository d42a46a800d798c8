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
    private let cells: PixelCells
    private let tones: [SIMD4<Float>]

    init(_ histogram: ColourHistogram, width: Int, height: Int) {
        self.histogram = histogram
        cells = PixelCells(histogram, width: width, height: height)
        tones = histogram.colours.map(PaletteRefiner.tone)
    }

    /// The palette after the best of several rounds; `palette` itself when none is better.
    func refined(_ palette: [RGBAColour], rounds: Int) -> [RGBAColour] {
        var best = (palette: palette, worst: Float.infinity)
        var weights = histogram.counts.map(Float.init)
        var current = palette
        for round in 0...rounds {
            let nearest = PaletteMap(current).nearest(to: histogram.colours)
            current = PaletteCandidate.snapped(current, nearest: nearest, histogram: histogram)
            let differences = cells.differences(tones, from: current.map(PaletteRefiner.tone), nearest: nearest)
            // The sum of the worst, since a single cell says little about the rest.
            let worst = differences.worst
            if worst < best.worst * 0.98 { best = (current, worst) }
            guard round < rounds else { break }
            cells.raise(&weights, by: differences, beyond: PaletteRefiner.patience)
            current = moved(current, nearest: nearest, weights: weights)
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
        var centres = palette.map(PaletteRefiner.tone)
        for entry in palette.indices where masses[entry] > 0 && palette[entry].alpha > 0 {
            centres[entry] = sums[entry] / masses[entry]
            result[entry] = PaletteRefiner.colour(centres[entry])
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

    // MARK: - Colours as they look

    /// Premultiplied red, green and blue, and alpha, each 0 to 255.
    static func tone(_ colour: RGBAColour) -> SIMD4<Float> {
        let alpha = Float(colour.alpha)
        let share = alpha / 255
        return SIMD4(Float(colour.red) * share, Float(colour.green) * share, Float(colour.blue) * share, alpha)
    }

    static func colour(_ tone: SIMD4<Float>) -> RGBAColour {
        guard tone.w >= 0.5 else { return .clear }
        let level = { (value: Float) in UInt8(max(0, min(255, (value * 255 / tone.w).rounded()))) }
        return RGBAColour(
            red: level(tone.x), green: level(tone.y), blue: level(tone.z), alpha: UInt8(min(255, tone.w.rounded())))
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
