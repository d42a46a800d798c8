import Pixels

/// A sticker's picture at every scale, in the best quality the source allows, before any file is made of it.
struct Rendering: Sendable {
    /// By scale (3, 2, 1): a square of the size class's pixels, straight alpha, sRGB.
    let scales: [Int: RGBAImage]
    /// By how much the source's pixels were enlarged for @3x: 1 or less when they were not. Zero for vector art.
    let enlargement: Double
    /// The long side of the visible part of the source, in its own pixels.
    let contentPixels: Int
    /// The long side that it is shown at in @3x, in pixels.
    let targetPixels: Int
}
