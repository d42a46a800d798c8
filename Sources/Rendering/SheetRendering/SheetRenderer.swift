import Foundation
import JobModel
import PNG
import Pixels
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

    /// Joins the strips of a page and writes the page beside them; the strips are gone then.
    ///
    /// - Parameters:
    ///   - files: of all strips, from the top.
    ///   - folder: absolute path of the folder that the strips lie in.
    /// - Throws: `JobError` when a strip cannot be read or the page not be written, `PNGError` when it is too large.
    package static func join(_ files: [SheetStripFile], of page: SheetJob, in folder: String) throws -> SheetPageFile {
        let strips = SheetStrip.strips(of: page)
        let paths = strips.map { "\(folder)/\($0.name)" }
        let (width, height) = (strips[0].width, files.reduce(0) { $0 + $1.height })
        let file = try ContentFile.join(
            PNGStrip.head(width: width, rows: height), paths, PNGStrip.tail(files.map(\.checksum)),
            fileExtension: "png", folder: folder)
        for path in paths { unlink(path) }
        return SheetPageFile(sha256: file.sha256, bytes: file.bytes, width: width, height: height)
    }

    /// Draws a whole page. The same job gives the same bytes wherever the same fonts are installed.
    ///
    /// - Throws: as `draw` and `join`.
    package static func render(_ page: SheetJob, backdrops: BackgroundCache = BackgroundCache()) throws -> SheetPageFile
    {
        try join(
            try SheetStrip.strips(of: page).map { try draw($0, backdrops: backdrops) }, of: page, in: page.outputFolder)
    }
}
