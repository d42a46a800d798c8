import JobModel
import Pixels
import SheetModel
import StickerRendering

/// The backgrounds as pixels, each as large as a cell: made once for a page.
struct Swatches {
    let pictures: [RGBAImage]

    /// - Parameters:
    ///   - width: pixels of a cell.
    ///   - height: pixels of a cell.
    /// - Throws: `SheetError` for an invalid colour, `BackgroundFault` for an unusable picture.
    init(_ backgrounds: [Background], backdrops: JobBackgrounds, width: Int, height: Int) throws {
        pictures = try backgrounds.map { background in
            switch background.fill {
            case .colour(let text):
                guard let colour = RGBAColour(hex: text) else {
                    throw SheetError.unknownColour(background: background.name, colour: text)
                }
                return Canvas.filled(width: width, height: height, colour)
            case .image(let sha256):
                return try backdrops.picture(sha256: sha256, width: width, height: height)
            }
        }
    }
}
