/// A filled rectangle on a page, in points from the page's top left corner.
package struct Box: Codable, Sendable {
    package var x: Double
    package var y: Double
    package var width: Double
    package var height: Double
    /// The radius of the corners in points.
    package var radius: Double
    package var ink: ThemeColour

    /// The rectangle as SVG.
    package var svg: String {
        "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(height)\" rx=\"\(radius)\" fill=\"\(ink.hex)\"/>"
    }
}
