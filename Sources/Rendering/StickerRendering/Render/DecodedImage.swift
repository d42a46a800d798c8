import Pixels

/// Decoded art, upright and in sRGB, before it is fitted into the square.
struct DecodedImage: Sendable {
    /// The form of the source from which other sizes are rendered.
    enum Origin: Sendable {
        /// Pixels, which may have been averaged from a very large source by `reduction` in each direction.
        case raster(reduction: Int)
        /// Redrawn at every size.
        case vector(VectorDrawing)
    }

    let origin: Origin
    /// The whole canvas: the source's own pixels, or for vector art a drawing with a long side of `VectorDrawing.probeSide` pixels.
    let pixels: RGBAImage
    /// The smallest rectangle of `pixels` with all visible pixels. Nil without any.
    let content: PixelRectangle?
    /// Whether every pixel is opaque.
    let isOpaque: Bool
    /// Small art on a very large canvas, cropped before it was averaged. Nil if `pixels` have the same quality.
    var closeUp: CloseUp?

    /// The visible part of a source as a separate picture.
    struct CloseUp: Sendable {
        let pixels: RGBAImage
        let content: PixelRectangle
        /// The number of source pixels per pixel, in each direction.
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
