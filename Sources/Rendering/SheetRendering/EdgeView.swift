import Pixels
import SheetModel

/// A small square of a sticker with the most detailed part of its edge, enlarged to show fringes and steps.
struct EdgeView {
    /// The side of the square, in pixels.
    private static let side = PictureSource.edgeSide
    /// The position of the square's top left corner, in pixels.
    let x: Int
    let y: Int
    private let image: (width: Int, height: Int)

    /// Finds the square with the most half-transparent pixels, and with both transparent and opaque pixels.
    init(of image: RGBAImage) {
        self.image = (image.width, image.height)
        let (steps, span) = (4, EdgeView.side)
        var best = (score: -1, x: 0, y: 0)
        for top in stride(from: 0, through: max(0, image.height - span), by: steps) {
            for left in stride(from: 0, through: max(0, image.width - span), by: steps) {
                let score = EdgeView.score(image, x: left, y: top)
                if score > best.score { best = (score, left, top) }
            }
        }
        (x, y) = (best.x, best.y)
    }

    private static func score(_ image: RGBAImage, x: Int, y: Int) -> Int {
        var (soft, clear, solid) = (0, 0, 0)
        image.bytes.withUnsafeBufferPointer { bytes in
            for line in stride(from: y, to: min(y + side, image.height), by: 2) {
                for column in stride(from: x, to: min(x + side, image.width), by: 2) {
                    switch bytes[(line * image.width + column) * 4 + 3] {
                    case 0: clear += 1
                    case 255: solid += 1
                    default: soft += 1
                    }
                }
            }
        }
        return soft + 2 * min(clear, solid)
    }

    /// The background on which fringes and steps are visible: `ground`, or grey if its brightness is close to that of
    /// the edge.
    func visible(_ ground: RGBAColour, in picture: RGBAImage) -> RGBAColour {
        let own = brightness(in: picture)
        return abs(own - EdgeView.brightness(of: ground)) < EdgeView.leastContrast ? EdgeView.grey : ground
    }

    private static let grey = RGBAColour(red: 0x8A, green: 0x8A, blue: 0x92)
    /// The minimum difference in brightness, from 0 to 255, at which an edge is visible on its background.
    private static let leastContrast = 40

    private static func brightness(of colour: RGBAColour) -> Int {
        (2 * Int(colour.red) + 5 * Int(colour.green) + Int(colour.blue)) / 8
    }

    /// The mean brightness of the visible pixels in the square.
    private func brightness(in picture: RGBAImage) -> Int {
        var (sum, count) = (0, 0)
        for line in y..<min(y + EdgeView.side, picture.height) {
            for column in x..<min(x + EdgeView.side, picture.width) {
                let pixel = picture[column, line]
                guard pixel.alpha > 127 else { continue }
                sum += EdgeView.brightness(of: pixel)
                count += 1
            }
        }
        return count == 0 ? 0 : sum / count
    }

    /// Draws each pixel as a square on an opaque colour. The area outside the picture has this colour.
    ///
    /// - Parameter side: the number of pixels per side of the result. It should be a multiple of
    ///   `PictureSource.edgeSide`. Otherwise the squares at the edges are not complete.
    func magnified(_ image: RGBAImage, side: Int, on ground: RGBAColour) -> RGBAImage {
        var result = RGBAImage(width: side, height: side, filledWith: ground)
        for row in 0..<side {
            let line = y + row * EdgeView.side / side
            for column in 0..<side {
                let from = x + column * EdgeView.side / side
                guard line < image.height, from < image.width else { continue }
                let pixel = image[from, line]
                let place = (row * side + column) * 4
                result.bytes[place] = RGBAColour.blend(pixel.red, over: ground.red, alpha: pixel.alpha)
                result.bytes[place + 1] = RGBAColour.blend(pixel.green, over: ground.green, alpha: pixel.alpha)
                result.bytes[place + 2] = RGBAColour.blend(pixel.blue, over: ground.blue, alpha: pixel.alpha)
            }
        }
        return result
    }

    /// A small copy of the whole picture with the outline of the square.
    ///
    /// - Parameter small: the copy, without the outline.
    func marked(on small: RGBAImage) -> RGBAImage {
        var canvas = Canvas(image: small)
        let factor = Double(small.width) / Double(max(image.width, 1))
        let width = max(6, Int((Double(EdgeView.side) * factor).rounded()))
        var area = Canvas.Area(
            x: Int((Double(x) * factor).rounded()), y: Int((Double(y) * factor).rounded()), width: width, height: width)
        canvas.outline(area, with: ThemeColour.error.colour)
        area = Canvas.Area(x: area.x - 1, y: area.y - 1, width: width + 2, height: width + 2)
        canvas.outline(area, with: ThemeColour.error.colour)
        area = Canvas.Area(x: area.x - 1, y: area.y - 1, width: width + 4, height: width + 4)
        canvas.outline(area, with: ThemeColour.paper.colour)
        return canvas.image
    }
}
