import PNG
import Pixels

/// Shows a finished animation on every test background.
enum AnimationPreviewMaker {
    /// The background's name and the finished PNG, in the order of the backgrounds.
    ///
    /// - Parameter poster: the first frame that shows anything.
    /// - Throws: `BackdropError`, `PNGError`.
    static func previews(
        of animation: EncodedAnimation, poster: RGBAImage, on backgrounds: [Background], backdrops: Backdrops
    ) throws -> [(name: String, bytes: [UInt8])] {
        try backgrounds.map { background in
            let backdrop = try backdrops.square(background.fill, side: poster.width)
            return (background.name, try PNGEncoder.encodeOpaque(Compositor.lay(poster, on: backdrop), level: .fast))
        }
    }
}
