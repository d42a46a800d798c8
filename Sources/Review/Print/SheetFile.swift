import Deflate
import PNG
import Pixels
import Publishing
import Vector
import Vips

/// Writes a sheet from an output folder: as a PDF, as pictures, or as a page for browsers. Nothing is rendered anew; what
/// is shown are published files. It decodes pictures, so `VipsLibrary.start()` comes first, and it takes its time.
///
/// The same output folder and options give the same bytes wherever the same fonts are installed.
package struct SheetFile {
    /// What was written.
    package struct Outcome: Sendable, Equatable {
        /// Paths in their order.
        package var files: [String]
        package var pages: Int
        package var stickers: Int
        package var bytes: Int
    }

    private let book: SheetBook
    private let out: OutputFolder
    private let options: SheetOptions

    package init(_ book: SheetBook, out: OutputFolder, options: SheetOptions) {
        self.book = book
        self.out = out
        self.options = options
    }

    /// Pixels a point of pages that are pictures: 216 to an inch, and the pixels of an @3x file are its own.
    static let pictureScale = 3.0
    /// Pixels a point of previews in a PDF: 288 to an inch.
    private static let printScale = 4.0
    /// The most pixels a side of a preview in a PDF: those that the smallest stickers have.
    private static let mostPreviewPixels = 300.0

    /// Writes it; what was there before is replaced only when all of it is whole.
    ///
    /// - Parameters:
    ///   - path: the file; pictures get the number of their page before the ending.
    ///   - progress: called after each page, or each sticker of a page for browsers; what it throws ends the writing.
    /// - Throws: `SheetError` for what a person can mend; `VectorError`, `PNGError`, `VipsError` when drawing itself fails.
    package func write(
        to path: String, progress: (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
    ) throws -> Outcome {
        PendingFile.clearLeftovers(of: path)
        let files: [PendingFile]
        let pages: Int
        switch options.format {
        case .html:
            files = [try HTMLSheet(book, out: out, options: options).written(to: path, progress: progress)]
            pages = 1
        case .pdf:
            let plan = SheetPlan(book, mode: options.mode, paper: options.paper)
            files = [try pdf(plan, path, progress)]
            pages = plan.pages.count
        case .png:
            let plan = SheetPlan(book, mode: options.mode, paper: options.paper)
            files = try pictures(plan, path, progress)
            pages = plan.pages.count
        }
        for file in files { try file.keep() }
        return Outcome(
            files: files.map(\.path), pages: pages, stickers: book.counts.stickers,
            bytes: files.reduce(0) { $0 + $1.bytes })
    }

    private func pdf(_ plan: SheetPlan, _ path: String, _ progress: (Int, Int) throws -> Void) throws -> PendingFile {
        let file = try PendingFile(path)
        let document = try PDFDocument(
            width: options.paper.width, height: options.paper.height, title: book.title,
            created: book.published.second
        ) { try file.write($0) }
        let loader = PictureLoader(out)
        for number in plan.pages.indices {
            let page = plan.page(number)
            if let bookmark = page.bookmark { document.bookmark(bookmark) }
            try document.draw(svg: Array(page.vector.svg.utf8))
            for placed in page.pictures {
                let most = placed.source.isPhotographic ? SheetFile.mostPreviewPixels : .infinity
                let picture = try loader.picture(
                    placed.source, width: Int(min(placed.width * SheetFile.printScale, most).rounded()),
                    height: Int(min(placed.height * SheetFile.printScale, most).rounded()))
                let area = PDFDocument.Area(x: placed.x, y: placed.y, width: placed.width, height: placed.height)
                try document.draw(
                    picture, jpeg: placed.source.isPhotographic ? try picture.jpeg(quality: 92) : nil, in: area)
                if placed.isFramed { try document.frame(area, colour: Ink.hairline.colour) }
            }
            try document.endPage()
            try progress(number + 1, plan.pages.count)
        }
        try document.finish()
        try file.finish()
        return file
    }

    private func pictures(
        _ plan: SheetPlan, _ path: String, _ progress: (Int, Int) throws -> Void
    ) throws -> [PendingFile] {
        let loader = PictureLoader(out)
        return try plan.pages.indices.map { number in
            let file = try PendingFile(SheetFile.path(path, page: number + 1, of: plan.pages.count))
            let page = try SheetFile.drawn(plan.page(number), loader: loader)
            try PNGEncoder.encodeOpaque(page, level: .fast).withUnsafeBytes { try file.write($0) }
            try file.finish()
            try progress(number + 1, plan.pages.count)
            return file
        }
    }

    /// A page as pixels.
    static func drawn(_ page: PrintPage, loader: PictureLoader) throws -> RGBAImage {
        var canvas = Canvas(image: try page.vector.drawn(scale: pictureScale))
        func pixels(_ points: Double) -> Int { Int((points * pictureScale).rounded()) }
        for placed in page.pictures {
            let picture = try loader.picture(
                placed.source, width: pixels(placed.width), height: pixels(placed.height))
            let area = Canvas.Area(
                x: pixels(placed.x), y: pixels(placed.y), width: picture.width, height: picture.height)
            canvas.place(picture, x: area.x, y: area.y)
            // Around it, so that every pixel of it is seen.
            if placed.isFramed {
                canvas.outline(
                    .init(x: area.x - 1, y: area.y - 1, width: area.width + 2, height: area.height + 2),
                    with: Ink.hairline.colour)
            }
        }
        return canvas.image
    }

    /// `sheet.png` becomes `sheet-01.png`, with as many digits as the last page needs.
    private static func path(_ path: String, page: Int, of count: Int) -> String {
        let digits = String(count).count
        let number = String(page)
        let padded = String(repeating: "0", count: digits - number.count) + number
        guard path.lowercased().hasSuffix(".png") else { return "\(path)-\(padded).png" }
        return "\(path.dropLast(4))-\(padded)\(path.suffix(4))"
    }
}

extension RGBAImage {
    /// An opaque picture as JPEG.
    func jpeg(quality: Int) throws -> [UInt8] {
        try Image(self).firstBands(3).jpeg(quality: quality)
    }
}
