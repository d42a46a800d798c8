/// A filled rectangle on a page, in points from the page's top left corner.
struct Box: Codable, Sendable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double
    /// Of its corners.
    var radius: Double
    var ink: ThemeColour

    /// As SVG.
    var svg: String {
        "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(height)\" rx=\"\(radius)\" fill=\"\(ink.hex)\"/>"
    }

    /// The pixels that it fills; nil where its edges do not lie between pixels.
    ///
    /// - Parameter scale: pixels a point.
    func area(scale: Double) -> Canvas.Area? {
        let edges = [x, y, width, height].map { $0 * scale }
        guard radius == 0, edges.allSatisfy({ $0 == $0.rounded() }) else { return nil }
        return Canvas.Area(x: Int(edges[0]), y: Int(edges[1]), width: Int(edges[2]), height: Int(edges[3]))
    }
}
