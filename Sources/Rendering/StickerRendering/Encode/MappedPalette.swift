import Pixels

/// A palette, and what is known of which entry stands for which colour of a picture.
struct MappedPalette {
    var colours: [RGBAColour]
    /// For each colour of the histogram the place of an entry that is most likely the nearest; nil where nothing is known.
    var guesses: [UInt8]?

    var count: Int { colours.count }
}
