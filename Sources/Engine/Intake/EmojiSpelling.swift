/// The emoji at the start of a text, as letters and digits for an id.
package struct EmojiSpelling {
    /// The name of the emoji, as lower-case words joined by hyphens.
    package let words: String
    /// The number of scalars in the emoji.
    package let length: Int

    /// Nil if the text does not start with an emoji. The parts of a joined emoji are read one by one. For example, 👩‍🚀
    /// is a woman, then a rocket. The joiner between them is invisible.
    package init?(_ text: ArraySlice<Unicode.Scalar>) {
        // Nearly every call returns here, because few names contain emoji.
        guard let first = text.first, first.value >= 0x80 || text.dropFirst().first.map(Self.belongsToKeycap) == true
        else { return nil }
        guard
            let spelling = Self.keycap(text) ?? Self.flag(text) ?? Self.subdivisionFlag(text)
                ?? Self.skinTone(first) ?? Self.single(first)
        else { return nil }
        (words, length) = spelling
    }

    private typealias Spelling = (words: String, length: Int)

    private static let variationSelector: Unicode.Scalar = "\u{FE0F}"
    private static let enclosingKeycap: Unicode.Scalar = "\u{20E3}"
    private static let blackFlag: Unicode.Scalar = "\u{1F3F4}"

    private static func belongsToKeycap(_ scalar: Unicode.Scalar) -> Bool {
        scalar == variationSelector || scalar == enclosingKeycap
    }

    /// The spelling of a keycap, which is a digit, `#` or `*` with an enclosing square.
    private static func keycap(_ text: ArraySlice<Unicode.Scalar>) -> Spelling? {
        guard let first = text.first, first.isASCII, first.properties.isEmoji else { return nil }
        let signs = text.dropFirst().prefix(while: belongsToKeycap)
        guard signs.last == enclosingKeycap else { return nil }
        let words = first.properties.numericType == nil ? named(first) : String(first)
        return words.map { ($0, 1 + signs.count) }
    }

    /// The spelling of a country's flag, which consists of two regional indicators.
    private static func flag(_ text: ArraySlice<Unicode.Scalar>) -> Spelling? {
        let letters = text.prefix(2).compactMap { letter($0, from: 0x1F1E6) }
        guard text.first.map({ letter($0, from: 0x1F1E6) != nil }) == true else { return nil }
        return letters.count == 2 ? ("flag-" + letters.joined(), 2) : (letters.joined(), 1)
    }

    /// The spelling of a region's flag, which is a black flag followed by tags, such as `gbsct` for Scotland.
    private static func subdivisionFlag(_ text: ArraySlice<Unicode.Scalar>) -> Spelling? {
        guard text.first == blackFlag else { return nil }
        let tags = text.dropFirst().prefix { (0xE0020...0xE007F).contains($0.value) }
        let letters = tags.compactMap { letter($0, from: 0xE0061) ?? digit($0) }
        return letters.isEmpty ? nil : ("flag-" + letters.joined(), 1 + tags.count)
    }

    /// The spelling of a skin tone. CLDR names are used, which are shorter and clearer than the Unicode names.
    private static func skinTone(_ scalar: Unicode.Scalar) -> Spelling? {
        let tones = ["light", "medium-light", "medium", "medium-dark", "dark"]
        guard let index = Int(exactly: scalar.value).map({ $0 - 0x1F3FB }), tones.indices.contains(index) else {
            return nil
        }
        return (tones[index] + "-tone", 1)
    }

    private static func single(_ scalar: Unicode.Scalar) -> Spelling? {
        // Letters and digits are not spelled, although digits and `ℹ` have the emoji property.
        guard !scalar.isASCII, scalar.properties.isEmoji, scalar.properties.generalCategory != .lowercaseLetter else {
            return nil
        }
        return named(scalar).map { ($0, 1) }
    }

    /// The Unicode name in lower case with hyphens: `GRINNING FACE` becomes `grinning-face`.
    private static func named(_ scalar: Unicode.Scalar) -> String? {
        guard var name = scalar.properties.name?.lowercased() else { return nil }
        // Removes the prefix of names such as "emoji component red hair".
        if name.hasPrefix("emoji component ") { name.removeFirst("emoji component ".count) }
        return name.split { $0 == " " || $0 == "-" }.joined(separator: "-")
    }

    private static func letter(_ scalar: Unicode.Scalar, from start: UInt32) -> String? {
        guard (start..<start + 26).contains(scalar.value) else { return nil }
        return Unicode.Scalar(0x61 + scalar.value - start).map { String($0) }
    }

    private static func digit(_ tag: Unicode.Scalar) -> String? {
        guard (0xE0030...0xE0039).contains(tag.value) else { return nil }
        return String(tag.value - 0xE0030)
    }
}
