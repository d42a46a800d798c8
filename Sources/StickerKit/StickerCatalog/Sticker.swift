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
