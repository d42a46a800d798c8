import JobModel
import PNG
import Pixels
import Vips

/// Creates previews of a finished @3x rendition on every test background.
enum PreviewMaker {
    /// A finished preview.
    struct Preview {
        /// The name of the background.
        let name: String
        let bytes: [UInt8]
        let kind: FileKind
    }

    /// The previews, in the order of the backgrounds.
    ///
    /// On a plain colour, an indexed picture only needs another palette, so its compressed pixels are reused. Other
    /// previews are composited, and compressed at a fast level, because previews are not shipped.
    ///
    /// - Parameter photoFormat: the format of previews on pictures.
    /// - Throws: `BackgroundFault`, `PNGError`, `VipsError`.
    static func previews(
        of picture: EncodedPicture, on backgrounds: [Background], photoFormat: PreviewFormat, backdrops: JobBackgrounds
    ) throws -> [Preview] {
        try backgrounds.map { background in
            let side = picture.pixels.width
            let backdrop = try backdrops.backdrop(background.fill, width: side, height: side)
            let format: PreviewFormat
            switch backdrop {
            case .plain(let colour):
                if let indexed = picture.indexed {
                    return Preview(name: background.name, bytes: indexed.composited(over: colour), kind: .png)
                }
                format = .png
            case .picture: format = photoFormat
            }
            let laid = Compositor.lay(picture.pixels, on: backdrop.image(width: side, height: side))
            return Preview(name: background.name, bytes: try encode(laid, as: format), kind: format.fileKind)
        }
    }

    private static func encode(_ picture: RGBAImage, as format: PreviewFormat) throws -> [UInt8] {
        switch format {
        case .png: try PNGEncoder.encodePreview(picture)
        case .webp: try Image(picture).firstBands(3).webp(quality: PreviewFormat.webPQuality)
        case .jpeg: try Image(picture).firstBands(3).jpeg(quality: PreviewFormat.jpegQuality)
        }
    }
}
