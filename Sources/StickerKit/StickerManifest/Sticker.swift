/// One published sticker.
public struct Sticker: Codable, Sendable, Equatable, Identifiable {
    /// Lower-case name, unique in its pack, usable in a path.
    public var id: String
    /// The description that VoiceOver reads, in the default language; at most 150 characters.
    public var label: String
    /// Descriptions in other languages, by BCP 47 language tag.
    public var labels: [String: String]
    /// The size class of this sticker; its pack's, unless its sidecar says otherwise.
    public var size: StickerSize
    /// The art it was made from.
    public var source: SourceArt
    /// How it moves; nil for a still sticker.
    public var animation: Animation?
    /// The files at @3x, @2x and @1x, largest first. An app ships @3x only: the system makes the others.
    public var renditions: [Rendition]
    /// The sticker laid on each test background: the @3x rendition, and of an animation the @2x one, moving.
    public var previews: [Preview]
    /// Some of its frames side by side; nil for a still sticker.
    public var filmstrip: Filmstrip?
    /// How the @3x rendition was made to fit, and what it cost.
    public var fit: Fit
    /// What a designer should know about it; never an error, since an error keeps a sticker out.
    public var findings: [Finding]
    /// SHA-256 over the source's bytes, the settings that affect the result and the versions of the libraries that
    /// decide bytes. Equal fingerprints mean equal files.
    public var fingerprint: String
    /// SHA-256 over the decoded pixels of the @3x rendition (RGBA, straight alpha), so that a decision about how a
    /// sticker looks can outlive a change of its bytes.
    public var pixels: String
    /// What a person decided about these pixels; nil while nobody has.
    public var review: Review?
    /// The texts of an interactive message, whose picture stickerd handles as it does a sticker's; nil for a sticker. Not
    /// in the JSON: a manifest has messages apart from stickers.
    package var messageTexts: MessageTexts?

    /// The anchor of a game piece, which stickerd handles as it does a sticker; nil for a sticker. Not in the JSON: a
    /// manifest has pieces apart from stickers.
    package var anchor: PieceAnchor?

    private enum CodingKeys: String, CodingKey {
        case id, label, labels, size, source, animation, renditions, previews, filmstrip, fit, findings
        case fingerprint, pixels, review
    }

    public init(
        id: String, label: String, labels: [String: String], size: StickerSize, source: SourceArt,
        animation: Animation?, renditions: [Rendition], previews: [Preview], fit: Fit, findings: [Finding],
        fingerprint: String, pixels: String, filmstrip: Filmstrip? = nil, review: Review? = nil
    ) {
        self.id = id
        self.label = label
        self.labels = labels
        self.size = size
        self.source = source
        self.animation = animation
        self.renditions = renditions
        self.previews = previews
        self.filmstrip = filmstrip
        self.fit = fit
        self.findings = findings
        self.fingerprint = fingerprint
        self.pixels = pixels
        self.review = review
    }
}

/// Which sticker is meant: a pack's id and a sticker's in it. `stickerd export app` writes one for every sticker, so that
/// the compiler finds those that are gone.
public struct StickerName: Sendable, Hashable, CustomStringConvertible {
    public let pack: String
    public let sticker: String

    public init(pack: String, sticker: String) {
        self.pack = pack
        self.sticker = sticker
    }

    /// `cats/happy-cat`
    public var description: String { "\(pack)/\(sticker)" }
}

/// The three sizes Messages shows stickers at.
///
/// Source: Apple, `MSStickerSize` and `MSSticker.init(contentsOfFileURL:localizedDescription:)`, Messages framework.
public enum StickerSize: String, Codable, Sendable, CaseIterable {
    case small, regular, large

    /// The side of the square in points.
    public var points: Int {
        switch self {
        case .small: 100
        case .regular: 136
        case .large: 206
        }
    }

    /// The side of the square in pixels at a scale of 1, 2 or 3.
    public func pixels(scale: Int) -> Int {
        points * scale
    }
}

/// How a sticker moves.
public struct Animation: Codable, Sendable, Hashable {
    /// How many frames are played.
    public var frames: Int
    /// One cycle in milliseconds.
    public var duration: Int
    /// How often it is played; 0 is for ever.
    public var loopCount: Int

    private enum CodingKeys: String, CodingKey {
        case frames, duration, loopCount
    }

    public init(frames: Int, duration: Int, loopCount: Int) {
        self.frames = frames
        self.duration = duration
        self.loopCount = loopCount
    }
}

/// The file a sticker was made from.
public struct SourceArt: Codable, Sendable, Equatable {
    /// Its path relative to the drop folder, in Unicode NFC.
    public var path: String
    /// SHA-256 of its bytes, in lower-case hexadecimal.
    public var sha256: String
    /// Its size in bytes.
    public var bytes: Int
    /// What it is by its content: `png`, `jpeg`, `gif`, `webp`, `svg`, …
    public var format: String
    /// Width in pixels after the orientation is applied; for vector art, in its own units.
    public var width: Int
    /// Height in pixels after the orientation is applied; for vector art, in its own units.
    public var height: Int

    private enum CodingKeys: String, CodingKey {
        case path, sha256, bytes, format, width, height
    }

    public init(path: String, sha256: String, bytes: Int, format: String, width: Int, height: Int) {
        self.path = path
        self.sha256 = sha256
        self.bytes = bytes
        self.format = format
        self.width = width
        self.height = height
    }
}
