import Decisions
import Foundation
import JobModel
import NIOCore
import Publishing
import StickerConfiguration
import StickerManifest

/// Everything that the review page shows at one moment, encoded for sending.
struct ReviewSnapshot: Sendable {
    /// A pack with its stickers in the order of Messages' browser.
    struct Pack: Encodable, Sendable, Equatable {
        var id: String
        var title: String
        var size: String
        var stickers: [String]
        /// True for the messages of a pack; nil for a pack of stickers.
        var isMessages: Bool?
    }

    private(set) var packs: [String: Pack] = [:]
    private(set) var items: [String: ReviewItem] = [:]
    private(set) var rejected: [RejectedSource] = []
    /// The items as JSON: few of them change from one snapshot to the next.
    private var encoded: [String: Data] = [:]

    init() {}

    /// - Parameter previous: the previous snapshot; unchanged items are not encoded again.
    init(_ catalog: Catalog, decisions: [Decision], after previous: ReviewSnapshot) throws {
        var latest: [Reviews.Key: Decision] = [:]
        for decision in decisions { latest[decision.key] = decision }
        let approved = decisions.lastApproved
        let publishedCount = catalog.publishedPacks.count
        // In reverse: packs that await approval come first.
        for (place, pack) in catalog.finishedPacks.enumerated().reversed() {
            let isHeld = place >= publishedCount
            for sticker in pack.stickers {
                let key = "\(pack.id)/\(sticker.id)"
                // Of a sticker that awaits approval the new version is shown.
                guard items[key] == nil else { continue }
                let reviewKey = Reviews.Key(pack: pack.id, sticker: sticker.id, pixels: sticker.pixels)
                items[key] = ReviewItem(
                    sticker, pack: pack.id, isHeld: isHeld, decision: latest[reviewKey], approved: approved[key])
            }
            var keys = packs[pack.id]?.stickers ?? []
            let known = Set(keys)
            keys += pack.stickers.map { "\(pack.id)/\($0.id)" }.filter { !known.contains($0) }
            packs[pack.id] = Pack(
                id: pack.id, title: pack.title, size: pack.size.rawValue, stickers: keys,
                isMessages: MessagePack.parent(of: pack.id) == nil ? nil : true)
        }
        rejected = catalog.rejected
        let encoder = ReviewSnapshot.encoder
        for (key, item) in items {
            encoded[key] = try item == previous.items[key] ? previous.encoded[key] : encoder.encode(item)
        }
    }

    /// The complete snapshot as JSON.
    func json(revision: String, settings: ReviewSettings) throws -> ByteBuffer {
        struct Head: Encodable {
            var revision: String
            var settings: ReviewSettings
            var packs: [Pack]
            var rejected: [RejectedSource]
        }
        let head = Head(
            revision: revision, settings: settings, packs: packs.values.sorted { $0.id < $1.id }, rejected: rejected)
        return try ReviewSnapshot.joined(head, items: items.keys.sorted().compactMap { encoded[$0] })
    }

    /// The changes since another snapshot, as JSON; nil without changes.
    func changes(from previous: ReviewSnapshot, revision: String) throws -> ByteBuffer? {
        struct Head: Encodable {
            var revision: String
            /// New and changed packs.
            var packs: [Pack]
            var goneStickers: [String]
            var gonePacks: [String]
            /// All of them; nil without changes.
            var rejected: [RejectedSource]?
        }
        let changed = items.keys.filter { previous.items[$0] != items[$0] }.sorted()
        let head = Head(
            revision: revision,
            packs: packs.values.filter { previous.packs[$0.id] != $0 }.sorted { $0.id < $1.id },
            goneStickers: previous.items.keys.filter { items[$0] == nil }.sorted(),
            gonePacks: previous.packs.keys.filter { packs[$0] == nil }.sorted(),
            rejected: rejected == previous.rejected ? nil : rejected)
        let isSame = changed.isEmpty && head.packs.isEmpty && head.goneStickers.isEmpty && head.gonePacks.isEmpty
        guard !isSame || head.rejected != nil else { return nil }
        return try ReviewSnapshot.joined(head, items: changed.compactMap { encoded[$0] })
    }

    private static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }

    /// One JSON object of the head's keys and the items, which are JSON already.
    private static func joined(_ head: some Encodable, items: [Data]) throws -> ByteBuffer {
        var text = ByteBuffer()
        text.writeBytes(try encoder.encode(head).dropLast())
        text.writeStaticString(",\"stickers\":[")
        for (place, item) in items.enumerated() {
            if place > 0 { text.writeInteger(UInt8(ascii: ",")) }
            text.writeBytes(item)
        }
        text.writeStaticString("]}")
        return text
    }
}

/// The part of the configuration that the review page needs.
package struct ReviewSettings: Encodable, Sendable, Equatable {
    /// A background behind stickers.
    package struct Background: Encodable, Sendable, Equatable {
        package var name: String
        /// `#rrggbb`; nil for a picture.
        package var colour: String?
    }

    package var backgrounds: [Background]
    /// Every file has fewer bytes.
    package var byteLimit: Int
    /// Every file of a message has fewer bytes.
    package var messageByteLimit: Int
    package var requiresApproval: Bool

    package init(_ configuration: Configuration) {
        backgrounds = configuration.backgrounds.map { background in
            guard case .colour(let colour) = background.fill else { return Background(name: background.name) }
            return Background(name: background.name, colour: colour)
        }
        byteLimit = configuration.encode.byteLimit
        messageByteLimit = configuration.messages.maxBytes
        requiresApproval = configuration.requireApproval
    }
}
