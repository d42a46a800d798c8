import StickerManifest
import Texts

/// One page on paper: text and lines, with pictures above them. The pictures are loaded only when the page is drawn.
package struct PrintPage: Codable, Sendable {
    package var vector: VectorPage
    package var pictures: [PlacedPicture] = []
    /// The line of the outline that links to this page.
    package var bookmark: String?

    package init(_ paper: Paper, language: Language) {
        vector = VectorPage(width: paper.width, height: paper.height, language: language)
    }

    /// - Parameter isFramed: whether the picture gets a border, so that a white picture is visible on the paper.
    package mutating func place(
        _ source: PictureSource, x: Double, y: Double, width: Double, height: Double, isFramed: Bool = false
    ) {
        pictures.append(
            PlacedPicture(source: source, x: x, y: y, width: width, height: height, isFramed: isFramed))
    }
}

/// A picture and its position on a page, in points.
package struct PlacedPicture: Codable, Sendable {
    package let source: PictureSource
    package let x: Double
    package let y: Double
    package let width: Double
    package let height: Double
    package let isFramed: Bool
}

/// An opaque picture that is made from published files.
package enum PictureSource: Codable, Sendable {
    /// The background behind a picture.
    package enum Ground: Codable, Sendable {
        case paper, track, checker
        /// Almost black. Light fringes are visible on it.
        case dark
    }

    /// A published sticker on a test background.
    case preview(path: String)
    /// A rendition at its own resolution.
    case rendition(Rendition, on: Ground)
    /// A rendition that is scaled to fit.
    case thumbnail(Rendition, on: Ground)
    /// A frame of a filmstrip.
    case frame(Filmstrip, place: Int)
    /// A magnified part of a rendition's edge, with each pixel as a square.
    case edge(Rendition, on: Ground)
    /// The position of the magnified part in the rendition.
    case edgePlace(Rendition)

    /// The path of the published file, relative to the output folder.
    package var path: String {
        switch self {
        case .preview(let path): path
        case .rendition(let rendition, _), .thumbnail(let rendition, _), .edge(let rendition, _): rendition.path
        case .edgePlace(let rendition): rendition.path
        case .frame(let strip, _): strip.path
        }
    }

    /// The side of the square that `edge` shows, in pixels of the rendition.
    package static let edgeSide = 28

    /// Whether the picture may be written as JPEG, because it shows an appearance and not exact pixels.
    package var isPhotographic: Bool {
        if case .preview = self { true } else { false }
    }
}
