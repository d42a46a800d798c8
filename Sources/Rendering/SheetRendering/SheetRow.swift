import Foundation
import JobModel
import PNG
import Pixels
import SheetModel
import StickerManifest
import Texts
import Vips

/// A sticker's row on a sheet: the text, the sticker on each background, and its @3x rendition at full size. The
/// frames of an animation and the findings are below them.
struct SheetRow {
    private let sticker: Sticker
    private let grid: SheetGrid
    private let text: TextColumn
    private let findings: TextColumn
    private let filmstrip: FilmstripBand?
    private let language: Language
    /// The height, in points.
    let height: Double

    init(_ sticker: Sticker, grid: SheetGrid, job: SheetJob, texts: Texts) {
        self.sticker = sticker
        self.grid = grid
        language = texts.language
        text = StickerText(texts: texts, job: job).column(for: sticker, width: SheetGrid.textWidth)
        findings = FindingsText.column(for: sticker.findings, width: grid.findingsWidth, texts)
        filmstrip = sticker.filmstrip.map { FilmstripBand($0, grid: grid, texts: texts) }
        let strip = filmstrip.map { SheetGrid.gap + $0.height } ?? 0
        let below = findings.height > 0 ? SheetRow.findingsGap + findings.height : 0
        height = (max(text.height, grid.cellHeight + strip + below) + 2 * SheetGrid.rowPadding).rounded(.up)
    }

    /// - Parameter y: the upper edge of the row on the page, in points.
    func draw(
        on canvas: inout Canvas, y: Double, swatches: Swatches, job: SheetJob, inputs: any JobInputs
    ) throws {
        canvas.fill(
            area(x: SheetGrid.margin, y: y, width: grid.contentWidth, height: 0.5), with: ThemeColour.hairline.colour)
        let top = y + SheetGrid.rowPadding
        try write(text, on: &canvas, x: grid.textX, y: top)
        var below = top + grid.cellHeight
        if let filmstrip {
            try filmstrip.draw(on: &canvas, x: grid.cellX(0), y: below + SheetGrid.gap, inputs: inputs)
            below += SheetGrid.gap + filmstrip.height
        }
        try write(findings, on: &canvas, x: grid.cellX(0), y: below + SheetRow.findingsGap)
        let pictures = try StickerPictures(of: sticker, pack: job.pack.id, inputs: inputs)
        for (place, swatch) in swatches.pictures.enumerated() {
            guard job.itemKind != .message else {
                try drawBubble(job.backgrounds[place].name, on: &canvas, x: grid.cellX(place), y: top, inputs: inputs)
                continue
            }
            drawCell(pictures.seen, on: &canvas, x: grid.cellX(place), y: top, swatch: swatch)
        }
        drawPixels(try fitted(pictures.full), on: &canvas, y: top)
    }

    /// Draws the preview of a message, which fills the whole cell. Draws nothing if the sticker has no preview with
    /// this name.
    private func drawBubble(
        _ name: String, on canvas: inout Canvas, x: Double, y: Double, inputs: any JobInputs
    ) throws {
        guard let preview = sticker.previews.first(where: { $0.background == name }) else { return }
        let cell = area(x: x, y: y, width: grid.cellWidth, height: grid.cellHeight)
        let bubble = try StickerPictures.decoded(preview.path, inputs: inputs)
        let seen = PremultipliedImage(bubble, resizedTo: cell.width)
        canvas.fill(cell, with: bubble[0, 0])
        canvas.lay(seen, x: cell.x + (cell.width - seen.width) / 2, y: cell.y + (cell.height - seen.height) / 2)
        canvas.outline(cell, with: SheetRow.edge(of: bubble))
    }

    /// A picture that is reduced if it is larger than its cell. Stickers always fit.
    private func fitted(_ picture: RGBAImage) throws -> RGBAImage {
        let side = VectorPage.pixels(grid.pixelSide)
        guard max(picture.width, picture.height) > side else { return picture }
        return try Image(picture).resized(width: side, height: side).asBytes().rgba()
    }

    /// The space between the cells and the findings, in points.
    private static let findingsGap = 10.0

    private func write(_ column: TextColumn, on canvas: inout Canvas, x: Double, y: Double) throws {
        guard column.height > 0 else { return }
        var page = VectorPage(width: column.width, height: column.height.rounded(.up), language: language)
        column.draw(on: &page)
        canvas.place(try page.drawn(), x: VectorPage.pixels(x), y: VectorPage.pixels(y))
    }

