import ImageHeaders

/// Adds the missing width or height of a picture, computed from the other side and the aspect ratio of the file.
/// librsvg uses the file's own width or height instead. Source: SVG 2, section 7.2.
enum ImageSizeRewrite {
    /// - Returns: whether anything was changed.
    static func apply(to source: SVGSource) -> Bool {
        var isChanged = false
        for (element, known) in zip(source.elements, source.tree.elements) where known.name == "image" {
            let style = SVGStyle(of: known, sheet: source.sheet)
            guard let side = missingSide(known, style: style), let link = element.link,
                let bytes = EmbeddedPicture(link)?.content(of: link), let size = PictureSize(head: bytes[...])
            else { continue }
            let (width, height) = (Double(size.width), Double(size.height))
            let number = side.name == "width" ? side.other * width / height : side.other * height / width
            element.addDeclarations(["\(side.name): \(number)px"], areImportant: true)
            isChanged = true
        }
        return isChanged
    }

    static func isNeeded(by drawn: SVGDrawnElement) -> Bool {
        drawn.name == "image" && missingSide(drawn.element, style: drawn.style) != nil
            && drawn.element.attributes["href"]?.hasPrefix("#") == false
    }

    /// The name of the missing side, and the length of the other side in pixels. Nil if none or both are missing.
    private static func missingSide(_ image: SVGElement, style: SVGStyle) -> (name: String, other: Double)? {
        let sides = ["width", "height"].map { name in
            (style[name] ?? image.attributes[name]).flatMap { $0.trimmed == "auto" ? nil : $0 }
        }
        switch (sides[0], sides[1]) {
        case (let width?, nil): return StyleLength(width)?.pixels.map { ("height", $0) }
        case (nil, let height?): return StyleLength(height)?.pixels.map { ("width", $0) }
        default: return nil
        }
    }
}
