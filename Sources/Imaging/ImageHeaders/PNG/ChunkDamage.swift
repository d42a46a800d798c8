/// A problem of a chunk.
package struct ChunkDamage: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Kind: Hashable, Sendable {
        /// The checksum does not match the data.
        case badChecksum
        /// The file ends inside the chunk.
        case truncated
        /// The bytes are not a chunk. The rest of the file cannot be read.
        case notAChunk
        /// PNG does not allow the chunk at this place.
        case outOfOrder
        /// The chunk may occur only once.
        case repeated
        /// The data are too short, too long, or have an impossible value.
        case badContent
        /// The chunk is meaningless in this kind of PNG, and decoders skip it. For example, apngasm writes a tRNS chunk
        /// into PNGs with an alpha channel.
        case needless
        /// A required chunk is missing.
        case missing
    }

    package let kind: Kind
    /// The chunk's four letters. "????" if its name does not consist of letters.
    package let chunk: String
    /// The number of bytes from the start of the file to the chunk, or to the place where it is missing.
    package let offset: Int

    /// Whether the visible picture may be wrong or incomplete. Otherwise only metadata are affected.
    package let touchesPixels: Bool

    package init(_ kind: Kind, _ name: ChunkName, at offset: Int) {
        self.kind = kind
        self.chunk = name.description
        self.offset = offset
        touchesPixels =
            kind == .notAChunk || kind != .needless && (name.isCritical || ChunkDamage.seen.contains(name))
    }

    private static let seen: Set<ChunkName> = [.tRNS, .acTL, .fcTL, .fdAT]

    package var description: String {
        switch kind {
        case .badChecksum: "the \(chunk) chunk at byte \(offset) does not match its checksum"
        case .truncated: "the file ends inside the \(chunk) chunk at byte \(offset)"
        case .notAChunk: "the bytes after byte \(offset) are not PNG"
        case .outOfOrder: "the \(chunk) chunk at byte \(offset) is in the wrong place"
        case .repeated: "there is a second \(chunk) chunk at byte \(offset)"
        case .badContent: "the \(chunk) chunk at byte \(offset) holds impossible values"
        case .needless: "the \(chunk) chunk at byte \(offset) is meaningless in a picture of this kind"
        case .missing: "the \(chunk) chunk is missing before byte \(offset)"
        }
    }
}