    private func drawCell(
        _ picture: PremultipliedImage, on canvas: inout Canvas, x: Double, y: Double, swatch: RGBAImage
    ) {
        let cell = area(x: x, y: y, width: grid.cellWidth, height: grid.cellHeight)
        canvas.place(swatch, x: cell.x, y: cell.y)
        canvas.lay(
            picture, x: cell.x + (cell.width - picture.width) / 2, y: cell.y + (cell.height - picture.height) / 2)
        canvas.outline(cell, with: SheetRow.edge(of: swatch))
    }

    private func drawPixels(_ picture: RGBAImage, on canvas: inout Canvas, y: Double) {
        let cell = area(x: grid.pixelX, y: y, width: grid.pixelSide, height: grid.cellHeight)
        canvas.checker(cell, square: 12, ThemeColour.paper.colour, ThemeColour.track.colour)
        canvas.lay(
            picture, x: cell.x + (cell.width - picture.width) / 2, y: cell.y + (cell.height - picture.height) / 2)
        canvas.outline(cell, with: ThemeColour.hairline.colour)
    }

    /// The colour of a cell's border: a grey line if the cell is nearly white, and otherwise the colour of the cell.
    private static func edge(of swatch: RGBAImage) -> RGBAColour {
        let corner = swatch[0, 0]
        return min(corner.red, corner.green, corner.blue) > 225 ? ThemeColour.hairline.colour : corner
    }

    private func area(x: Double, y: Double, width: Double, height: Double) -> Canvas.Area {
        Canvas.Area(
            x: VectorPage.pixels(x), y: VectorPage.pixels(y), width: VectorPage.pixels(width),
            height: VectorPage.pixels(height))
    }
}

/// The text about a sticker, on the left of its row.
private struct StickerText {
    let texts: Texts
    /// The page with the sticker.
    let job: SheetJob

    func column(for sticker: Sticker, width: Double) -> TextColumn {
        var column = TextColumn(width: width)
        column.paragraph(sticker.label.isEmpty ? sticker.id : sticker.label, style: .name, limit: 2)
        column.ends(sticker.id, texts.size(sticker.size, of: job.itemKind), style: .quiet)
        column.space(8)
        addFiles(of: sticker, to: &column)
        addLimit(of: sticker, to: &column)
        return column
    }

    private func addFiles(of sticker: Sticker, to column: inout TextColumn) {
        for rendition in sticker.renditions {
            column.rule()
            column.space(2)
            column.figures(
                "@\(rendition.scale)x",
                [
                    ("\(rendition.width) × \(rendition.height) px", 140),
                    (texts.size(rendition.bytes), column.width),
                ], style: .body)
            column.space(2)
        }
        column.rule()
    }

    private func addLimit(of sticker: Sticker, to column: inout TextColumn) {
        guard let largest = sticker.renditions.first else { return }
        let share = Double(largest.bytes) / Double(max(job.byteLimit, 1))
        column.space(4)
        let fidelity = texts("sheet.fidelity", ["fidelity": texts.fidelity(largest.fidelity)])
        column.ends(largest.form(texts), fidelity, style: .quiet)
        if let motion = sticker.animation.map({ AnimationText($0, texts) }) {
            column.wrappingEnds(motion.length, motion.pace, style: .quiet)
        }
        column.space(5)
        column.bar(share, ink: share > 0.9 ? .warning : .text)
        column.space(2)
        column.ends(
            texts("sheet.share.limit", ["share": texts.decimal(share * 100, places: 1)]),
            texts("sheet.limit", ["limit": job.byteLimit]), style: .small)
    }
}

/// The pictures of a sticker in its row.
struct StickerPictures {
    /// The @3x rendition, at full size.
    let full: RGBAImage
    /// The rendition at the size at which it is shown in Messages, with two pixels per point.
    let seen: PremultipliedImage

    /// - Throws: `SheetError` if the published file is not an image; the errors of `inputs`.
    init(of sticker: Sticker, pack: String, inputs: any JobInputs) throws {
        guard let rendition = sticker.renditions.first(where: { $0.scale == 3 }) else {
            throw SheetError.unknownSticker(pack: pack, id: sticker.id)
        }
        full = try Self.decoded(rendition.path, inputs: inputs)
        seen = PremultipliedImage(full, resizedTo: sticker.size.points * Int(VectorPage.scale))
    }

    /// The pixels of a published file.
    ///
    /// - Throws: `SheetError` if the file is not an image; the errors of `inputs`.
    static func decoded(_ path: String, inputs: any JobInputs) throws -> RGBAImage {
        let bytes = try inputs.bytes(of: .published(path: path))
        do {
            return try PNGDecoder.pixels(of: bytes)
                ?? Image.load(bytes, strictness: .error).convertedToSRGB().withAlpha().asBytes().rgba()
        } catch {
            throw SheetError.undrawable(path: path, reason: "\(error)")
        }
    }
}
