/// A pack of game pieces: art for a board that an app draws itself. All of its pieces are drawn at one scale, in
/// squares of one size, so that they keep the relative sizes of the art.
public struct PiecePack: Codable, Sendable, Equatable, Identifiable {
    /// A lower-case name that is unique among packs of any kind and can be used in a path.
    public var id: String
    /// The title in the default language.
    public var title: String
    /// Titles in other languages, by BCP 47 language tag.
    public var titles: [String: String]
    /// The side of the square in which each piece is drawn, in points.
    public var box: Int
    /// The pieces, in the order of the pack.
    public var pieces: [Piece]

    private enum CodingKeys: String, CodingKey {
        case id, title, titles, box, pieces
    }

    public init(id: String, title: String, titles: [String: String], box: Int, pieces: [Piece]) {
        self.id = id
        self.title = title
        self.titles = titles
        self.box = box
        self.pieces = pieces
    }
}

/// One game piece.
public struct Piece: Codable, Sendable, Equatable, Identifiable {
    /// A lower-case name that is unique in its pack and can be used in a path.
    public var id: String
    /// The text for VoiceOver, in the default language.
    public var label: String
    /// The texts for VoiceOver in other languages, by BCP 47 language tag.
    public var labels: [String: String]
    /// The point of the square that is placed on a field of the board.
    public var anchor: PieceAnchor
    /// The art from which the piece was made.
    public var source: SourceArt
    /// The transparent pictures at @3x, @2x and @1x, each the whole square, largest first.
    public var renditions: [Rendition]
    /// The piece on each test background.
    public var previews: [Preview]
    /// The method that brought the @3x rendition below the byte limit, and its losses.
    public var fit: Fit
    /// Findings for the designer. Never an error, because an error excludes a piece.
    public var findings: [Finding]
    /// SHA-256 over the source's bytes, the settings that affect the result and the versions of the libraries that
    /// affect its bytes. Equal fingerprints mean equal files.
    public var fingerprint: String
    /// SHA-256 over the decoded pixels of the @3x rendition (RGBA, straight alpha).
    public var pixels: String
    /// The decision about the current pixels. Nil if there is none.
    public var review: Review?

    private enum CodingKeys: String, CodingKey {
        case id, label, labels, anchor, source, renditions, previews, fit, findings, fingerprint, pixels, review
    }

    public init(
        id: String, label: String, labels: [String: String] = [:], anchor: PieceAnchor = PieceAnchor(),
        source: SourceArt, renditions: [Rendition], previews: [Preview], fit: Fit, findings: [Finding],
        fingerprint: String, pixels: String, review: Review? = nil
    ) {
        self.id = id
        self.label = label
        self.labels = labels
        self.anchor = anchor
        self.source = source
        self.renditions = renditions
        self.previews = previews
        self.fit = fit
        self.findings = findings
        self.fingerprint = fingerprint
        self.pixels = pixels
        self.review = review
    }

    /// The picture that an app draws: the one at @3x, which it scales down on other screens.
    public var delivery: Rendition? {
        renditions.max { $0.scale < $1.scale }
    }
}

/// A point of a piece's square, as fractions of the side from the upper left corner.
public struct PieceAnchor: Codable, Sendable, Hashable {
    /// The horizontal position, from 0 at the left to 1 at the right.
    public var x: Double
    /// The vertical position, from 0 at the top to 1 at the bottom.
    public var y: Double

    private enum CodingKeys: String, CodingKey {
        case x, y
    }

    /// Makes an anchor, by default at the centre.
    public init(x: Double = 0.5, y: Double = 0.5) {
        self.x = x
        self.y = y
    }
}
