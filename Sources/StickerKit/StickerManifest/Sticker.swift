/// One published sticker. Copies share their storage until one of them is changed, because packs with thousands of
/// stickers are often copied and compared, and few of the stickers change.
public struct Sticker: Codable, Sendable, Equatable, Identifiable {
    private var storage: StickerStorage
    /// Hash values of the two texts in `identity`. They are not in the storage, so that a search among thousands of
    /// stickers reads only their list.
    package private(set) var keys: StickerKeys

    /// A lower-case name that is unique in its pack and can be used in a path.
    public var id: String {
        get { storage.read({ $0.id }, compact: { $0.id }) }
        set { change { $0.id = newValue } }
    }
    /// The description that VoiceOver reads, in the default language; at most 150 characters.
    public var label: String {
        get { storage.read { $0.label } }
        set { change { $0.label = newValue } }
    }
    /// Descriptions in other languages, by BCP 47 language tag.
    public var labels: [String: String] {
        get { storage.read { $0.labels } }
        set { change { $0.labels = newValue } }
    }
    /// The size class of this sticker: that of its pack, unless its sidecar sets another.
    public var size: StickerSize {
        get { storage.read { $0.size } }
        set { change { $0.size = newValue } }
    }
    /// The art from which the sticker was made.
    public var source: SourceArt {
        get { storage.read({ $0.source }, compact: { $0.identity.source }) }
        set { change { $0.source = newValue } }
    }
    /// The animation. Nil for a still sticker.
    public var animation: Animation? {
        get { storage.read { $0.animation } }
        set { change { $0.animation = newValue } }
    }
    /// The files at @3x, @2x and @1x, largest first. An app ships @3x only: the system makes the others.
    public var renditions: [Rendition] {
        get { storage.read { $0.renditions } }
        set { change { $0.renditions = newValue } }
    }
    /// The sticker on each test background: the @3x rendition, or for an animation the animated @2x one.
    public var previews: [Preview] {
        get { storage.read { $0.previews } }
        set { change { $0.previews = newValue } }
    }
    /// Some frames of the animation side by side. Nil for a still sticker.
    public var filmstrip: Filmstrip? {
        get { storage.read { $0.filmstrip } }
        set { change { $0.filmstrip = newValue } }
    }
    /// The method that brought the @3x rendition below the byte limit, and its losses.
    public var fit: Fit {
        get { storage.read { $0.fit } }
        set { change { $0.fit = newValue } }
    }
    /// Findings for the designer. Never an error, because an error excludes a sticker.
    public var findings: [Finding] {
        get { storage.read { $0.findings } }
        set { change { $0.findings = newValue } }
    }
    /// SHA-256 over the source's bytes, the settings that affect the result and the versions of the libraries that
    /// affect its bytes. Equal fingerprints mean equal files.
    public var fingerprint: String {
        get { storage.read({ $0.fingerprint }, compact: { $0.digests.fingerprint }) }
        set { change { $0.fingerprint = newValue } }
    }
    /// SHA-256 over the decoded pixels of the @3x rendition (RGBA, straight alpha), so that a decision about the look
    /// of a sticker stays valid if only its bytes change.
    public var pixels: String {
        get { storage.read({ $0.pixels }, compact: { $0.digests.pixels }) }
        set { change { $0.pixels = newValue } }
    }
    /// The decision about the current pixels. Nil if there is none.
    public var review: Review? {
        get { storage.read({ $0.review }, compact: { $0.review }) }
        set { change { $0.review = newValue } }
    }
    /// The texts of an interactive message, whose picture stickerd handles like a sticker. Nil for a sticker. Not in
    /// the JSON, because a manifest lists messages separately from stickers.
    package var messageTexts: MessageTexts? {
        get { storage.read { $0.messageTexts } }
        set { change { $0.messageTexts = newValue } }
    }
    /// The film of an animated message. Nil for everything else. Not in the JSON, like `messageTexts`.
    package var film: Rendition? {
        get { storage.read { $0.film } }
        set { change { $0.film = newValue } }
    }
    /// The anchor of a game piece, which stickerd handles like a sticker. Nil for a sticker. Not in the JSON, because a
    /// manifest lists pieces separately from stickers.
    package var anchor: PieceAnchor? {
        get { storage.read { $0.anchor } }
        set { change { $0.anchor = newValue } }
    }

