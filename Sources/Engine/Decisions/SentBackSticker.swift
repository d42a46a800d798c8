import JobModel
import Publishing
import StickerManifest

/// A decision by which a sticker was sent back.
package struct SentBackDecision: Sendable, Hashable {
    package var reviewer: String
    package var comment: String
    /// The time of the decision, in the format of `Decision.decided`. Nil if the decision was lost and only the
    /// manifest has its review.
    package var decided: String?
    /// The number of the reviewed version, from 1. Counts the images of the sticker that have a decision. Nil if
    /// `decided` is nil.
    package var version: Int?
    /// The places in the picture to which the comment refers.
    package var pins: [Pin]

    package init(
        reviewer: String, comment: String, decided: String? = nil, version: Int? = nil, pins: [Pin] = []
    ) {
        self.pins = pins
        self.reviewer = reviewer
        self.comment = comment
        self.decided = decided
        self.version = version
    }

    /// A SHA-256 of the decision and the reviewed image.
    package func digest(about key: Reviews.Key) -> String {
        var digest = StructuredHasher()
        for text in [key.pack, key.sticker, key.pixels, reviewer, comment, decided ?? ""] { digest.add(text) }
        return digest.text
    }
}

/// A sticker whose newest version was sent back.
package struct SentBackSticker: Sendable, Hashable {
    /// The id of the pack.
    package var pack: String
    package var id: String
    package var label: String
    /// The SHA-256 of the decoded pixels that were sent back.
    package var pixels: String
    /// The path of the source, relative to the drop folder.
    package var path: String
    /// The SHA-256 of the source file.
    package var sha256: String
    package var decision: SentBackDecision

    package init(_ sticker: Sticker, in pack: String, _ decision: SentBackDecision) {
        let source = sticker.source
        self.pack = pack
        id = sticker.id
        label = sticker.label
        pixels = sticker.pixels
        path = source.path
        sha256 = source.sha256
        self.decision = decision
    }

    /// Identifies the image that was sent back.
    package var key: Reviews.Key { Reviews.Key(pack: pack, sticker: id, pixels: pixels) }
}

extension [Decision] {
    /// The images that are sent back, from decisions in order of precedence.
    package var sentBack: [Reviews.Key: SentBackDecision] {
        var versions: [StickerName: [String: Int]] = [:]
        var sentBack: [Reviews.Key: SentBackDecision] = [:]
        for decision in self {
            let known = versions[StickerName(pack: decision.pack, sticker: decision.sticker), default: [:]]
            let version = known[decision.pixels] ?? known.count + 1
            versions[StickerName(pack: decision.pack, sticker: decision.sticker), default: [:]][decision.pixels] =
                version
            sentBack[decision.key] =
                decision.outcome == .sentBack
                ? SentBackDecision(
                    reviewer: decision.reviewer, comment: decision.comment, decided: decision.decided, version: version,
                    pins: decision.pins ?? [])
                : nil
        }
        return sentBack
    }
}

extension Catalog {
    /// The stickers and messages whose newest version was sent back.
    ///
    /// - Parameter decisions: the images that were sent back.
    package func stickers(sentBack decisions: [Reviews.Key: SentBackDecision]) -> [SentBackSticker] {
        guard !decisions.isEmpty else { return [] }
        return newestVersions(inPacks: Set(decisions.keys.map(\.pack))).compactMap { pack, sticker in
            let key = Reviews.Key(pack: pack, sticker: sticker.id, pixels: sticker.pixels)
            return decisions[key].map { SentBackSticker(sticker, in: pack, $0) }
        }
    }
}
