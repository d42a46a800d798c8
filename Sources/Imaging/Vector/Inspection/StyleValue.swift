/// Values of CSS properties.
package enum StyleValue {
    private static let genericFamilies: Set<String> = [
        "serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui", "ui-serif", "ui-sans-serif",
        "ui-monospace", "ui-rounded", "inherit", "initial", "unset", "sans", "mono",
    ]

    /// The URLs in `url(…)`.
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

    /// Whether a family is generic, such as `sans-serif`, so that the machine's fonts decide.
    package static func isGeneric(_ family: String) -> Bool {
        genericFamilies.contains(family.lowercased())
    }

    /// The `font-family` in the shorthand `font`: the part after the size, as in `italic bold 12px/1.5 Georgia, serif`.
    ///
    /// - Returns: nil for a system font such as `caption`, and for an invalid value.
    static func family(inFont value: String) -> String? {
        let size =
            /(?i)(?:^|\s)(?:[0-9]*\.?[0-9]+(?:[a-z]+|%)?|(?:xx?-)?(?:small|large)|medium|larger|smaller)(?:\s*\/\s*[^\s,]+)?\s+(?=[^\s0-9])/
        // A weight is also a number, but the size follows it. A family does not begin with a digit.
        guard let end = value.firstMatch(of: size)?.range.upperBound else { return nil }
        let family = value[end...].trimmed
        return family.isEmpty ? nil : family
    }

    static let colourFunctions = [
        "oklch(", "oklab(", "lch(", "lab(", "hwb(", "color(", "color-mix(", "light-dark(", "device-cmyk(",
    ]
    static let calculations = ["calc(", "min(", "max(", "clamp("]
    private static let unreadable = colourFunctions + calculations + ["var(", "env("]

    /// Whether a value has a function that librsvg 2.54 does not support. librsvg drops such a declaration.
    static func isUnreadable(_ value: String) -> Bool {
        guard value.contains("("), !value.contains("data:") else { return false }
        let plain = value.lowercased()
        return unreadable.contains { calls($0, in: plain) }
    }

    /// Whether a value calls a function. A function whose name only ends with this name, such as `icc-color(`, is
    /// ignored.
    static func calls(_ function: String, in value: String) -> Bool {
        value.ranges(of: function).contains { range in
            guard range.lowerBound > value.startIndex else { return true }
            let before = value[value.index(before: range.lowerBound)]
            return !before.isLetter && !before.isNumber && before != "-"
        }
    }

    /// The numbers in a list, separated by white space, commas or signs. At most 1,000 are returned. Other text is
    /// skipped.
    static func numbers(_ text: String) -> [Double] {
        var (numbers, current) = ([Double](), "")
        var (hasPoint, hasExponent) = (false, false)
        func finish() {
            if let number = Double(current), number.isFinite { numbers.append(number) }
            (current, hasPoint, hasExponent) = ("", false, false)
        }
        for character in text.unicodeScalars.prefix(20_000) where numbers.count < 1000 {
            switch character {
            case "0"..."9":
                current.unicodeScalars.append(character)
            case "." where !hasPoint && !hasExponent:
                current.unicodeScalars.append(character)
                hasPoint = true
            case "-", "+":
                if current.last != "e" { finish() }
                current.unicodeScalars.append(character)
            case ".":
                finish()
                current = "."
                hasPoint = true
            case "e" where !current.isEmpty && !hasExponent, "E" where !current.isEmpty && !hasExponent:
                current += "e"
                hasExponent = true
            default:
                // The "e" of a unit, as in 2em.
                if current.last == "e" { current.removeLast() }
                finish()
            }
        }
        finish()
        return numbers
    }
}
