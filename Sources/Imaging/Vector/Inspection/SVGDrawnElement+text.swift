/// Checks for features of text that librsvg draws differently.
extension SVGDrawnElement {
    private static let shapesForText: Set<String> = [
        "path", "rect", "circle", "ellipse", "line", "polyline", "polygon",
    ]

    private var isWholeText: Bool { name == "text" && isVisibleText }

    /// Whether a text follows a path, and starts before the end of the path.
    var hasPath: Bool {
        guard let target = tree.element(at: attribute("href")) else { return false }
        return SVGDrawnElement.shapesForText.contains(target.name) && !startsAfterPath
    }

    /// Whether a text certainly starts beyond the end of its path.
    private var startsAfterPath: Bool {
        guard let offset = attribute("startOffset")?.trimmed, let number = StyleValue.numbers(offset).first else {
            return false
        }
        if offset.hasSuffix("%") { return number >= 100 }
        return number > 20 * (tree.longSide ?? .infinity)
    }

    /// Whether letters are rotated. A list with values other than numbers is ignored.
    var hasTurnedLetters: Bool {
        guard isVisibleText, let list = attribute("rotate") else { return false }
        return list.allSatisfy { $0.isNumber || $0.isWhitespace || ".,+-eE".contains($0) }
            && numbers("rotate").contains { $0 != 0 }
    }

    /// Whether a visible text of more than one letter sets its width (`textLength`).
    var hasGivenWidth: Bool {
        isVisibleText && text.count > 1 && numbers("textLength").first.map { $0 > 0 } == true
    }

    var hasOtherBaseline: Bool {
        let known = ["auto", "alphabetic", "baseline", "use-script", "no-change", "reset-size", "inherit", "initial"]
        return [context.baseline, alignment].contains { $0.map { !known.contains($0) } ?? false }
    }

    /// The value of `alignment-baseline`, which an element inherits only if it has the value `inherit`.
    private var alignment: String? {
        let value = style["alignment-baseline"]
        guard value == "inherit" else { return value }
        let outer = element.ancestors.lazy.map { SVGStyle(of: $0, sheet: sheet)["alignment-baseline"] }
        return outer.first { $0 != "inherit" } ?? "inherit"
    }

    /// Whether letters are shifted by `sub` or `super`, which librsvg computes differently, or by an element around the
    /// text, whose shift browsers ignore.
    var hasInexactShift: Bool {
        guard isVisibleText else { return false }
        if ["sub", "super"].contains(style["baseline-shift"]) { return true }
        guard name == "text" else { return false }
        return element.ancestors.contains { outer in
            let shift = SVGStyle(of: outer, sheet: sheet)["baseline-shift"]
            return shift.map { !["baseline", "0", "initial", "inherit"].contains($0) } ?? false
        }
    }

    var hasDecoration: Bool { isVisibleText && context.traits.contains(.decorated) }

    /// Whether a vertical text mixes upright and rotated letters. librsvg misplaces punctuation and rotated letters
    /// in such a text.
    var isMisplacedInColumns: Bool {
        guard isWholeText else { return false }
        if context.traits.contains(.otherColumns) { return true }
        guard context.traits.contains(.vertical) else { return false }
        let letters = text.unicodeScalars.filter { !$0.properties.isWhitespace }
        let upright = letters.filter(SVGDrawnElement.standsUpright)
        return letters.contains { SVGDrawnElement.joins($0) || $0.properties.isEmojiPresentation }
            || letters.contains { $0.value >= 0x2010 && !SVGDrawnElement.standsUpright($0) }
            || !upright.isEmpty && upright.count < letters.count
    }

    /// Whether a letter is a kana, an ideograph or a Hangul syllable. Source: Unicode 15, blocks.
    private static func standsUpright(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x3041...0x30FA, 0x3105...0x31BF, 0x31F0...0x31FF, 0x3400...0x9FFF, 0xAC00...0xD7A3, 0xF900...0xFAFF: true
        case 0x20000...0x3FFFF: true
        default: false
        }
    }

    var isUnkernedText: Bool { isVisibleText && context.traits.contains(.unkerned) && text.count > 1 }
    var hasVariedFont: Bool { isVisibleText && context.traits.contains(.variedFont) }

    /// Whether letters with letter-spacing join each other, or are in several parts of a text.
    var hasInexactSpacing: Bool {
        isVisibleText && context.traits.contains(.spacedLetters) && (hasParts || hasJoinedLetters)
    }

    /// Whether a text in several parts contains letters that depend on their neighbours.
    var isMixedScript: Bool { isWholeText && hasParts && hasJoinedLetters }

    var hasEmoji: Bool {
        guard isWholeText else { return false }
        return text.unicodeScalars.contains { $0.properties.isEmojiPresentation || $0.value == 0xFE0F }
    }

    /// Whether a part of a text handles white space differently from the text around it.
    var mixesWhiteSpace: Bool {
        guard isVisibleText, name == "tspan", let own = attribute("xml:space"),
            element.parent?.text.trimmed.isEmpty == false
        else { return false }
        let around = element.ancestors.lazy.compactMap { $0.attributes["xml:space"] }.first
        return own != around ?? "default"
    }

    /// Whether a radial gradient is relative to the bounding box of a text.
    var hasGradientByBox: Bool {
        guard isVisibleText else { return false }
        return ["fill", "stroke"].contains { property in
            guard let target = target(of: property) else { return false }
            return target.name == "radialGradient" && target.attributes["gradientUnits"] != "userSpaceOnUse"
        }
    }

    /// Whether an effect with visible edges is relative to the bounding box of a text.
    var hasEffectByBox: Bool {
        guard isVisibleText, let filter = target(of: "filter"), filter.name == "filter",
            filter.attributes["filterUnits"] != "userSpaceOnUse",
            ["width", "height"].contains(where: { filter.attributes[$0] != nil })
        else { return false }
        return filter.children.contains { ["feFlood", "feImage", "feTurbulence", "feTile"].contains($0.name) }
    }

    /// Whether a `tref` in a text is hidden, or refers to an element that is not a text.
    var hasInexactReference: Bool {
        guard isVisibleTextParent else { return false }
        return element.children.contains { child in
            guard child.name == "tref", let target = tree.element(at: child.attributes["href"]) else { return false }
            return target.name != "text" || SVGStyle(of: child, sheet: sheet)["display"] == "none"
        }
    }

    private var isVisibleTextParent: Bool { context.isVisible && ["text", "tspan"].contains(name) }

    private var hasParts: Bool { element.children.contains { $0.name == "tspan" && !$0.allText.trimmed.isEmpty } }

    private var hasJoinedLetters: Bool { text.unicodeScalars.contains { SVGDrawnElement.joins($0) } }

    /// Whether a letter is of a script that is written from right to left, or whose letters join. These are the
    /// blocks from Hebrew to Arabic's supplements, and from Devanagari to Khmer. Source: Unicode 15, blocks.
    private static func joins(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0590...0x08FF, 0x0900...0x0DFF, 0x0E80...0x109F, 0x1780...0x17FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC: true
        default: false
        }
    }

    private func target(of property: String) -> SVGElement? {
        tree.element(at: style[property].flatMap { StyleValue.links(in: $0).first })
    }
}
