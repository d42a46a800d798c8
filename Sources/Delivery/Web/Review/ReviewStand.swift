import Decisions
import Foundation
import NIOCore
import Publishing
import StickerCatalog

/// Everything that the review page shows at one moment, ready to be sent.
struct ReviewStand: Sendable {
    /// A pack, and what is in it in the order of its browser.
    struct Pack: Encodable, Sendable, Equatable {
        var id: String
        var title: String
        var size: String
        var stickers: [String]
    }

    private(set) var packs: [String: Pack] = [:]
    private(set) var cards: [String: ReviewCard] = [:]
    private(set) var rejected: [RejectedSource] = []
    /// The cards as they are sent: a stand has many, and few change from one to the next.
    private var encoded: [String: Data] = [:]

    init() {}

    /// - Parameter previous: the stand before; what is the same is not encoded again.
    init(_ catalog: Catalog, decisions: [Decision], after previous: ReviewStand) throws {
        var counting: [Reviews.Look: Decision] = [:]
        for decision in decisions { counting[decision.look] = decision }
        let approved = decisions.lastApproved
        // From the back: those that wait for approval come first.
        for (place, pack) in catalog.finishedPacks.enumerated().reversed() {
            let isHeld = place >= catalog.packs.count
            for sticker in pack.stickers {
                let key = "\(pack.id)/\(sticker.id)"
                // Of a sticker that waits for approval the new version is what is looked at.
                guard cards[key] == nil else { continue }
                let look = Reviews.Look(pack: pack.id, sticker: sticker.id, pixels: sticker.pixels)
                cards[key] = ReviewCard(
                    sticker, pack: pack.id, isHeld: isHeld, decision: counting[look], approved: approved[key])
            }
            var keys = packs[pack.id]?.stickers ?? []
            let known = Set(keys)
            keys += pack.stickers.map { "\(pack.id)/\($0.id)" }.filter { !known.contains($0) }
            packs[pack.id] = Pack(id: pack.id, title: pack.title, size: pack.size.rawValue, stickers: keys)
        }
        rejected = catalog.rejected
        let encoder = ReviewStand.encoder
        for (key, card) in cards {
            encoded[key] = try card == previous.cards[key] ? previous.encoded[key] : encoder.encode(card)
        }
    }

    /// The whole of it, as JSON.
    func json(revision: String, settings: ReviewSettings) throws -> ByteBuffer {
        struct Head: Encodable {
            var revision: String
            var settings: ReviewSettings
            var packs: [Pack]
            var rejected: [RejectedSource]
        }
        let head = Head(
            revision: revision, settings: settings, packs: packs.values.sorted { $0.id < $1.id }, rejected: rejected)
        return try ReviewStand.joined(head, cards: cards.keys.sorted().compactMap { encoded[$0] })
    }

    /// What is different from another stand, as JSON; nil when nothing is.
    func changes(from previous: ReviewStand, revision: String) throws -> ByteBuffer? {
        struct Head: Encodable {
            var revision: String
            /// Packs that are new or other than before.
            var packs: [Pack]
            var goneStickers: [String]
            var gonePacks: [String]
            /// All of them; nil when they are as they were.
            var rejected: [RejectedSource]?
        }
        let changed = cards.keys.filter { previous.cards[$0] != cards[$0] }.sorted()
        let head = Head(
            revision: revision,
            packs: packs.values.filter { previous.packs[$0.id] != $0 }.sorted { $0.id < $1.id },
            goneStickers: previous.cards.keys.filter { cards[$0] == nil }.sorted(),
            gonePacks: previous.packs.keys.filter { packs[$0] == nil }.sorted(),
            rejected: rejected == previous.rejected ? nil : rejected)
        let isSame = changed.isEmpty && head.packs.isEmpty && head.goneStickers.isEmpty && head.gonePacks.isEmpty
        guard !isSame || head.rejected != nil else { return nil }
        return try ReviewStand.joined(head, cards: changed.compactMap { encoded[$0] })
    }

    private static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }

    /// An object with what is in the head and the cards, which are JSON already.
    private static func joined(_ head: some Encodable, cards: [Data]) throws -> ByteBuffer {
        var text = ByteBuffer()
        text.writeBytes(try encoder.encode(head).dropLast())
        text.writeStaticString(",\"stickers\":[")
        for (place, card) in cards.enumerated() {
            if place > 0 { text.writeInteger(UInt8(ascii: ",")) }
            text.writeBytes(card)
        }
        text.writeStaticString("]}")
        return text
    }
}
