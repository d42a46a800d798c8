import Pixels

/// Decoded art, upright and in sRGB, before it is fitted into the square.
struct DecodedImage: Sendable {
    /// The form of the source, from which other sizes are rendered.
    enum Origin: Sendable {
        /// The decoded pixels. For a very large source, each is the average of `reduction` pixels in each direction.
        case raster(reduction: Int)
        /// Vector art, which is drawn again at every size.
        case vector(VectorDrawing)
    }

    let origin: Origin
    /// The whole canvas: the source's own pixels, or a drawing of vector art whose long side has
    /// `VectorDrawing.probeSide` pixels.
    let pixels: RGBAImage
    /// The smallest rectangle of `pixels` that contains all visible pixels. Nil if no pixel is visible.
    let content: PixelRectangle?
    /// Whether every pixel is opaque.
    let isOpaque: Bool
    /// Small art on a very large canvas, which was cropped before it was averaged. Nil if that would not improve the
    /// quality.
    var closeUp: CloseUp?

    /// The visible part of a source as a separate picture.
    struct CloseUp: Sendable {
        let pixels: RGBAImage
        let content: PixelRectangle
        /// The number of source pixels per pixel of the close-up, in each direction.
        let reduction: Int
    }
}

/// A rectangle of whole pixels.
struct PixelRectangle: Hashable, Sendable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int

    var longSide: Int { max(width, height) }
}
