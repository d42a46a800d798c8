import JobModel
import Pixels
import Vector

extension Inspector {
    /// The long side of the drawings that are compared, in pixels.
    private static let comparedSide = 320.0

    /// Draws an SVG with the second renderer as well, if its drawing may be better. Selects one of the two drawings.
    ///
    /// - Returns: the selected drawing and the reasons. Nil if the second renderer has not drawn the SVG.
    static func chosen(
        _ first: VectorDrawing, _ art: DrawableArt, _ second: (any SecondRenderer)?, limits: SourceLimits
    ) -> (drawing: VectorDrawing, choice: SVGRendererChoice)? {
        guard let second, let (tree, contents) = art.inspected, SVGRendererChoice.isOpen(contents),
            let fonts = contents.resvgFonts,
            let document = ResvgDocument(art.bytes, tree: tree, width: first.width, height: first.height)
        else { return nil }
        let drawing = VectorDrawing(
            source: .second(
                SecondDrawing(
                    renderer: second, document: document, options: ResvgDocument.options(fonts: fonts),
                    limits: limits)),
            width: first.width, height: first.height)
        let scale = comparedSide / first.longSide
        guard let one = try? first.drawn(scale: scale), let other = try? drawing.drawn(scale: scale) else { return nil }
        let choice = SVGRendererChoice(
            found: contents.unsupported, suitsResvg: true, difference: DrawingComparison.difference(one, other))
        return (choice.renderer == .resvg ? drawing : first, choice)
    }
}
