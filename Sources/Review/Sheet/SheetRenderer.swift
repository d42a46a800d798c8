import PNG
import Pipeline
import Pixels
import StickerCatalog

/// Draws pages of preview sheets. It decodes pictures, so it runs in a worker process, after `VipsLibrary.start()`.
package enum SheetRenderer {
    /// Draws a page and writes it to the job's output folder. The same job gives the same bytes wherever the same fonts
    /// are installed.
    ///
    /// - Throws: `SheetError` and `JobError` for what a person can mend; `VipsError` and `PNGError` when drawing itself fails.
    package static func render(_ job: SheetJob) throws -> SheetPageFile {
        let stickers = try job.stickers.map { id in
            guard let sticker = job.pack.stickers.first(where: { $0.id == id }) else {
                throw SheetError.unknownSticker(pack: job.pack.id, id: id)
            }
            return sticker
        }
        // One cell for the whole sheet, so that its pages lie on each other.
        let largest = ([job.pack.size] + job.pack.stickers.map(\.size)).max { $0.points < $1.points } ?? .regular
        let grid = SheetGrid(size: largest, backgroundCount: job.backgrounds.count)
        let page = SheetComposition(job: job, grid: grid, stickers: stickers)
        var writer = try PNGBandWriter(width: page.width, height: page.height)
        try page.draw { writer.append($0) }
        let file = try ContentFile.write(try writer.finished(), fileExtension: "png", folder: job.outputFolder)
        return SheetPageFile(sha256: file.sha256, bytes: file.bytes, width: page.width, height: page.height)
    }
}
