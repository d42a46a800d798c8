/// The requested font of a text.
package struct SVGFace: Hashable, Sendable {
    /// The font families, the preferred one first. Empty if the text sets none.
    package private(set) var families: [String] = []
    /// The weight from 1 to 1000; 400 is regular, 700 is bold.
    package private(set) var weight = 400.0
    package private(set) var isSlanted = false

    /// The family that librsvg uses for text without one.
    static let usualFamily = "Times New Roman"

    /// Applies the properties of an element.
    mutating func apply(_ style: SVGStyle) {
        if let value = style["font-family"], value != "inherit" { families = StyleValue.families(value) }
        if let value = style["font-weight"], value != "inherit" { weight = SVGFace.weight(value, in: weight) }
        if let value = style["font-style"], value != "inherit" {
            isSlanted = ["italic", "oblique"].contains { value.hasPrefix($0) }
        }
    }

    /// The weight for a value of `font-weight`. Source: W3C, CSS Fonts Level 4, section 2.2.
    private static func weight(_ value: String, in outer: Double) -> Double {
        switch value.trimmed {
        case "bold": 700
        case "bolder": outer < 350 ? 400 : outer < 550 ? 700 : 900
        case "lighter": outer < 550 ? 100 : outer < 750 ? 400 : 700
        case let number: Double(number).flatMap { (1...1000).contains($0) ? $0 : nil } ?? 400
        }
    }
}
