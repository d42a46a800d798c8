import Publishing
import SheetModel
import StickerManifest

/// A sheet as one HTML file with all pictures embedded, which can be sent by e-mail and printed.
package struct HTMLSheet {
    private let document: SheetDocument
    private let options: SheetOptions
    private let out: OutputFolder
    /// Draws pictures, and returns the bytes of their files.
    private let draw: ([PrintPicture]) throws -> [[UInt8]]
    private let templates: Result<PageTemplates, any Error>

    package init(
        _ document: SheetDocument, out: OutputFolder, options: SheetOptions,
        draw: @escaping ([PrintPicture]) throws -> [[UInt8]]
    ) {
        self.document = document
        self.options = options
        self.out = out
        self.draw = draw
        templates = Result { try PageTemplates.shared(document.texts) }
    }

    /// Writes the file under a temporary name. Only the pictures of one sticker are in memory at a time.
    ///
    /// - Throws: `SheetError`; the errors of `draw` and `progress`.
    package func written(to path: String, progress: (_ done: Int, _ total: Int) throws -> Void) throws -> PendingFile {
        let file = try PendingFile(path)
        let templates = try templates.get()
        let total = document.counts.stickers
        var done = 0
        try file.write(templates.render(PrintCoverView(document, options: options), with: .printCover))
        for section in document.sections {
            let head = PrintPackView(section, document: document, mode: options.mode)
            try file.write(templates.render(head, with: .printPack))
            for sticker in section.pack.stickers {
                let words = PrintStickerView(sticker, in: section, document: document)
                switch options.mode {
                case .contact:
                    try file.write(templates.render(try contact(words, sticker), with: .printContact))
                case .wall:
                    try file.write(templates.render(try wall(words, sticker), with: .printWall))
                case .detail:
                    try file.write(templates.render(try detail(words, sticker), with: .printDetail))
                }
                done += 1
                try progress(done, total)
            }
            if options.mode == .wall {
                try file.write("</div>\n")
            } else {
                try file.write(templates.render(PrintRejectedView(section, document.texts), with: .printRejected))
            }
            try file.write("</section>\n")
        }
        try file.write("</main>\n</body>\n</html>\n")
        try file.finish()
        return file
    }

    /// The side in CSS pixels of a picture on a contact sheet. Pictures have twice as many pixels.
    package static let contactSide = 88
    /// The side in CSS pixels of a background on a detail sheet.
    static let detailSide = 136
    /// The side in CSS pixels of a sticker on a wall sheet.
    static let wallSide = 112

    private func contact(_ words: PrintStickerView, _ sticker: Sticker) throws -> PrintStickerView {
        var words = words
        words.cells = try cells(of: sticker, side: HTMLSheet.contactSide)
        words.add(strip: try strip(of: sticker))
        return words
    }

    private func wall(_ words: PrintStickerView, _ sticker: Sticker) throws -> PrintStickerView {
        var words = words
        guard let best = sticker.delivery else { return words }
        let image = try pngs([(.thumbnail(best, on: sticker.wallGround), 2 * HTMLSheet.wallSide)]).first ?? ""
        words.cells = [PrintStickerView.Cell(image: image, background: "", side: HTMLSheet.wallSide)]
        return words
    }

    private func detail(_ words: PrintStickerView, _ sticker: Sticker) throws -> PrintStickerView {
        var words = words
        words.cells = try cells(of: sticker, side: HTMLSheet.detailSide)
        words.add(strip: try strip(of: sticker))
        words.scales = try sticker.renditions.map { rendition in
            let isBest = rendition.scale == sticker.delivery?.scale
            let still =
                sticker.animation != nil && isBest
                ? try pngs([(.thumbnail(rendition, on: .paper), rendition.width / 2)]).first ?? "" : ""
            return PrintStickerView.Scale(
                rendition, byteLimit: document.byteLimit,
                image: DataAddress.picture(try out.published(rendition.path), path: rendition.path), still: still,
                isMoving: sticker.animation != nil, document.texts)
        }
        if let best = sticker.delivery {
            let side = 8 * PictureSource.edgeSide
            let edges = try pngs([
                (.edge(best, on: .paper), side), (.edge(best, on: .dark), side), (.edgePlace(best), 112),
            ])
            words.add(edges: edges, of: best, document.texts)
        }
        return words
    }

    private func cells(of sticker: Sticker, side: Int) throws -> [PrintStickerView.Cell] {
        let previews = document.backgrounds.map { background in
            sticker.previews.first { $0.background == background }?.path
        }
        var files = try draw(
            previews.compactMap(\.self).map {
                PrintPicture(source: .preview(path: $0), side: 2 * side, encoding: .jpeg)
            })[...]
        return zip(document.backgrounds, previews).map { background, preview in
            let file = preview == nil ? nil : files.popFirst()
            return PrintStickerView.Cell(image: file.map(DataAddress.jpeg) ?? "", background: background, side: side)
        }
    }

    private func strip(of sticker: Sticker) throws -> String? {
        try sticker.filmstrip.map { DataAddress.picture(try out.published($0.path), path: $0.path) }
    }

    /// The `data:` URLs of square pictures, in the order of their sources.
    private func pngs(_ pictures: [(source: PictureSource, side: Int)]) throws -> [String] {
        try draw(pictures.map { PrintPicture(source: $0.source, side: $0.side, encoding: .png) }).map(DataAddress.png)
    }
}
