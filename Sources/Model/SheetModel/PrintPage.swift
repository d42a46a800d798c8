import StickerCatalog

/// One page on paper: text and lines, and over them the pictures, which are loaded only when the page is drawn.
package struct PrintPage: Codable, Sendable {
    var vector: VectorPage
    var pictures: [PlacedPicture] = []
    /// The line of the outline that leads here.
    var bookmark: String?

    init(_ paper: Paper) {
        vector = VectorPage(width: paper.width, height: paper.height)
    }

    /// - Parameter isFramed: whether it gets an edge all around, so that one as white as the paper can be seen.
    mutating func place(
        _ source: PictureSource, x: Double, y: Double, width: Double, height: Double, isFramed: Bool = false
    ) {
        pictures.append(
            PlacedPicture(source: source, x: x, y: y, width: width, height: height, isFramed: isFramed))
    }
}

/// A picture's place on a page, in points.
struct PlacedPicture: Codable, Sendable {
    let source: PictureSource
    let x: Double
    let y: Double
    let width: Double
    let height: Double
    let isFramed: Bool
}

/// A picture that is made from published files. What is made is opaque.
enum PictureSource: Codable, Sendable {
    /// What a sticker lies on.
    enum Ground: Codable, Sendable {
        case paper, track, checker
        /// Near black, on which light fringes show.
        case dark
    }

    /// A sticker on a test background, as it was published.
    case preview(path: String)
    /// A rendition with its own pixels.
    case rendition(Rendition, on: Ground)
    /// A rendition made to fit.
    case thumbnail(Rendition, on: Ground)
    /// A frame of a filmstrip.
    case frame(Filmstrip, place: Int)
    /// A piece of a rendition's edge, each pixel a square.
    case edge(Rendition, on: Ground)
    /// Where that piece is.
    case edgePlace(Rendition)

    /// Whether it may be written as JPEG: what shows how it looks, and not which pixels it has.
    var isPhotographic: Bool {
        if case .preview = self { true } else { false }
    }
}
