import JobModel
import Pixels
import StickerManifest

/// Trims art, and fits it into a padded square at every scale.
///
/// Each scale is rendered from the source and not from the larger scale, because every resampling reduces sharpness.
/// Vector art with thousands of strokes is drawn only once, because drawing it takes seconds.
enum Renderer {
    /// - Throws: `VipsError`, `VectorError` if a library cannot draw, which a decoded source never causes.
    static func render(_ art: DecodedImage, size: StickerSize, settings: RenderSettings) throws -> Rendering {
        try render(art, settings: settings) { size.pixels(scale: $0) }
    }

    /// - Parameter side: returns the side of the square at a scale, in pixels.
    static func render(
        _ art: DecodedImage, settings: RenderSettings, side: (_ scale: Int) -> Int
    ) throws -> Rendering {
        let closeUp = settings.trim ? art.closeUp : nil
        let pixels = closeUp?.pixels ?? art.pixels
        let whole = PixelRectangle(x: 0, y: 0, width: pixels.width, height: pixels.height)
        let content = settings.trim ? closeUp?.content ?? art.content ?? whole : whole
        let inner = Recipe.scales.map { innerSide(side($0), padding: settings.padding) }
        let fitted =
            switch art.origin {
            case .raster: fitRaster(pixels, content: content, inner: inner)
            case .vector(let drawing) where drawing.isCostly:
                try fitCostly(drawing, pixels, content: content, inner: inner)
            case .vector(let drawing): try inner.map { try fitVector(drawing, content: content, inner: $0) }
            }
        var scales: [Int: RGBAImage] = [:]
        for (scale, picture) in zip(Recipe.scales, fitted) {
            scales[scale] = Resampler.centre(picture, inSquareOf: side(scale))
        }
        return rendering(
            scales, origin: closeUp.map { .raster(reduction: $0.reduction) } ?? art.origin, content: content,
            inner: inner[0])
    }

    /// The side of the area that the art may fill, in pixels. It is odd exactly if the side of the square is odd, so
    /// that the art can be centred.
    static func innerSide(_ side: Int, padding: Double) -> Int {
        side - 2 * Int((Double(side) * padding).rounded())
    }

    /// The content of a picture, fitted into a square for each of the given sides in pixels.
    static func fitRaster(_ pixels: RGBAImage, content: PixelRectangle, inner: [Int]) -> [RGBAImage] {
        let sizes = inner.map { side in
            let factor = Double(side) / Double(content.longSide)
            return PixelSize(
                width: max(1, Int((Double(content.width) * factor).rounded())),
                height: max(1, Int((Double(content.height) * factor).rounded())))
        }
        return Resampler.resize(content, of: pixels, to: sizes)
    }

    /// Fits vector art that takes long to draw. One drawing is reduced for all scales.
    ///
    /// - Parameter pixels: the drawing that the rules examined, used if it is large enough.
    private static func fitCostly(
        _ vector: VectorDrawing, _ pixels: RGBAImage, content: PixelRectangle, inner: [Int]
    ) throws -> [RGBAImage] {
        guard let largest = inner.max() else { return [] }
        if content.longSide >= largest { return fitRaster(pixels, content: content, inner: inner) }
        let drawn = try fitVector(vector, content: content, inner: largest)
        let whole = PixelRectangle(x: 0, y: 0, width: drawn.width, height: drawn.height)
        let smaller = fitRaster(drawn, content: whole, inner: inner)
        return zip(inner, smaller).map { $0 == largest ? drawn : $1 }
    }

    /// Draws only the visible part of the art, at the size that fits.
    private static func fitVector(_ vector: VectorDrawing, content: PixelRectangle, inner: Int) throws -> RGBAImage {
        let factor = Double(inner) / Double(content.longSide)
        return try vector.drawn(scale: vector.probeScale * factor) { canvas in
            // The rectangle of the content in pixels of the drawing, limited to the canvas.
            let left = min(canvas.width - 1, max(0, Int((Double(content.x) * factor).rounded())))
            let top = min(canvas.height - 1, max(0, Int((Double(content.y) * factor).rounded())))
            return PixelRectangle(
                x: left, y: top,
                width: min(canvas.width - left, inner, max(1, Int((Double(content.width) * factor).rounded(.up)))),
                height: min(canvas.height - top, inner, max(1, Int((Double(content.height) * factor).rounded(.up)))))
        }
    }

    private static func rendering(
        _ scales: [Int: RGBAImage], origin: DecodedImage.Origin, content: PixelRectangle, inner: Int
    ) -> Rendering {
        switch origin {
        case .vector:
            Rendering(scales: scales, enlargement: 0, contentPixels: content.longSide, targetPixels: inner)
        case .raster(let reduction):
            Rendering(
                scales: scales, enlargement: Double(inner) / Double(content.longSide * reduction),
                contentPixels: content.longSide * reduction, targetPixels: inner)
        }
    }
}

/// A sticker's picture at every scale, before encoding.
struct Rendering: Sendable {
    /// The pictures by scale (3, 2, 1): squares with the pixels of the size class, in sRGB with straight alpha.
    let scales: [Int: RGBAImage]
    /// The factor by which the source's pixels were enlarged for @3x. At most 1 if they were not enlarged, and 0 for
    /// vector art.
    let enlargement: Double
    /// The long side of the visible part of the source, in the source's own pixels.
    let contentPixels: Int
    /// The long side of the visible part at @3x, in pixels of the rendition.
    let targetPixels: Int
}
