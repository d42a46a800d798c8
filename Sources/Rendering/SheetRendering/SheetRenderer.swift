import Foundation
import JobModel
import PNG
import Pixels
import SheetModel
import StickerCatalog
import StickerRendering

/// Draws pages of preview sheets.
package enum SheetRenderer {
    /// Draws a strip of a page and writes it to the job's output folder. It decodes pictures, so it runs in a worker
    /// process, after `VipsLibrary.start()`.
    ///
    /// - Parameter backdrops: the pictures that this worker has laid stickers on already.
    /// - Throws: `SheetError`, `BackgroundError` and `JobError` for what a person can fix; `VipsError` when drawing itself
    ///   fails.
    package static func draw(_ strip: SheetStrip, backdrops: BackgroundCache) throws -> SheetStripFile {
        let composition = SheetPageRenderer(strip: strip, grid: strip.grid)
        var writer = PNGStripWriter(width: strip.width, cell: composition.cellDistance)
        try composition.draw(backdrops: backdrops) { writer.append($0) }
        let drawn = try writer.finished()
        try ContentFile.write(drawn.chunk, to: strip.path)
        return SheetStripFile(
            sha256: Digest.sha256(drawn.chunk), bytes: drawn.chunk.count, height: drawn.rows, checksum: drawn.checksum)
    }

    /// Draws a whole page. The same job gives the same bytes wherever the same fonts are installed.
    ///
    /// - Throws: as `draw` and `SheetPageFile.join`.
    package static func render(_ page: SheetJob, backdrops: BackgroundCache = BackgroundCache()) throws -> SheetPageFile
    {
        try SheetPageFile.join(
            try SheetStrip.strips(of: page).map { try draw($0, backdrops: backdrops) }, of: page, in: page.outputFolder)
    }
}
