import JobModel
import PNG
import Pixels
import Vips

/// Makes previews of a finished @3x rendition on every test background.
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
    /// On a plain colour, an indexed picture needs only another palette: the compressed stream is reused.
    /// Everything else is composited and compressed lightly, because previews are not shipped.
    ///
    /// - Parameter photoFormat: the format of previews on a picture.
    /// - Throws: `BackgroundFault`, `PNGError`, `VipsError`.
    static func previews(
        of picture: EncodedPicture, on backgrounds: [Background], photoFormat: PreviewFormat, backdrops: JobBackgrounds
    ) throws -> [Preview] {
        try backgrounds.map { background in
            if case .colour(let hex) = background.fill, let indexed = picture.indexed {
                let bytes = indexed.composited(over: RGBAColour(hex: hex) ?? .white)
                return Preview(name: background.name, bytes: bytes, kind: .png)
            }
            let backdrop = try backdrops.square(background.fill, side: picture.pixels.width)
            let laid = Compositor.lay(picture.pixels, on: backdrop)
            let format: PreviewFormat = if case .image = background.fill { photoFormat } else { .png }
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