    public init(
        id: String, label: String, labels: [String: String], size: StickerSize, source: SourceArt,
        animation: Animation?, renditions: [Rendition], previews: [Preview], fit: Fit, findings: [Finding],
        fingerprint: String, pixels: String, filmstrip: Filmstrip? = nil, review: Review? = nil
    ) {
        self.init(
            StickerFields(
                id: id, label: label, labels: labels, size: size, source: source, animation: animation,
                renditions: renditions, previews: previews, filmstrip: filmstrip, fit: fit, findings: findings,
                fingerprint: fingerprint, pixels: pixels, review: review))
    }

    private init(_ fields: StickerFields) {
        storage = StickerStorage(fields)
        keys = StickerKeys(fields)
    }

    public init(from decoder: any Decoder) throws { self.init(try StickerFields(from: decoder)) }

    public func encode(to encoder: any Encoder) throws { try storage.fields.encode(to: encoder) }

    public static func == (one: Sticker, other: Sticker) -> Bool {
        guard one.storage !== other.storage else { return true }
        if let bytes = one.storage.read({ _ in nil }, compact: { $0.bytes }),
            let others = other.storage.read({ _ in nil }, compact: { $0.bytes })
        {
            return bytes == others
        }
        return one.storage.fields == other.storage.fields
    }

    /// Whether both are copies of one sticker, and neither has been changed since. False for equal stickers that were
    /// made separately.
    package func isSameCopy(as other: Sticker) -> Bool { storage === other.storage }

    private mutating func change(_ change: (inout StickerFields) -> Void) {
        if !isKnownUniquelyReferenced(&storage) { storage = StickerStorage(storage.fields) }
        storage.change(change)
        keys = storage.read { StickerKeys($0) }
    }

    /// The keys of a sticker: its id, and the path of its source.
    package var identity: (id: String, sourcePath: String) {
        storage.read({ ($0.id, $0.source.path) }, compact: { ($0.identity.id, $0.identity.source.path) })
    }

    /// The size in bytes of the file that an app shows. 0 if there is none.
    package var deliveryBytes: Int {
        storage.read { fields in fields.renditions.max { $0.scale < $1.scale }?.bytes ?? 0 }
    }

    /// The readable names of its files, and the files' paths.
    package var namedFiles: [(name: String, path: String)] {
        storage.read { fields in
            fields.renditions.map { ($0.name, $0.path) } + fields.previews.map { ($0.name, $0.path) }
                + (fields.filmstrip.map { [($0.name, $0.path)] } ?? [])
                + (fields.film.map { [($0.name, $0.path)] } ?? [])
        }
    }

    /// All its properties except decisions, in a few bytes that are equal for equal stickers. Nil for a message or a
    /// game piece.
    package var bytesForDigest: [UInt8]? {
        storage.read({ $0.compact?.bytesWithoutReview }, compact: { $0.bytesWithoutReview })
    }

    /// Whether both are equal except for decisions.
    package func isEqual(besidesReview other: Sticker) -> Bool {
        if isSameCopy(as: other) { return true }
        // Comparing properties takes less time than encoding them, but more than comparing compact forms.
        if isCompact || other.isCompact, let bytes = bytesForDigest, let others = other.bytesForDigest {
            return bytes == others
        }
        var (one, two) = (storage.fields, other.storage.fields)
        (one.review, two.review) = (nil, nil)
        return one == two
    }

    /// Converts this sticker and all of its copies to a compact form, in which each property access takes some
    /// microseconds. A process with a large library does this with stickers that it does not need soon.
    package func compact() { storage.compact() }

    /// Whether it is stored in compact form.
    package var isCompact: Bool { storage.isCompact }

    /// Reverts `compact`, for a caller that reads several properties.
    package func expand() { storage.expand() }
}

/// Identifies a sticker: the id of its pack and its own id. `stickerd export app` writes one for every sticker, so that
/// the compiler reports the use of a removed sticker.
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

/// The three sizes in which Messages shows stickers.
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

/// The animation of a sticker.
public struct Animation: Codable, Sendable, Hashable {
    /// The number of frames.
    public var frames: Int
    /// The duration of one cycle in milliseconds.
    public var duration: Int
    /// The number of plays. 0 means forever.
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

/// The file from which a sticker was made.
public struct SourceArt: Codable, Sendable, Equatable {
    /// The path relative to the drop folder, in Unicode NFC.
    public var path: String
    /// SHA-256 of its bytes, in lower-case hexadecimal.
    public var sha256: String
    /// The size in bytes.
    public var bytes: Int
    /// The format of its content: `png`, `jpeg`, `gif`, `webp`, `svg`, …
    public var format: String
    /// Width in pixels after the orientation is applied. For vector art, the width in the units of the file.
    public var width: Int
    /// Height in pixels after the orientation is applied. For vector art, the height in the units of the file.
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
