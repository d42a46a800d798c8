/// Searches for the `<svg` element at the start of an SVG document, after everything that XML allows before it.
struct SVGOpening {
    private var rest: ArraySlice<UInt8>

    /// Whether the first element of the document is an `svg`.
    static func isFound(in head: [UInt8]) -> Bool {
        var opening = SVGOpening(rest: plainText(head)[...])
        return opening.findElement()
    }

    private mutating func findElement() -> Bool {
        while true {
            rest = rest.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
            if starts(with: "<!--") {
                guard skip(past: "-->") else { return false }
            } else if starts(with: "<?") {
                guard skip(past: "?>") else { return false }
            } else if starts(with: "<!DOCTYPE") {
                // The declaration may be longer than the head. Its name is sufficient.
                return doctypeIsSVG()
            } else {
                return elementIsSVG()
            }
        }
    }

    /// Whether the document type is that of an SVG: `<!DOCTYPE svg …`.
    private func doctypeIsSVG() -> Bool {
        let name = rest.dropFirst("<!DOCTYPE".utf8.count).drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
        return name.starts(with: "svg".utf8)
    }

    /// Whether the element is `<svg>`, or has a prefix as in `<svg:svg>`.
    private func elementIsSVG() -> Bool {
        guard rest.first == UInt8(ascii: "<") else { return false }
        let name = rest.dropFirst().prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
        // If the end of the name is not visible, the name may continue, as in `<svgfoo`.
        guard name.endIndex < rest.endIndex else { return false }
        let parts = name.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        return parts.count <= 2 && parts.last?.elementsEqual("svg".utf8) == true
    }

    private func starts(with text: String) -> Bool {
        rest.starts(with: text.utf8)
    }

    private mutating func skip(past end: String) -> Bool {
        let end = Array(end.utf8)
        while rest.count >= end.count {
            if rest.starts(with: end) {
                rest = rest.dropFirst(end.count)
                return true
            }
            rest = rest.dropFirst()
        }
        return false
    }

    /// The text without its byte order mark. UTF-16 is reduced to one byte per character, because SVGOpening compares
    /// only ASCII.
    private static func plainText(_ head: [UInt8]) -> [UInt8] {
        if head.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(head.dropFirst(3)) }
        let isBigEndian = head.starts(with: [0xFE, 0xFF]) || head.starts(with: [0x00, 0x3C])
        let isLittleEndian = head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0x3C, 0x00])
        guard isBigEndian || isLittleEndian else { return head }
        let units = stride(from: 0, to: head.count - 1, by: 2).map { index in
            let (high, low) = isBigEndian ? (head[index], head[index + 1]) : (head[index + 1], head[index])
            return high == 0 ? low : 0x7F
        }
        // The byte order mark has become one character outside ASCII.
        return units.first == 0x7F ? Array(units.dropFirst()) : units
    }
}
