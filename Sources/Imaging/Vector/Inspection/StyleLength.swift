/// A length of CSS: a number and a unit. Source: CSS Values and Units Module Level 4, section 6.
struct StyleLength {
    let number: Double
    /// The unit in lower case. Empty if the length has none.
    let unit: String

    /// The number of CSS pixels in each absolute unit.
    private static let absolute: [String: Double] = [
        "": 1, "px": 1, "in": 96, "cm": 96 / 2.54, "mm": 9.6 / 2.54, "q": 2.4 / 2.54, "pt": 4.0 / 3, "pc": 16,
    ]
    private static let relative: Set<String> = [
        "%", "em", "ex", "rem", "ch", "ic", "cap", "lh", "rlh", "vw", "vh", "vmin", "vmax", "vi", "vb",
    ]

    /// - Returns: nil unless the text is one number, with a known unit or without one.
    init?(_ text: String) {
        let parts =
            /\s*([+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)([a-zA-Z]*|%)\s*/
        guard let match = text.wholeMatch(of: parts)?.output, let number = Double(match.1), number.isFinite else {
            return nil
        }
        let unit = match.2.lowercased()
        guard StyleLength.absolute[unit] != nil || StyleLength.relative.contains(unit) else { return nil }
        (self.number, self.unit) = (number, unit)
    }

    /// The length in CSS pixels. Nil for a relative length.
    var pixels: Double? { StyleLength.absolute[unit].map { $0 * number } }

    /// The length as a fraction of the side of a box, for boxes with sides of length 1. Nil for units other than
    /// percent.
    var fraction: Double? {
        switch unit {
        case "%": number / 100
        case "": number
        default: nil
        }
    }
}
