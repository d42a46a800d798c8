import JobModel
import Pixels
import SheetModel
import StickerManifest
import StickerRendering
import Texts

/// Draws a strip of a page: bands from the top, each as wide as the page.
struct SheetPageRenderer {
    private let job: SheetJob
    private let inputs: any JobInputs
    private let grid: SheetGrid
    private let rows: [SheetRow]
    private let head: [VectorPage]
    private let foot: [VectorPage]

    init(strip: SheetStrip, grid: SheetGrid, inputs: any JobInputs) {
        self.inputs = inputs
        job = strip.page
        self.grid = grid
        let texts = Texts(DrawableLanguages.drawable(strip.page.language ?? .english))
        rows = strip.page.pack.stickers[strip.range].map {
            SheetRow($0, grid: grid, job: strip.page, texts: texts)
        }
        let edges = SheetHeaderFooter(job: strip.page, grid: grid, texts: texts)
        head = strip.isFirst ? [edges.header] : []
        foot = strip.isLast ? edges.rejected + [edges.footer] : []
    }

    /// The width, in pixels.
    var width: Int { VectorPage.pixels(grid.width) }
    /// The distance between the left edges of two adjacent cells, in pixels.
    var cellDistance: Int { VectorPage.pixels(grid.cellX(1)) - VectorPage.pixels(grid.cellX(0)) }

    /// Draws one band after the other, and passes each to `take`. A whole page would take a hundred megabytes.
    ///
    /// - Throws: `SheetError`, `BackgroundFault`.
    func draw(backdrops: JobBackgrounds, _ take: (RGBAImage) throws -> Void) throws {
        let swatches = try Swatches(
            job.backgrounds, backdrops: backdrops, width: VectorPage.pixels(grid.cellWidth),
            height: VectorPage.pixels(grid.cellHeight))
        for page in head { try take(try band(page.height) { $0.place(try page.drawn(), x: 0, y: 0) }) }
        for row in rows {
            try take(try band(row.height) { try row.draw(on: &$0, y: 0, swatches: swatches, job: job, inputs: inputs) })
        }
        for page in foot { try take(try band(page.height) { $0.place(try page.drawn(), x: 0, y: 0) }) }
    }

    /// A band with a height in points, on which `draw` has drawn.
    private func band(_ height: Double, _ draw: (inout Canvas) throws -> Void) throws -> RGBAImage {
        var canvas = Canvas(width: width, height: VectorPage.pixels(height), paper: ThemeColour.paper.colour)
        try draw(&canvas)
        return canvas.image
    }
}
