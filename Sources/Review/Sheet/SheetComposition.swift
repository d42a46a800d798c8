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
        ([header] + rejected + [footer]).reduce(0) { $0 + SheetComposition.pixels($1.height) }
            + rows.reduce(0) { $0 + SheetComposition.pixels($1.height) }
    }

    /// Draws the bands one after the other, each as wide as the page: a whole page would take a hundred megabytes.
    func draw(_ take: (RGBAImage) throws -> Void) throws {
        let swatches = try Swatches(
            job.backgrounds, width: SheetComposition.pixels(grid.cellWidth),
            height: SheetComposition.pixels(grid.cellHeight))
        try take(try band(header.height) { $0.place(try header.drawn(), x: 0, y: 0) })
        for row in rows {
            try take(try band(row.height) { try row.draw(on: &$0, y: 0, swatches: swatches, job: job) })
        }
        for page in rejected + [footer] {
            try take(try band(page.height) { $0.place(try page.drawn(), x: 0, y: 0) })
        }
    }

    /// A band of a height in points, as `draw` fills it.
    private func band(_ height: Double, _ draw: (inout Canvas) throws -> Void) throws -> RGBAImage {
        var canvas = Canvas(width: width, height: SheetComposition.pixels(height), paper: Ink.paper.colour)
        try draw(&canvas)
        return canvas.image
    }

    static func pixels(_ points: Double) -> Int {
        Int((points * VectorPage.scale).rounded())
    }
}
