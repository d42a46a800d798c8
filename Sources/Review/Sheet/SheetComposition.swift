import Pixels
import StickerCatalog

/// A page in the making: bands from the top, each as wide as the page.
struct SheetComposition {
    private let job: SheetJob
    private let grid: SheetGrid
    private let rows: [SheetRow]
    private let header: VectorPage
    private let rejected: [VectorPage]
    private let footer: VectorPage

    init(job: SheetJob, grid: SheetGrid, stickers: [Sticker]) {
        self.job = job
        self.grid = grid
        rows = stickers.map { SheetRow($0, grid: grid, byteLimit: job.byteLimit) }
        header = SheetFurniture.header(of: job, grid: grid)
        rejected = SheetFurniture.rejected(job.rejected, grid: grid)
        footer = SheetFurniture.footer(of: job, grid: grid)
    }

    /// All bands, drawn.
    func drawn() throws -> RGBAImage {
        let height =
            header.height + rows.reduce(0) { $0 + $1.height } + rejected.reduce(0) { $0 + $1.height }
            + footer.height
        var canvas = Canvas(
            width: SheetComposition.pixels(grid.width), height: SheetComposition.pixels(height),
            paper: Ink.paper.colour)
        let swatches = try Swatches(
            job.backgrounds, width: SheetComposition.pixels(grid.cellWidth),
            height: SheetComposition.pixels(grid.cellHeight))
        canvas.place(try header.drawn(), x: 0, y: 0)
        var y = header.height
        for row in rows {
            try row.draw(on: &canvas, y: y, swatches: swatches, job: job)
            y += row.height
        }
        for band in rejected + [footer] {
            canvas.place(try band.drawn(), x: 0, y: SheetComposition.pixels(y))
            y += band.height
        }
        return canvas.image
    }

    static func pixels(_ points: Double) -> Int {
        Int((points * VectorPage.scale).rounded())
    }
}
