import ImageHeaders
import JobModel
import Pixels
import Vector
import Vips

extension Inspector {
    /// The scale at which the size of a very small page is read. libvips reports the size in whole pixels.
    private static let closeUp = 1000.0

    /// Inspects vector art: its size, the renderer that draws it, and the findings about it.
    ///
    /// - Throws: `SourceRejection` if the size of the drawing is unknown, or if the drawing cannot be opened.
    static func inspectVector(
        _ bytes: [UInt8], format: SourceFormat, name: String, limits: SourceLimits, second: (any SecondRenderer)?
    ) throws -> Inspection {
        // If the document is not well-formed, librsvg reports the error.
        let tree = format == .svg ? SVGTree(bytes) : nil
        if let tree, !tree.statesSize {
            throw SourceRejection(
                Rule.damagedFile.finding(
                    "\(name) does not state its size: its <svg> element has neither a viewBox nor a width and a "
                        + "height.",
                    fix: "Export the SVG with a viewBox (most programs call it \"responsive\" or \"artboard\")."))
        }
        let art =
            tree.map { drawable(bytes, $0, name: name, limits: limits) } ?? DrawableArt(bytes: bytes, inspected: nil)
        let (drawing, pages) = try openOrRefuse(art, format: format, name: name)
        guard drawing.longSide <= VectorDrawing.longestSide else { throw SourceRejection(drawing.tooLarge(name)) }
        let chosen = chosen(drawing, art, second, limits: limits)
        return Inspection(
            bytes: bytes, format: format,
            facts: ArtFacts(
                format: format.name, width: max(1, Int(drawing.width.rounded())),
                height: max(1, Int(drawing.height.rounded())), frames: 1),
            drawing: chosen?.drawing ?? drawing, orientation: 1, colours: .sRGB,
            findings: pagesLeftOut(pages, format: format, name: name)
                + (art.inspected.map { VectorValidator.findings($0.contents, choice: chosen?.choice, name: name) } ?? [])
                + art.pictures)
    }

    /// The bytes that are drawn in place of a source, and the facts about them.
    struct DrawableArt {
        let bytes: [UInt8]
        /// The tree and the contents of the drawing. Nil for a PDF, and for an SVG that could not be inspected.
        let inspected: (tree: SVGTree, contents: SVGContents)?
        /// The findings about the colours of embedded pictures.
        var pictures: [RuleFinding] = []
    }

    /// The drawing after rewriting it for librsvg. Only features that librsvg still cannot draw are then reported.
    private static func drawable(_ bytes: [UInt8], _ tree: SVGTree, name: String, limits: SourceLimits) -> DrawableArt {
        let contents = SVGContents(tree)
        var decoder = EmbeddedPictureDecoder(limits: limits, name: name)
        let rewriter = SVGRewriter { decoder.png(of: $0) }
        guard let rewritten = rewriter.rewritten(bytes, tree: tree, contents: contents),
            let newTree = SVGTree(rewritten)
        else { return DrawableArt(bytes: bytes, inspected: (tree, contents)) }
        return DrawableArt(
            bytes: rewritten, inspected: (newTree, SVGContents(newTree)), pictures: decoder.findings)
    }

    private static func openOrRefuse(_ art: DrawableArt, format: SourceFormat, name: String) throws
        -> (drawing: VectorDrawing, pages: Int)
    {
        do {
            return format == .pdf ? try openPDF(art.bytes) : (try openSVG(art), 1)
        } catch let error as any PictureFault {
            throw SourceRejection(
                Rule.damagedFile.finding("\(name) begins like \(format.label), but cannot be opened (\(error.reason)).")
            )
        }
    }

    private static func openSVG(_ art: DrawableArt) throws -> VectorDrawing {
        let document = try SVGDocument(
            art.bytes, isInspected: art.inspected != nil, outlineScale: art.inspected?.contents.outlineScale)
        guard document.width > 0, document.height > 0 else { throw VectorError.unreadable("it has no size") }
        return VectorDrawing(
            source: .svg(document), width: document.width, height: document.height,
            isCostly: (art.inspected?.contents.strokes ?? 0) >= VectorDrawing.costlyStrokes)
    }

    /// Opens a PDF. A very small page is opened at a larger scale, because libvips reports its size in whole pixels.
    private static func openPDF(_ bytes: [UInt8]) throws -> (drawing: VectorDrawing, pages: Int) {
        var scale = 1.0
        var image = try? Image.loadPDF(bytes, scale: scale)
        if max(image?.width ?? 0, image?.height ?? 0) < 64 {
            scale = closeUp
            image = try Image.loadPDF(bytes, scale: scale)
        }
        guard let image else { throw VipsError.unexpectedImage("no reason was given") }
        let drawing = VectorDrawing(
            source: .pdf(bytes), width: Double(image.width) / scale, height: Double(image.height) / scale)
        return (drawing, image.pageCount)
    }
}
