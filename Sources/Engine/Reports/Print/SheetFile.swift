import Publishing
import SheetModel
import Texts

/// Writes a sheet of an output folder as a PDF, as PNG pages, or as an HTML page. Shows published files, and does not
/// render stickers. This type computes the layout of the pages, and a renderer draws one page at a time.
///
/// The same output folder, options and fonts result in the same bytes.
package struct SheetFile {
    /// Sends a job to a renderer, and returns the files of its response.
    package typealias Drawing = (PrintJob) throws -> [[UInt8]]

    /// The written files.
    package struct Outcome: Sendable, Equatable {
        /// The paths of the files, in the order of the pages.
        package var files: [String]
        package var pages: Int
        package var stickers: Int
        package var bytes: Int
    }

    private let document: SheetDocument
    private let out: OutputFolder
    private let options: SheetOptions
    private let drawing: Drawing

    package init(_ document: SheetDocument, out: OutputFolder, options: SheetOptions, drawing: @escaping Drawing) {
        self.document = document
        self.out = out
        self.options = options
        self.drawing = drawing
    }

    /// The texts of a sheet in the requested language, or in English if the renderer has no font for that language. For
    /// HTML, the browser provides the fonts.
    ///
    /// - Throws: the errors of `drawing`.
    package static func texts(_ wanted: Texts, for format: SheetOptions.Format, drawing: Drawing) throws -> Texts {
        guard wanted.language != .english, format != .html else { return wanted }
        let tag = try drawing(PrintJob(.chooseLanguage(wanted.language))).first ?? []
        return Language(rawValue: String(decoding: tag, as: UTF8.self)).map { Texts($0) } ?? .english
    }

    /// Writes the sheet. Existing files are replaced only when the whole sheet is complete. Blocks.
    ///
    /// - Parameters:
    ///   - path: the path of the file. PNG pages get a page number before the file extension.
    ///   - progress: called after each page, or after each sticker of an HTML page. If it throws, writing ends.
    /// - Throws: `SheetError` for problems that a person can fix; the errors of `drawing` and `progress`.
    package func write(
        to path: String, progress: (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
    ) throws -> Outcome {
        PendingFile.clearLeftovers(of: path)
        let files: [PendingFile]
        let pages: Int
        switch options.format {
        case .html:
            let sheet = HTMLSheet(
                document, out: out, options: options,
                draw: { [drawing] pictures in try drawing(PrintJob(.pictures(pictures))) })
            files = [try sheet.written(to: path, progress: progress)]
            pages = 1
        case .pdf:
            let plan = SheetLayout(document, mode: options.mode, paper: options.paper)
            files = [try pdf(plan, path, progress)]
            pages = plan.pages.count
        case .png:
            let plan = SheetLayout(document, mode: options.mode, paper: options.paper)
            files = try pictures(plan, path, progress)
            pages = plan.pages.count
        }
        for file in files { try file.keep() }
        return Outcome(
            files: files.map(\.path), pages: pages, stickers: document.counts.stickers,
            bytes: files.reduce(0) { $0 + $1.bytes })
    }

    private func pdf(_ plan: SheetLayout, _ path: String, _ progress: (Int, Int) throws -> Void) throws -> PendingFile {
        let file = try PendingFile(path)
        let opening = PrintDocument(
            width: options.paper.width, height: options.paper.height, title: document.title,
            created: document.published.second)
        try write(.beginDocument(opening), to: file)
        for number in plan.pages.indices {
            try write(.addPage(plan.page(number)), to: file)
            try progress(number + 1, plan.pages.count)
        }
        try write(.endDocument, to: file)
        try file.finish()
        return file
    }

    private func pictures(
        _ plan: SheetLayout, _ path: String, _ progress: (Int, Int) throws -> Void
    ) throws -> [PendingFile] {
        try SheetFile.pictures(plan.pages.count, path, progress) { number in
            try drawing(PrintJob(.page(plan.page(number))))
        }
    }

    /// Writes pages that exist as pictures. Existing files are replaced only when all pages are complete.
    ///
    /// - Parameters:
    ///   - count: the number of pages.
    ///   - stickers: the number of stickers on all pages.
    ///   - page: returns a page as PNG, by its number from 0.
    /// - Throws: `SheetError`; the errors of `progress` and `page`.
    package static func write(
        pages count: Int, stickers: Int, to path: String, progress: (_ done: Int, _ total: Int) throws -> Void,
        page: (_ number: Int) throws -> [UInt8]
    ) throws -> Outcome {
        PendingFile.clearLeftovers(of: path)
        let files = try pictures(count, path, progress) { [try page($0)] }
        for file in files { try file.keep() }
        return Outcome(
            files: files.map(\.path), pages: count, stickers: stickers, bytes: files.reduce(0) { $0 + $1.bytes })
    }

    private static func pictures(
        _ count: Int, _ path: String, _ progress: (Int, Int) throws -> Void, _ page: (Int) throws -> [[UInt8]]
    ) throws -> [PendingFile] {
        try (0..<count).map { number in
            let file = try PendingFile(SheetFile.path(path, page: number + 1, of: count))
            for bytes in try page(number) {
                try bytes.withUnsafeBytes { try file.write($0) }
            }
            try file.finish()
            try progress(number + 1, count)
            return file
        }
    }

    private func write(_ step: PrintJob.Step, to file: PendingFile) throws {
        for bytes in try drawing(PrintJob(step)) {
            try bytes.withUnsafeBytes { try file.write($0) }
        }
    }

    /// The path of a page: `sheet.png` becomes `sheet-01.png`. All numbers have as many digits as the last one.
    private static func path(_ path: String, page: Int, of count: Int) -> String {
        let digits = String(count).count
        let number = String(page)
        let padded = String(repeating: "0", count: digits - number.count) + number
        guard path.lowercased().hasSuffix(".png") else { return "\(path)-\(padded).png" }
        return "\(path.dropLast(4))-\(padded)\(path.suffix(4))"
    }
}
