/// The nearest entries of many colours.
///
/// Most colours are found without a search. Two entries that lie so far apart leave a sphere of half that radius around
/// each in which nothing is nearer; and where a colour was near an entry of the palette before, or its neighbour is, it
/// most likely still is.
///
/// Source: C. Elkan, "Using the triangle inequality to accelerate k-means", Proc. ICML 2003.
extension ToneMap {
    /// For each colour the place of the nearest entry. Guesses save time and change nothing else.
    ///
    /// All entries have to be ones that are to be found, and there is one at least.
    ///
    /// - Parameter guesses: for each colour the place of an entry that is likely the nearest; the colour before tells where
    ///   nothing is known.
    package func nearest(to colours: [SIMD4<Float>], guesses: [UInt8]? = nil) -> [UInt8] {
        let guesses = guesses?.count == colours.count ? guesses : nil
        // With hardly more colours than entries, the spheres would take longer than they save.
        let spheres = colours.count > tones.count * 2 ? self.spheres : [Float](repeating: 0, count: tones.count)
        var last = 0
        return colours.indices.map { place in
            let guess = guesses.map { min(Int($0[place]), tones.count - 1) } ?? last
            let square = PaletteRefiner.distance(colours[place], tones[guess])
            if square < spheres[guess] {
                last = guess
            } else {
                // A little more than it is, so that of several as near the one is found that is found without a guess.
                last = nearest(to: colours[place], than: (guess, square.nextUp)).place
            }
            return UInt8(truncatingIfNeeded: last)
        }
    }

    /// For each entry the square of half the way to the next one, a little less for rounding.
    private var spheres: [Float] {
        tones.indices.map { nearest(to: tones[$0], except: $0).square * 0.2499 }
    }
}
