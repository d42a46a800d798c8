import JobModel
import Vector

/// The rules about what an SVG needs that is not in its file.
enum VectorValidator {
    /// No more families are named one by one.
    private static let mostFonts = 5
    private static let longestLink = 60

    static func findings(_ contents: SVGContents, name: String) -> [RuleFinding] {
        linked(contents, name: name) + fonts(contents, name: name)
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

    private static func fonts(_ contents: SVGContents, name: String) -> [RuleFinding] {
        let missing = contents.fonts.compactMap { families -> RuleFinding? in
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

    /// Text from the file, on one line and not too long.
    private static func quoted(_ text: String) -> String {
        let line = String(text.map { $0.isNewline || $0.asciiValue.map { $0 < 0x20 } == true ? " " : $0 })
        return "“\(line.count > longestLink ? line.prefix(longestLink) + "…" : line[...])”"
    }
}
