/// Which files a manifest in two levels consists of, and what was written to them: the next manifest shares those of packs
/// that stay the same.
package struct ManifestEncoding: Sendable {
    /// By pack id.
    package var packs: [String: PackEncoding]

    package init(packs: [String: PackEncoding] = [:]) {
        self.packs = packs
    }
}

/// Everything that a manifest says of one pack.
package struct PackContent: Sendable, Equatable {
    package let id: String
    /// With the published stickers; nil when none are.
    package var pack: Pack?
    /// With the stickers that await approval; nil when none do.
    package var awaiting: Pack?
    package var rejected: [RejectedSource] = []
    package var messages: [Message] = []
    package var awaitingMessages: [Message] = []
    /// Where it is a pack of game pieces.
    package var pieces: PiecePack?
    /// Its game pieces that await approval; nil when none do.
    package var awaitingPieces: PiecePack?

    package init(id: String) {
        self.id = id
    }
}

/// What a pack's published stickers are in its parts, in their order: what stays the same is not encoded again.
package struct PackLines: Sendable {
    /// JSON without line breaks.
    package var app: [[UInt8]]
    /// JSON without line breaks.
    package var review: [[UInt8]]
    /// Whether a part of the manifest ends with a sticker, where the pack has several.
    package var endsPart: [Bool]

    package init(app: [[UInt8]] = [], review: [[UInt8]] = [], endsPart: [Bool] = []) {
        self.app = app
        self.review = review
        self.endsPart = endsPart
    }
}

/// The files of one pack.
package struct PackEncoding: Sendable {
    package let content: PackContent
    /// Records of the published stickers, by id.
    package let records: [String: ManifestPart]
    /// Records of the stickers that await approval, by id.
    package let awaitingRecords: [String: ManifestPart]
    /// What the index says of it.
    package let entry: PackEntry
    /// Its line in the index, without a line break; nil where it was read, and not written.
    package var line: [UInt8]?
    /// Nil where it was read, and not written.
    package var lines: PackLines?
    /// All of its parts and records.
    package let documents: Set<ManifestPart>

    package init(
        content: PackContent, entry: PackEntry, records: [String: ManifestPart],
        awaitingRecords: [String: ManifestPart], line: [UInt8]? = nil, lines: PackLines? = nil
    ) {
        self.content = content
        self.entry = entry
        self.records = records
        self.awaitingRecords = awaitingRecords
        self.line = line
        self.lines = lines
        documents = Set(entry.app ?? []).union(entry.review ?? []).union(records.values)
            .union(awaitingRecords.values)
    }
}

/// How a manifest was written that a value was read from, or follows from. It is no part of the value.
package struct ManifestOrigin: Sendable, Equatable {
    package var encoding: ManifestEncoding?

    package init(encoding: ManifestEncoding? = nil) {
        self.encoding = encoding
    }

    package static func == (one: ManifestOrigin, other: ManifestOrigin) -> Bool { true }
}
