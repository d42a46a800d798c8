import JobModel
import PNG
import Pixels
import SheetModel
import Vector
import Vips

/// Draws the parts of a sheet that is written outside the output folder. It decodes pictures, so it runs in a worker
/// process, after `VipsLibrary.start()`. It must not be shared between threads.
package final class PrintRenderer {
    /// Collects the output of a document until the next answer.
    private final class Written {
        var bytes: [UInt8] = []

        func take() -> [UInt8] {
            defer { bytes = [] }
            return bytes
        }
    }

    /// The loader is kept between jobs, because the next picture often comes from the last decoded file.
    private var pictures: PictureLoader?
    private var document: PDFDocument?
    private let written = Written()

    package init() {}

    /// The number of pixels per point of previews in a PDF: 288 per inch.
    private static let printScale = 4.0
    /// The maximum number of pixels per side of a preview in a PDF, which is the size of the smallest stickers.
    private static let mostPreviewPixels = 300.0
    /// The number of pixels per point of pages that are pictures: 216 per inch, so that the pixels of an @3x file are
    /// unchanged.
    private static let pictureScale = 3.0

    /// Creates the files of the job, and sends them in order.
    ///
    /// - Throws: `SheetError` for problems that the user can fix; `PrintError` if no document was started;
    ///   `VectorError`, `PNGError` or `VipsError` if drawing fails.
    package func run(_ job: PrintJob, inputs: any JobInputs, output: any JobOutput) throws {
        for (bytes, kind) in zip(try files(of: job, loader(inputs)), job.kinds) {
            _ = try output.add(bytes, kind: kind)
        }
    }

    private func files(of job: PrintJob, _ loader: PictureLoader) throws -> [[UInt8]] {
        switch job.step {
        case .chooseLanguage(let wanted):
            return [Array(DrawableLanguages.drawable(wanted).rawValue.utf8)]
        case .beginDocument(let head):
            _ = written.take()
            document = try PDFDocument(width: head.width, height: head.height, title: head.title, created: head.created)
            {
                [written] in written.bytes.append(contentsOf: $0)
            }
            return [written.take()]
        case .addPage(let page):
            guard let document else { throw PrintError.noDocument }
            try add(page, to: document, loader)
            return [written.take()]
        case .endDocument:
            guard let document else { throw PrintError.noDocument }
            try document.finish()
            self.document = nil
            return [written.take()]
        case .page(let page):
            return [try PNGEncoder.encodeOpaque(drawn(page, loader), level: .fast)]
        case .pictures(let pictures):
            return try pictures.map { picture in
                let image = try loader.picture(picture.source, width: picture.side, height: picture.side)
                return switch picture.encoding {
                case .png: try PNGEncoder.encodeOpaque(image, level: .balanced)
                case .jpeg: try image.jpeg(quality: 86)
                }
            }
        }
    }

    private func loader(_ inputs: any JobInputs) -> PictureLoader {
        let loader = pictures ?? PictureLoader(inputs)
        loader.inputs = inputs
        pictures = loader
        return loader
    }

    private func add(_ page: PrintPage, to document: PDFDocument, _ loader: PictureLoader) throws {
        if let bookmark = page.bookmark { document.bookmark(bookmark) }
        try document.draw(svg: Array(page.vector.svg.utf8))
        for placed in page.pictures {
            let most = placed.source.isPhotographic ? PrintRenderer.mostPreviewPixels : .infinity
            let picture = try loader.picture(
                placed.source, width: Int(min(placed.width * PrintRenderer.printScale, most).rounded()),
                height: Int(min(placed.height * PrintRenderer.printScale, most).rounded()))
            let area = PDFDocument.Area(x: placed.x, y: placed.y, width: placed.width, height: placed.height)
            try document.draw(
                picture, jpeg: placed.source.isPhotographic ? try picture.jpeg(quality: 92) : nil, in: area)
            if placed.isFramed { try document.frame(area, colour: ThemeColour.hairline.colour) }
        }
        try document.endPage()
    }

    /// A page as pixels.
    private func drawn(_ page: PrintPage, _ loader: PictureLoader) throws -> RGBAImage {
        var canvas = Canvas(image: try page.vector.drawn(scale: PrintRenderer.pictureScale))
        func pixels(_ points: Double) -> Int { Int((points * PrintRenderer.pictureScale).rounded()) }
        for placed in page.pictures {
            let picture = try loader.picture(
                placed.source, width: pixels(placed.width), height: pixels(placed.height))
            let area = Canvas.Area(
                x: pixels(placed.x), y: pixels(placed.y), width: picture.width, height: picture.height)
            canvas.place(picture, x: area.x, y: area.y)
            // The frame is drawn around the picture, so that it covers no pixels.
            if placed.isFramed {
                canvas.outline(
                    .init(x: area.x - 1, y: area.y - 1, width: area.width + 2, height: area.height + 2),
                    with: ThemeColour.hairline.colour)
            }
        }
        return canvas.image
    }
}

/// The reason why a step of a document cannot be completed.
package enum PrintError: Error, CustomStringConvertible {
    case noDocument

    package var description: String {
        "The PDF was interrupted: the process that was drawing it ended. Run `stickerd sheet` again."
    }
}

extension RGBAImage {
    /// The picture as JPEG without its alpha.
    fileprivate func jpeg(quality: Int) throws -> [UInt8] {
        try Image(self).firstBands(3).jpeg(quality: quality)
    }
}
