/// The files of a manifest in two levels, and their contents. The next manifest reuses the files of unchanged packs.
package struct ManifestEncoding: Sendable {
    /// The files of each pack, by pack id.
    package var packs: [String: PackEncoding]

    package init(packs: [String: PackEncoding] = [:]) {
        self.packs = packs
    }
}

/// The complete content of a manifest for one pack.
package struct PackContent: Sendable, Equatable {
    package let id: String
    /// The pack with its published stickers. Nil if there are none.
    package var pack: Pack?
    /// The pack with its stickers that await approval. Nil if there are none.
    package var awaiting: Pack?
    package var rejected: [RejectedSource] = []
    package var messages: [Message] = []
    package var awaitingMessages: [Message] = []
    /// The published game pieces. Nil for a pack of stickers.
    package var pieces: PiecePack?
    /// The game pieces that await approval. Nil if there are none.
    package var awaitingPieces: PiecePack?

    package init(id: String) {
        self.id = id
    }
}

/// The encoding of a published sticker in the parts of its pack and in the index. Consecutive manifests share this
/// object while the sticker is unchanged, so that it is not encoded again. Parts with the same lines are the same file.
package final class StickerLines: Sendable {
    /// The sticker's line in a part for apps; JSON without line breaks.
    package let app: [UInt8]
    /// The sticker's line in a part for reviews; JSON without line breaks.
    package let review: [UInt8]
    /// Whether the sticker is the last one of its part of the manifest, if the pack has several parts.
    package let endsPart: Bool
    /// The size in bytes of the file that an app shows.
    package let bytes: Int
    /// The decision about the sticker. Nil if there is none.
    package let outcome: Review.Outcome?
    package let hasFindings: Bool

    package init(_ sticker: Sticker, app: [UInt8], review: [UInt8], endsPart: Bool) {
        self.app = app
        self.review = review
        self.endsPart = endsPart
        bytes = sticker.deliveryBytes
        outcome = sticker.review?.outcome
        hasFindings = !sticker.findings.isEmpty
    }
}

/// The files of one pack.
package struct PackEncoding: Sendable {
    package let content: PackContent
    /// Records of the published stickers, in their order. Empty if they were not read.
    package let records: [ManifestPart]
    /// Records of the stickers that await approval, in their order.
    package let awaitingRecords: [ManifestPart]
    /// The entry in the index.
    package let entry: PackEntry
    /// The pack's line in the index, without a line break. Nil if the entry was read from a file.
    package var line: [UInt8]?
    /// The lines of the published stickers, in order. Nil if the pack was read from files.
    package var lines: [StickerLines]?

    package init(
        content: PackContent, entry: PackEntry, records: [ManifestPart], awaitingRecords: [ManifestPart],
        line: [UInt8]? = nil, lines: [StickerLines]? = nil
    ) {
        self.content = content
        self.entry = entry
        self.records = records
        self.awaitingRecords = awaitingRecords
        self.line = line
        self.lines = lines
    }

    /// The pack's parts for apps, and its parts for reviews.
    package var parts: [ManifestPart] { (entry.app ?? []) + (entry.review ?? []) }

    /// All parts and records of the pack.
    package var documents: Set<ManifestPart> { Set(parts).union(records).union(awaitingRecords) }
}

extension PackEncoding {
    /// The records that a later state of the pack may lack. Equal records at the start and at the end are skipped, so
    /// that a small change takes little time.
    package func recordsGone(in later: PackEncoding?) -> Set<ManifestPart> {
        func gone(_ old: [ManifestPart], _ new: [ManifestPart]) -> ArraySlice<ManifestPart> {
            old[ListDifference(from: old, to: new) { $0 == $1 }.old]
        }
        return Set(gone(records, later?.records ?? []))
            .union(gone(awaitingRecords, later?.awaitingRecords ?? []))
    }
}

/// The encoding of a manifest that a value was read from, or derived from. It does not affect equality.
package struct ManifestOrigin: Sendable, Equatable {
    package var encoding: ManifestEncoding?

    package init(encoding: ManifestEncoding? = nil) {
        self.encoding = encoding
    }

    package static func == (one: ManifestOrigin, other: ManifestOrigin) -> Bool { true }
}
