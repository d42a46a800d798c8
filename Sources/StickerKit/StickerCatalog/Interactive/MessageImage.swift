/// The picture of an interactive message, as Messages shows it: 300 points wide and cropped by 6 points on the left and
/// on the right. It has rounded corners, and the image titles cover its lower left part.
public enum MessageImage {
    /// A part of a picture, in the units of the picture's size, from its upper left corner.
    public struct Rectangle: Sendable, Hashable {
        public let x, y, width, height: Double
    }

    /// The width in points to which the other numbers refer.
    public static let points = 300.0
    /// The points that Messages crops on the left and on the right (Apple, `MSMessageTemplateLayout.image`).
    static let crop = 6.0
    /// The radius of the corners in points. Apple does not publish it, so this value has some reserve.
    static let cornerRadius = 20.0
    /// The height in points of the area that image title and subtitle cover at the bottom.
    static let titleHeight = 56.0

    /// The part of a picture that is neither cropped nor cut by the rounded corners. Important content belongs there.
    ///
    /// - Parameters:
    ///   - width: the width of the picture, in points or pixels. The crop, the corners and the titles are scaled to it.
    ///   - height: the height of the picture, in the same unit.
    ///   - hasTitle: whether the part that the image titles cover is left out too.
    /// - Returns: a rectangle within the picture, empty if the picture is too small.
    public static func safeRectangle(width: Double, height: Double, hasTitle: Bool = false) -> Rectangle {
        let unit = width / points
        // The distance of a corner's arc from both edges at 45°.
        let corner = (cornerRadius * (1 - 0.5.squareRoot())).rounded(.up)
        let (side, top) = ((crop + corner) * unit, corner * unit)
        let bottom = (hasTitle ? max(corner, titleHeight) : corner) * unit
        guard width.isFinite, height.isFinite, width > 0, height > top + bottom else {
            return Rectangle(x: 0, y: 0, width: 0, height: 0)
        }
        return Rectangle(x: side, y: top, width: width - 2 * side, height: height - top - bottom)
    }
}
