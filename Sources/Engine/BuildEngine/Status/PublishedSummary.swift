import JobModel
import Publishing
import StickerManifest

/// The values of a status that are computed from the manifest.
package struct PublishedSummary: Sendable {
    package var stickers = 0
    /// The number of messages. Nil if the manifest contains no messages.
    var messages: Int?
    /// The number of game pieces. Nil if the manifest contains no game pieces.
    var pieces: Int?
    package var awaitingApproval = 0
    /// The number of stickers that are published without approval.
    package var unapproved = 0
    /// The number of stickers that were sent back and have no newer version.
    package var sentBack = 0
    package var rejected: [RejectedSource] = []

    package init(_ catalog: Catalog) {
        stickers = catalog.stickerCount
        messages = catalog.messages?.count
        pieces = catalog.pieces.map { $0.reduce(0) { $0 + $1.pieces.count } }
        awaitingApproval = catalog.awaitingCount
        unapproved = catalog.unapprovedCount
        sentBack = catalog.sentBack.count
        rejected = catalog.rejected
    }

    /// Adds the totals of packs at rest. Such packs have no rejected sources, messages, game pieces or sent-back
    /// stickers.
    package mutating func add(_ others: StatusRecorder.AtRest) {
        stickers += others.stickers
        awaitingApproval += others.awaitingApproval
        unapproved += others.unapproved
    }

    /// Computes the values from the index and its review parts, without reading the records of stickers.
    ///
    /// - Throws: `CatalogReader.MissingPart`; `CatalogError`.
    init(_ index: ManifestIndex, reader: CatalogReader) throws {
        for entry in index.entries {
            for part in entry.review ?? [] {
                let review = try reader.value(OtherContent.self, of: part)
                rejected += review.rejected ?? []
                messages = PublishedSummary.sum(messages, review.messages?.count)
                pieces = PublishedSummary.sum(pieces, review.pieces?.pieces.count)
                unapproved += (review.messages ?? []).count { $0.review?.outcome != .approved }
                unapproved += (review.pieces?.pieces ?? []).count { $0.review?.outcome != .approved }
                sentBack += review.sentBackCount
            }
            stickers += entry.stickers ?? 0
            awaitingApproval += entry.counts?.awaiting ?? 0
            sentBack += try PublishedSummary.sentBackCount(of: entry, reader: reader)
            unapproved += (entry.counts?.open ?? 0) + (entry.counts?.sentBack ?? 0)
        }
        rejected.sort { $0.path < $1.path }
    }

    /// The number of a pack's published stickers that were sent back. Does not include stickers whose new source is
    /// rejected.
    private static func sentBackCount(of entry: PackEntry, reader: CatalogReader) throws -> Int {
        guard let counts = entry.counts, counts.sentBack > 0 else { return 0 }
        guard counts.rejected > 0 else { return counts.sentBack }
        let parts = try (entry.review ?? []).map { try reader.value(ReviewedSources.self, of: $0) }
        let refused = Set(parts.flatMap { $0.rejected ?? [] }.filter { !$0.isHeldByPack }.map(\.path))
        return parts.flatMap(\.stickers).count { $0.review?.outcome == .sentBack && !refused.contains($0.source) }
    }

    /// Reads the summary of the published manifest. Nil if the manifest is missing or unreadable.
    package static func read(_ publisher: Publisher) -> PublishedSummary? {
        let manifest = publisher.folder.manifest
        let summary = try? manifest.read { _, document in
            switch document {
            case .flat(let catalog): PublishedSummary(catalog)
            case .index(let index): try PublishedSummary(index, reader: manifest)
            }
        }
        // If the manifest is damaged, the summary covers only the packs that can be read.
        return summary ?? PublishedCatalog.read(publisher) { _ in }.map { PublishedSummary($0) }
    }

    private static func sum(_ one: Int?, _ other: Int?) -> Int? {
        other.map { (one ?? 0) + $0 } ?? one
    }

    /// The content of a review part, without published stickers.
    private struct OtherContent: Decodable {
        struct Awaiting: Decodable { var review: Review? }

        var awaiting: [Awaiting]?
        var rejected: [RejectedSource]?
        var messages: [Message]?
        var awaitingMessages: [Message]?
        var pieces: PiecePack?
        var awaitingPieces: PiecePack?

        private enum CodingKeys: String, CodingKey {
            case awaiting, rejected, messages, awaitingMessages, pieces, awaitingPieces
        }

        /// The number of unpublished stickers, and of all messages and game pieces, that were sent back.
        var sentBackCount: Int {
            let messages = (messages ?? []) + (awaitingMessages ?? [])
            let pieces = (pieces?.pieces ?? []) + (awaitingPieces?.pieces ?? [])
            let reviews = (awaiting ?? []).map(\.review) + messages.map(\.review) + pieces.map(\.review)
            return reviews.count { $0?.outcome == .sentBack }
        }
    }

    /// The decisions in a review part, with the sources of the stickers.
    private struct ReviewedSources: Decodable {
        struct Reviewed: Decodable {
            var source: String
            var review: Review?
        }

        var stickers: [Reviewed]
        var rejected: [RejectedSource]?
    }
}
