/// Values of CSS properties.
package enum StyleValue {
    private static let genericFamilies: Set<String> = [
        "serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui", "ui-serif", "ui-sans-serif",
        "ui-monospace", "ui-rounded", "inherit", "initial", "unset", "sans", "mono",
    ]

    /// The addresses in `url(…)`.
    static func links(in value: String) -> [String] {
        guard value.contains("(") else { return [] }
        return value.matches(of: /(?i:url)\(\s*(?:"([^"]*)"|'([^']*)'|([^)"']*?))\s*\)/).compactMap { match in
            (match.output.1 ?? match.output.2 ?? match.output.3).map(String.init)
        }
    }

    /// The names of a `font-family`, without quotes, the preferred one first.
    static func families(_ value: String) -> [String] {
        StyleScanner.split(value, at: ",").map { name in
            let bare = name.trimmed.filter { !"\"'\\".contains($0) }
            return bare.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }.filter { !$0.isEmpty }
    }

    /// Whether a family stands for whatever the machine has: `sans-serif`.
    package static func isGeneric(_ family: String) -> Bool {
        genericFamilies.contains(family.lowercased())
    }

    /// The `font-family` in the shorthand `font`: what follows the size, `italic bold 12px/1.5 Georgia, serif`.
    ///
    /// - Returns: nil for a system font such as `caption`, and for what is not a font.
    static func family(inFont value: String) -> String? {
        let size =
            /(?i)(?:^|\s)(?:[0-9]*\.?[0-9]+(?:[a-z]+|%)?|(?:xx?-)?(?:small|large)|medium|larger|smaller)(?:\s*\/\s*[^\s,]+)?\s+(?=[^\s0-9])/
        // A weight is a number as well, but the size follows it; a family begins with no digit.
        guard let end = value.firstMatch(of: size)?.range.upperBound else { return nil }
        let family = value[end...].trimmed
        return family.isEmpty ? nil : family
    }
}
