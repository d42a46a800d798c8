import Pixels

/// Moves a palette's entries towards the colours whose errors are most visible.
extension PaletteRefiner {
    /// The palette of several rounds with the smallest weighted sum of squared errors, which may be `palette` itself.
    ///
    /// - Parameter masses: for each colour of the histogram, the weight of its errors; see `MaskingMap.masses`.
    func weighted(_ palette: MappedPalette, by masses: [Float], rounds: Int) -> MappedPalette {
        var best = (palette: palette, loss: Float.infinity)
        var current = palette
        for round in 0...rounds {
            let nearest = PaletteMap(current.colours).nearest(to: tones, guesses: current.guesses)
            current = MappedPalette(
                colours: PaletteCandidate.snapped(current.colours, nearest: nearest, histogram: histogram),
                guesses: nearest)
            let loss = loss(of: current.colours, nearest: nearest, masses: masses)
            if loss < best.loss { best = (current, loss) }
            guard round < rounds else { break }
            current.colours = moved(current.colours, nearest: nearest, weights: masses)
        }
        return best.palette
    }

    private func loss(of palette: [RGBAColour], nearest: [UInt8], masses: [Float]) -> Float {
        let entries = palette.map(\.tone)
        var sum: Float = 0
        for (place, entry) in nearest.enumerated() {
            sum += masses[place] * PaletteRefiner.distance(tones[place], entries[Int(entry)])
        }
        return sum
    }
}
