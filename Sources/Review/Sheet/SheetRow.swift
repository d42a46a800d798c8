import Pixels
import StickerCatalog

/// A sticker's row: what is written about it, then the sticker on each background, then its own pixels; beneath, the
/// frames of what moves.
struct SheetRow {
    private let sticker: Sticker
    private let grid: SheetGrid
    private let text: TextColumn
    private let findings: TextColumn
    private let filmstrip: FilmstripBand?
    /// Points.
    let height: Double

    init(_ sticker: Sticker, grid: SheetGrid, byteLimit: Int) {
        self.sticker = sticker
        self.grid = grid
        text = StickerText.column(for: sticker, byteLimit: byteLimit, width: SheetGrid.textWidth)
        findings = FindingsText.column(for: sticker.findings, width: grid.findingsWidth)
        filmstrip = sticker.filmstrip.map { FilmstripBand($0, grid: grid) }
        let strip = filmstrip.map { SheetGrid.gap + $0.height } ?? 0
        let below = findings.height > 0 ? SheetRow.findingsGap + findings.height : 0
        height = (max(text.height, grid.cellHeight + strip + below) + 2 * SheetGrid.rowPadding).rounded(.up)
    }

    /// - Parameter y: the row's top on the page, in points.
    func draw(on canvas: inout Canvas, y: Double, swatches: Swatches, job: SheetJob) throws {
        canvas.fill(area(x: SheetGrid.margin, y: y, width: grid.contentWidth, height: 0.5), with: Ink.hairline.colour)
        let top = y + SheetGrid.rowPadding
        try write(text, on: &canvas, x: grid.textX, y: top)
        var below = top + grid.cellHeight
        if let filmstrip {
            try filmstrip.draw(
                on: &canvas, x: grid.cellX(0), y: below + SheetGrid.gap, assetsFolder: job.assetsFolder)
            below += SheetGrid.gap + filmstrip.height
        }
        try write(findings, on: &canvas, x: grid.cellX(0), y: below + SheetRow.findingsGap)
        let pictures = try StickerPictures(of: sticker, pack: job.pack.id, assetsFolder: job.assetsFolder)
        for (place, swatch) in swatches.pictures.enumerated() {
            drawCell(pictures.seen, on: &canvas, x: grid.cellX(place), y: top, swatch: swatch)
        }
        drawPixels(pictures.full, on: &canvas, y: top)
    }

    /// From the cells down to the findings, in points.
    private static let findingsGap = 10.0

    private func write(_ column: TextColumn, on canvas: inout Canvas, x: Double, y: Double) throws {
        guard column.height > 0 else { return }
        var page = VectorPage(width: column.width, height: column.height.rounded(.up))
        column.draw(on: &page)
        canvas.place(try page.drawn(), x: SheetComposition.pixels(x), y: SheetComposition.pixels(y))
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
        canvas.checker(cell, square: 12, Ink.paper.colour, Ink.track.colour)
        canvas.lay(
            picture, x: cell.x + (cell.width - picture.width) / 2, y: cell.y + (cell.height - picture.height) / 2)
        canvas.outline(cell, with: Ink.hairline.colour)
    }

    /// Paper-coloured cells get a hairline so that they have an edge; others keep their own colour there.
    private static func edge(of swatch: RGBAImage) -> RGBAColour {
        let corner = swatch[0, 0]
        return min(corner.red, corner.green, corner.blue) > 225 ? Ink.hairline.colour : corner
    }

    private func area(x: Double, y: Double, width: Double, height: Double) -> Canvas.Area {
        Canvas.Area(
            x: SheetComposition.pixels(x), y: SheetComposition.pixels(y), width: SheetComposition.pixels(width),
            height: SheetComposition.pixels(height))
    }
}
