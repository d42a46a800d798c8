import ImageHeaders
import JobModel
import Pixels
import Vector
import Vips

extension Inspector {
    /// How much larger than its own size art is opened whose units are so small that whole numbers would lose it.
    private static let closeUp = 1000.0

    /// Reads how large vector art is, in its own units.
    ///
    /// - Throws: `SourceRejection` for a drawing of unknown size, or that cannot be opened.
    static func inspectVector(_ bytes: [UInt8], format: SourceFormat, name: String) throws -> Inspection {
        // What is not well-formed is left to librsvg, which says what is wrong with it.
        let tree = format == .svg ? SVGTree(bytes) : nil
        if let tree, !tree.statesSize {
            throw SourceRejection(
                Rule.damagedFile.finding(
                    "\(name) does not say how large it is: its <svg> has neither a viewBox nor a width and a height.",
                    fix: "Export the SVG with a viewBox (most programs call it \"responsive\" or \"artboard\")."))
        }
        let (drawing, pages) = try openOrRefuse(bytes, format: format, name: name)
        guard drawing.longSide <= VectorDrawing.longestSide else { throw SourceRejection(drawing.tooLarge(name)) }
        return Inspection(
            bytes: bytes, format: format,
            facts: ArtFacts(
                format: format.name, width: max(1, Int(drawing.width.rounded())),
                height: max(1, Int(drawing.height.rounded())), frames: 1),
            drawing: drawing, orientation: 1, colours: .sRGB,
            findings: pagesLeftOut(pages, format: format, name: name)
                + (tree.map { VectorValidator.findings(SVGContents($0), name: name) } ?? []))
    }

    private static func openOrRefuse(_ bytes: [UInt8], format: SourceFormat, name: String) throws
        -> (drawing: VectorDrawing, pages: Int)
    {
        do {
            return format == .pdf ? try openPDF(bytes) : (try openSVG(bytes), 1)
        } catch let error as any PictureFault {
            throw SourceRejection(
                Rule.damagedFile.finding("\(name) begins like \(format.label), but cannot be opened (\(error.reason)).")
            )
        }
    }

    private static func openSVG(_ bytes: [UInt8]) throws -> VectorDrawing {
        let document = try SVGDocument(bytes)
        guard document.width > 0, document.height > 0 else { throw VectorError.unreadable("it has no size") }
        return VectorDrawing(source: .svg(document), width: document.width, height: document.height)
    }

    /// libvips tells the size of a page in whole pixels alone.
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
