import JobModel
import PNG
import Pixels
import SheetModel
import StickerManifest
import StickerRendering

/// Draws pages of preview sheets.
package enum SheetRenderer {
    /// Draws a strip of a page, and sends it to `output`. This decodes pictures, so it runs in a worker process,
    /// after `VipsLibrary.start()`.
    ///
    /// - Parameter backgrounds: the scaled backgrounds that this worker has already created.
    /// - Throws: `SheetError` and `BackgroundFault` for problems that the user can fix; `VipsError` if drawing fails;
    ///   the errors of `inputs` and `output`.
    package static func draw(
        _ strip: SheetStrip, inputs: any JobInputs, output: any JobOutput, backgrounds: BackgroundCache
    ) throws -> SheetStripAnswer {
        let composition = SheetPageRenderer(strip: strip, grid: strip.grid, inputs: inputs)
        var writer = PNGStripWriter(width: strip.width, cell: composition.cellDistance)
        try composition.draw(backdrops: JobBackgrounds(backgrounds, inputs: inputs)) { writer.append($0) }
        let drawn = try writer.finished()
        _ = try output.add(drawn.chunk, kind: .strip)
        return SheetStripAnswer(height: drawn.rows, checksum: drawn.checksum)
    }
}
