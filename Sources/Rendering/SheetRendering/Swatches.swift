import JobModel
import Pixels
import SheetModel
import StickerRendering

/// The backgrounds as pictures with the size of a cell, which are created once per page.
struct Swatches {
    let pictures: [RGBAImage]

    /// - Parameters:
    ///   - width: the width of a cell, in pixels.
    ///   - height: the height of a cell, in pixels.
    /// - Throws: `SheetError` for an invalid colour, `BackgroundFault` for an unusable picture.
    init(_ backgrounds: [Background], backdrops: JobBackgrounds, width: Int, height: Int) throws {
        pictures = try backgrounds.map { background in
            if let colour = background.fill.colour, RGBAColour(hex: colour) == nil {
                throw SheetError.unknownColour(background: background.name, colour: colour)
            }
            return try backdrops.backdrop(background.fill, width: width, height: height)
                .image(width: width, height: height)
        }
    }
}
