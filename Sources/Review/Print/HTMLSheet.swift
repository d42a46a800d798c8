import Deflate
import PNG
import Pixels
import Publishing
import StickerCatalog

/// A sheet as one page for browsers, with every picture in it: it works from an e-mail, and prints.
struct HTMLSheet {
    private let book: SheetBook
    private let options: SheetOptions
    private let loader: PictureLoader
    private let templates: Result<PageTemplates, any Error>

    init(_ book: SheetBook, out: OutputFolder, options: SheetOptions) {
        self.book = book
        self.options = options
        loader = PictureLoader(out)
        templates = Result { try PageTemplates.shared() }
    }

    /// The file, whole but for its name. Only one sticker's pictures are in memory at a time.
    ///
    /// - Throws: `SheetError`, `VipsError`, `PNGError`.
    func written(to path: String, progress: (_ done: Int, _ total: Int) throws -> Void) throws -> PendingFile {
        let file = try PendingFile(path)
        let templates = try templates.get()
        let total = book.counts.stickers
        var done = 0
        try file.write(templates.render(PrintCoverWords(book, options: options), with: .printCover))
        for section in book.sections {
            try file.write(templates.render(PrintPackWords(section, book: book), with: .printPack))
            for sticker in section.pack.stickers {
                let words = PrintStickerWords(sticker, in: section, book: book)
                switch options.mode {
                case .contact:
                    try file.write(templates.render(try contact(words, sticker), with: .printContact))
                case .detail:
                    try file.write(templates.render(try detail(words, sticker), with: .printDetail))
                }
                done += 1
                try progress(done, total)
            }
            try file.write(templates.render(PrintRejectedWords(section), with: .printRejected))
            try file.write("</section>\n")
        }
        try file.write("</main>\n</body>\n</html>\n")
        try file.finish()
        return file
    }

    /// CSS pixels a side on a contact sheet; pictures have two for each.
    static let contactSide = 88
    /// CSS pixels a side of a background on a detail sheet.
    static let detailSide = 136

    private func contact(_ words: PrintStickerWords, _ sticker: Sticker) throws -> PrintStickerWords {
        var words = words
        words.cells = try cells(of: sticker, side: HTMLSheet.contactSide)
        words.add(strip: try strip(of: sticker))
        return words
    }

    private func detail(_ words: PrintStickerWords, _ sticker: Sticker) throws -> PrintStickerWords {
        var words = words
        words.cells = try cells(of: sticker, side: HTMLSheet.detailSide)
        words.add(strip: try strip(of: sticker))
        words.scales = try sticker.renditions.map { rendition in
            let isBest = rendition.scale == sticker.delivery?.scale
            let still =
                sticker.animation != nil && isBest
                ? try png(.thumbnail(rendition, on: .paper), side: rendition.width / 2) : ""
            return PrintStickerWords.Scale(
                rendition, byteLimit: book.byteLimit,
                image: DataAddress.picture(try loader.contents(of: rendition.path), path: rendition.path), still: still,
                isMoving: sticker.animation != nil)
        }
        if let best = sticker.delivery {
            let side = 8 * EdgeView.side
            words.edges = [
                .init(image: try png(.edge(best, on: .paper), side: side), name: "on paper"),
                .init(image: try png(.edge(best, on: .dark), side: side), name: "on near black"),
            ]
            words.edgePlace = try png(.edgePlace(best), side: 112)
            words.edgeNote = "\(EdgeView.side) × \(EdgeView.side) px of @\(best.scale)x"
        }
        return words
    }

    private func cells(of sticker: Sticker, side: Int) throws -> [PrintStickerWords.Cell] {
        try book.backgrounds.map { background in
            guard let preview = sticker.previews.first(where: { $0.background == background }) else {
                return PrintStickerWords.Cell(image: "", background: background, side: side)
            }
            let picture = try loader.picture(.preview(path: preview.path), width: 2 * side, height: 2 * side)
            return PrintStickerWords.Cell(
                image: DataAddress.jpeg(try picture.jpeg(quality: 86)), background: background, side: side)
        }
    }

    private func strip(of sticker: Sticker) throws -> String? {
        try sticker.filmstrip.map { DataAddress.picture(try loader.contents(of: $0.path), path: $0.path) }
    }

    private func png(_ source: PictureSource, side: Int) throws -> String {
        DataAddress.png(
            try PNGEncoder.encodeOpaque(try loader.picture(source, width: side, height: side), level: .balanced))
    }
}
