/// The condition of a block of CSS rules: `@media screen`, `@supports (fill: red)`.
enum StyleCondition {
    /// The widths at which stickers are shown, in pixels.
    private static let widths = 300.0...618.0
    /// Media and preferences that do not apply to a sticker on a light background.
    private static let others = [
        "print", "speech", "dark", "reduce", "hover", "contrast", "forced-colors", "not", "inverted",
    ]

    /// Whether a browser would apply the rules in the block.
    static func holds(_ head: String) -> Bool {
        let plain = head.lowercased()
        if plain.hasPrefix("@layer") { return true }
        if plain.hasPrefix("@supports") { return !plain.contains("not") }
        guard plain.hasPrefix("@media"), !others.contains(where: plain.contains) else { return false }
        for match in plain.matches(of: /(min|max)-(?:width|height)\s*:\s*([0-9.]+)/) {
            guard let limit = Double(match.output.2) else { continue }
            let isMet = match.output.1 == "min" ? limit <= widths.upperBound : limit >= widths.lowerBound
            guard isMet else { return false }
        }
        return true
    }

    /// Whether a block makes its rules conditional, as opposed to other blocks such as `@font-face`.
    static func isKnown(_ head: String) -> Bool {
        let plain = head.lowercased()
        return ["@media", "@supports", "@layer", "@container"].contains { plain.hasPrefix($0) }
    }
}
