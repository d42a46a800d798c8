import Pixels
import SheetModel
import Vector

extension VectorPage {
    /// The page as pixels.
    ///
    /// - Parameter scale: the number of pixels per point.
    /// - Throws: `VectorError`.
    func drawn(scale: Double = VectorPage.scale) throws -> RGBAImage {
        var canvas = Canvas(
            width: Int((width * scale).rounded()), height: Int((height * scale).rounded()),
            paper: ThemeColour.paper.colour)
        let areas = boxes.compactMap { $0.area(scale: scale) }
        if areas.count == boxes.count {
            for (box, area) in zip(boxes, areas) { canvas.fill(area, with: box.ink.colour) }
        } else {
            let svg = Array(svg(boxes.map(\.svg).joined()).utf8)
            canvas = Canvas(image: try VectorPicture.draw(svg: svg, width: width, height: height, scale: scale))
        }
        for words in words { try TextRunCache.lay(words, on: &canvas, language: language, scale: scale) }
        return canvas.image
    }
}

extension Box {
    /// The pixels that the box fills. Nil if the box does not have its edges on pixel boundaries.
    ///
    /// - Parameter scale: the number of pixels per point.
    fileprivate func area(scale: Double) -> Canvas.Area? {
        let edges = [x, y, width, height].map { $0 * scale }
        guard radius == 0, edges.allSatisfy({ $0 == $0.rounded() }) else { return nil }
        return Canvas.Area(x: Int(edges[0]), y: Int(edges[1]), width: Int(edges[2]), height: Int(edges[3]))
    }
}
