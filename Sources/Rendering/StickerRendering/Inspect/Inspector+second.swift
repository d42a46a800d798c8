import JobModel
import Pixels
import Vector

extension Inspector {
    /// The long side at which the drawings of two renderers are compared, in pixels.
    private static let comparedSide = 320.0

    /// Draws an SVG also with the second renderer, if that drawing may be better, and selects one of the two drawings.
    ///
    /// - Returns: nil without a second drawing.
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
