import JobModel
import PNG
import Pixels

/// Shows a finished @3x rendition on every test background.
enum PreviewMaker {
    /// The background's name and the finished PNG, in the order of the backgrounds.
    ///
    /// On a plain colour, a picture in a palette needs only its palette changed: the compressed stream is taken over as
    /// it is. Everything else is composited and compressed lightly, since previews are looked at and not shipped.
    ///
    /// - Throws: `BackgroundFault`, `PNGError`.
    static func previews(of picture: EncodedPicture, on backgrounds: [Background], backdrops: JobBackgrounds) throws
        -> [(name: String, bytes: [UInt8])]
    {
        try backgrounds.map { background in
            if case .colour(let hex) = background.fill, let indexed = picture.indexed {
                return (background.name, indexed.composited(over: RGBAColour(hex: hex) ?? .white))
            }
            let backdrop = try backdrops.square(background.fill, side: picture.pixels.width)
            let laid = Compositor.lay(picture.pixels, on: backdrop)
            return (background.name, try PNGEncoder.encodePreview(laid))
        }
    }
}
