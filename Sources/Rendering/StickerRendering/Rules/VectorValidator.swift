import JobModel
import Vector

/// The rules about the external resources of an SVG, and about features that are not drawn correctly.
enum VectorValidator {
    /// The maximum number of font families that get a separate finding.
    private static let mostFonts = 5
    private static let longestLink = 60
    private static let mostCharacters = 10

    /// - Parameter choice: the choice between the renderers. Nil if only librsvg has drawn the SVG.
    static func findings(_ contents: SVGContents, choice: SVGRendererChoice?, name: String) -> [RuleFinding] {
        let families = choice?.renderer == .resvg ? contents.fontsInResvg : contents.fonts
        return linked(contents, name: name) + fonts(families, name: name) + glyphs(contents, name: name)
            + unsupported(choice?.reported ?? contents.unsupported, name: name) + drawnByResvg(choice, name: name)
    }

    private static func drawnByResvg(_ choice: SVGRendererChoice?, name: String) -> [RuleFinding] {
        guard let choice, choice.renderer == .resvg else { return [] }
        let reasons = choice.repaired.map(\.sentence)
        let reason = reasons.isEmpty ? "text looks different" : reasons.joined(separator: "; ")
        return [Rule.drawnByResvg.finding("\(name) was drawn by resvg. With librsvg, \(reason).")]
    }

    private static func unsupported(_ found: [SVGCapability], name: String) -> [RuleFinding] {
        found.map { capability in
            let rule: Rule =
                switch capability.effect {
                case .lost: .unsupportedSVG
                case .inexact: .inexactSVG
                case .still: .animationFlattened
                }
            return rule.finding("In \(name), \(capability.sentence).", fix: capability.fix)
        }
    }

    private static func glyphs(_ contents: SVGContents, name: String) -> [RuleFinding] {
        let missing = InstalledFonts.missing(contents.characters)
        guard !missing.isEmpty else { return [] }
        var shown = String.UnicodeScalarView()
        shown.append(contentsOf: missing.prefix(mostCharacters))
        let more = missing.count > mostCharacters ? " and more" : ""
        return [
            Rule.unsupportedSVG.finding(
                "In \(name), no installed font has the characters \(quoted(String(shown)))\(more); boxes are drawn instead.",
                fix: "Convert text to outlines, or install a font that has these characters and run `stickerd rebuild`."
            )
        ]
    }

    private static func linked(_ contents: SVGContents, name: String) -> [RuleFinding] {
        guard let first = contents.links.first else { return [] }
        let others = contents.links.count - 1
        let more = others == 0 ? "" : " and to \(NumberFormat.number(others)) other file\(others == 1 ? "" : "s")"
        return [
            Rule.linkedImage.finding(
                "\(name) refers to \(quoted(first))\(more); only what is inside the SVG is drawn.")
        ]
    }

    private static func fonts(_ lists: [[String]], name: String) -> [RuleFinding] {
        let missing = lists.compactMap { families -> RuleFinding? in
            let named = families.filter { !StyleValue.isGeneric($0) }
            guard let wanted = named.first, !named.contains(where: InstalledFonts.have) else { return nil }
            return missingFont(wanted, of: families, name: name)
        }
        return Array(missing.prefix(mostFonts))
    }

    private static func missingFont(_ wanted: String, of families: [String], name: String) -> RuleFinding {
        let drawn = InstalledFonts.substitute(for: families).map { "drawn in \(quoted($0))" } ?? "not drawn"
        return Rule.missingFont.finding(
            "\(name) has text in \(quoted(wanted)), which is not installed on this machine; it was \(drawn).")
    }

    /// A text from the file on one line, and shortened if it is too long.
    private static func quoted(_ text: String) -> String {
        let line = String(text.map { $0.isNewline || $0.asciiValue.map { $0 < 0x20 } == true ? " " : $0 })
        return "“\(line.count > longestLink ? line.prefix(longestLink) + "…" : line[...])”"
    }
}
