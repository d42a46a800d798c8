import JobModel
import Pixels
import SheetModel
import StickerManifest
import Vips

/// Creates the pictures of a page from published files. Only the last decoded file is kept, because the next picture
/// on a page often comes from the same file. A loader must not be shared between threads.
final class PictureLoader {
    /// The files of the current job.
    var inputs: any JobInputs
    private var last: (path: String, image: RGBAImage)?

    /// The maximum number of pixels per side of a published file. A strip of six frames at @3x has 3,708.
    private static let mostPixels = 8192

    init(_ inputs: any JobInputs) {
        self.inputs = inputs
    }

    /// The picture with exactly the requested size. A rendition must have the size that the manifest declares.
    ///
    /// - Throws: `SheetError` if a published file is not an image; `VipsError`; the errors of `inputs`.
    func picture(_ source: PictureSource, width: Int, height: Int) throws -> RGBAImage {
        switch source {
        case .preview(let path):
            return try PictureLoader.fitted(decoded(path), width: width, height: height, on: .paper)
        case .rendition(let rendition, let ground):
            let sides = 1...PictureLoader.mostPixels
            guard sides.contains(rendition.width), sides.contains(rendition.height) else {
                throw SheetError.undrawable(
                    path: rendition.path,
                    reason: "\(rendition.width) × \(rendition.height) pixels is not the size of a sticker")
            }
            return try PictureLoader.fitted(
                decoded(rendition.path), width: rendition.width, height: rendition.height, on: ground)
        case .thumbnail(let rendition, let ground):
            return try PictureLoader.fitted(decoded(rendition.path), width: width, height: height, on: ground)
        case .frame(let strip, let place):
            let frame = try Image(decoded(strip.path)).cropped(
                x: place * strip.height, y: 0, width: strip.height, height: strip.height)
            return try PictureLoader.fitted(frame.rgba(), width: width, height: height, on: .track)
        case .edge(let rendition, let ground):
            let image = try decoded(rendition.path)
            let edge = EdgeView(of: image)
            return edge.magnified(image, side: width, on: edge.visible(PictureLoader.colour(of: ground), in: image))
        case .edgePlace(let rendition):
            let image = try decoded(rendition.path)
            let small = try PictureLoader.fitted(image, width: width, height: height, on: .track)
            return EdgeView(of: image).marked(on: small)
        }
    }

    private func decoded(_ path: String) throws -> RGBAImage {
        if let last, last.path == path { return last.image }
        let bytes = try inputs.bytes(of: .published(path: path))
        do {
            let image = try Image.load(bytes, strictness: .error)
            guard image.width <= PictureLoader.mostPixels, image.height <= PictureLoader.mostPixels else {
                throw VipsError.unexpectedImage("\(image.width) × \(image.height) pixels is not the size of a sticker")
            }
            let pixels = try image.convertedToSRGB().withAlpha().asBytes().rgba()
            last = (path, pixels)
            return pixels
        } catch {
            throw SheetError.undrawable(path: path, reason: "\(error)")
        }
    }

    /// The picture, scaled to fit into a rectangle and centred on a background.
    private static func fitted(
        _ image: RGBAImage, width: Int, height: Int, on ground: PictureSource.Ground
    ) throws -> RGBAImage {
        var canvas = Canvas(width: width, height: height, paper: colour(of: ground))
        if ground == .checker {
            canvas.checker(
                Canvas.Area(x: 0, y: 0, width: width, height: height), square: 12, ThemeColour.paper.colour,
                ThemeColour.track.colour)
        }
        let factor = min(Double(width) / Double(image.width), Double(height) / Double(image.height))
        let size = (
            max(1, Int((Double(image.width) * factor).rounded())),
            max(1, Int((Double(image.height) * factor).rounded()))
        )
        let picture = PremultipliedImage(image, width: size.0, height: size.1)
        canvas.lay(picture, x: (width - size.0) / 2, y: (height - size.1) / 2)
        return canvas.image
    }

    private static func colour(of ground: PictureSource.Ground) -> RGBAColour {
        switch ground {
        case .paper, .checker: ThemeColour.paper.colour
        case .track: ThemeColour.track.colour
        case .dark: ThemeColour.text.colour
        }
    }
}
