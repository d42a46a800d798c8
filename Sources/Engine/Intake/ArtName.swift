import ImageHeaders

/// The parts of a source's file name: `Happy Cat@2x.PNG` has the title `Happy Cat` and the scale 2.
package struct ArtName: Hashable, Sendable {
    /// The name in NFC without its extension and scale, from which the sticker's id is made.
    package var stem: String
    /// The scale: 1, 2 or 3 for a name with `@1x`, `@2x` or `@3x`. Nil for a name without a scale.
    package var scale: Int?
    /// The file extension in lower case, without the dot. Empty if it is not the extension of a picture.
    package var fileExtension: String

    /// The part of the name that all versions of a sticker share, in lower case.
    package var key: String { stem.lowercased() }

    /// Splits the name of a file. The name must be in NFC.
    package init(_ name: String) {
        let (whole, fileExtension) = Self.splitFileExtension(name)
        self.fileExtension = fileExtension
        (stem, scale) = Self.splitScale(whole)
    }

    /// Splits the name of a folder of frames.
    package init(frameFolder name: String) {
        fileExtension = "frames"
        (stem, scale) = Self.splitScale(String(Substring(name.utf8.dropLast(".frames".utf8.count))))
    }

    /// Splits the name of a sidecar, which must be given without `.json`.
    package init(sidecar name: String) {
        fileExtension = ""
        (stem, scale) = Self.splitScale(name)
    }

    /// Splits `Cat.PNG` into `Cat` and `png`. Does not split `Mr. Cat` and `cat.v2`, because only extensions of
    /// pictures are recognized.
    private static func splitFileExtension(_ name: String) -> (String, String) {
        // Searches bytes and not characters, because a dot with a combining accent is a single Character.
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else { return (name, "") }
        let fileExtension = String(name[name.utf8.index(after: dot)...])
        guard SourceFormat.isKnownExtension(fileExtension) else { return (name, "") }
        return (String(name[..<dot]), fileExtension.lowercased())
    }

    /// Splits `Cat@2x` into `Cat` and 2. Does not split a name that consists only of the suffix.
    private static func splitScale(_ whole: String) -> (String, Int?) {
        let suffix = Array(whole.utf8.suffix(3))
        guard suffix.count == 3, suffix[0] == UInt8(ascii: "@"), suffix[2] | 0x20 == UInt8(ascii: "x"),
            (UInt8(ascii: "1")...UInt8(ascii: "3")).contains(suffix[1])
        else { return (whole, nil) }
        var rest = whole.utf8.dropLast(3)
        while rest.last == UInt8(ascii: " ") { rest = rest.dropLast() }
        guard !rest.isEmpty else { return (whole, nil) }
        return (String(Substring(rest)), Int(suffix[1] - UInt8(ascii: "0")))
    }
}

/// The natural order of names, in which `2.png` precedes `10.png`. Runs of digits are compared as numbers.
package enum NaturalOrder {
    /// Whether one name precedes another. Names that differ only in leading zeros are compared as strings.
    package static func precedes(_ one: String, _ other: String) -> Bool {
        let (left, right) = (parts(of: one), parts(of: other))
        for (mine, theirs) in zip(left, right) where mine != theirs {
            return mine.precedes(theirs)
        }
        return left.count == right.count ? one < other : left.count < right.count
    }

    private enum Part: Equatable {
        case text(String)
        /// Digits without leading zeros, so that numbers of any length can be compared.
        case number(String)

        func precedes(_ other: Part) -> Bool {
            switch (self, other) {
            case (.number(let mine), .number(let theirs)):
                mine.utf8.count == theirs.utf8.count ? mine < theirs : mine.utf8.count < theirs.utf8.count
            case (.text(let mine), .text(let theirs)): mine < theirs
            case (.number, .text): true
            case (.text, .number): false
            }
        }
    }

    private static func parts(of name: String) -> [Part] {
        var parts: [Part] = []
        var rest = name.lowercased()[...]
        while let first = rest.first {
            let isNumber = isDigit(first)
            let run = rest.prefix { isDigit($0) == isNumber }
            parts.append(isNumber ? .number(String(run.drop { $0 == "0" })) : .text(String(run)))
            rest = rest[run.endIndex...]
        }
        return parts
    }

    private static func isDigit(_ character: Character) -> Bool {
        ("0"..."9").contains(character)
    }
}
