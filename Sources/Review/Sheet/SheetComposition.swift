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

    /// Pixels.
    var width: Int { SheetComposition.pixels(grid.width) }
    /// Pixels.
    var height: Int {
        let bands = [header] + rejected + [footer]
        return SheetComposition.pixels(rows.reduce(0) { $0 + $1.height } + bands.reduce(0) { $0 + $1.height })
    }

    /// Draws the bands one after the other, each as wide as the page: a whole page would take a hundred megabytes.
    func draw(_ take: (RGBAImage) throws -> Void) throws {
        try take(try header.drawn())
        let swatches = try Swatches(
            job.backgrounds, width: SheetComposition.pixels(grid.cellWidth),
            height: SheetComposition.pixels(grid.cellHeight))
        for row in rows {
            var canvas = Canvas(width: width, height: SheetComposition.pixels(row.height), paper: Ink.paper.colour)
            try row.draw(on: &canvas, y: 0, swatches: swatches, job: job)
            try take(canvas.image)
        }
        for band in rejected + [footer] { try take(try band.drawn()) }
    }

    static func pixels(_ points: Double) -> Int {
        Int((points * VectorPage.scale).rounded())
    }
}
