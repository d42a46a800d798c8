/// A drawing for resvg: with the fonts that librsvg uses, and without URLs of other files.
package struct ResvgDocument: Sendable {
    private let bytes: [UInt8]
    /// The size of the canvas, in its own units.
    private let width: Double
    private let height: Double

    /// - Parameters:
    ///   - bytes: the rewritten drawing, with the elements of `tree`.
    ///   - width: the width of the canvas, as in `SVGDocument`.
    /// - Returns: nil for a drawing that cannot be written.
    package init?(_ bytes: [UInt8], tree: SVGTree, width: Double, height: Double) {
        guard let document = XMLDocument(bytes), let source = SVGSource(document: document, tree: tree) else {
            return nil
        }
        for (element, known) in zip(source.elements, tree.elements) {
            ResvgDocument.closeDoors(of: element)
            if let family = ResvgDocument.family(of: known, sheet: source.sheet) {
                element.addDeclarations(["font-family: '\(family)'"], areImportant: true)
            }
        }
        guard let written = document.bytes else { return nil }
        (self.bytes, self.width, self.height) = (written, width, height)
    }

    /// The drawing with a canvas of a given size in pixels. Nil if it cannot be written.
    package func bytes(width: Int, height: Int) -> [UInt8]? {
        guard let document = XMLDocument(bytes) else { return nil }
        if document.root["viewBox"] == nil { document.root["viewBox"] = "0 0 \(self.width) \(self.height)" }
        document.root["width"] = "\(width)"
        document.root["height"] = "\(height)"
        return document.bytes
    }

    /// The options of resvg for languages and fonts.
    ///
    /// - Parameter fonts: the only font files that resvg may use.
    package static func options(fonts: [String]) -> [String] {
        let family = InstalledFonts.substitute(for: [SVGFace.usualFamily]) ?? SVGFace.usualFamily
        return ["--languages", "en", "--resources-dir", "/", "--skip-system-fonts", "--font-family", family]
            + fonts.flatMap { ["--use-font-file", $0] }
    }

    private static func closeDoors(of element: XMLElement) {
        guard let link = element.link?.trimmed else { return }
        if !link.hasPrefix("#"), link.prefix(5).lowercased() != "data:" { element.link = nil }
    }

    /// The installed family that fontconfig selects for an element. Nil if the element does not set `font-family`.
    private static func family(of element: SVGElement, sheet: StyleSheet) -> String? {
        guard let value = SVGStyle(of: element, sheet: sheet)["font-family"], value != "inherit" else { return nil }
        // A quote would end the name.
        return InstalledFonts.substitute(for: StyleValue.families(value)).map { $0.filter { !"'\"\\;".contains($0) } }
    }
}
