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
        /// True for the messages of a pack. Nil for a pack of stickers.
        var isMessages: Bool?
        /// The file of the pack's icon. Nil without an icon.
        var icon: String?
        /// The summary of a pack whose library is sent pack by pack. Nil if the library is sent as a whole.
        var summary: Summary?
        /// The pack's rejected sources, if the pack is sent separately. Nil otherwise.
        var rejected: [RejectedSource]?
    }

    /// The data of a pack that the page shows before its stickers are requested.
    struct Summary: Encodable, Sendable, Equatable {
        var stickers: Int
        /// The number of stickers without a decision.
        var open: Int
        /// Distinguishes versions of the pack's content.
        var version: String
        /// Whether the pack contains all differences from the previous state.
        var isComplete: Bool
    }

    /// The decisions of reviewers.
    struct ReviewRecord: Sendable {
        /// The decisions in order of precedence.
        var decisions: [Decision]
        /// The names of the kept pictures of reviewed stickers.
        var pictures: Set<String>
    }

    private(set) var packs: [String: Pack] = [:]
    private(set) var items: [String: ReviewItem] = [:]
    private(set) var rejected: [RejectedSource] = []
    /// Files that have been waiting for some seconds.
    var waiting: [WaitingFile] = []
    /// Whether the library is sent pack by pack. Items are then only those of viewed packs.
    private(set) var isDivided = false
    /// The items as JSON, for reuse, because few of them change between snapshots.
    private var encoded: [String: Data] = [:]

    init() {}

    /// - Parameter previous: the previous snapshot; unchanged items are not encoded again.
    init(_ catalog: Catalog, _ reviews: ReviewRecord, after previous: ReviewSnapshot) throws {
        var latest: [Reviews.Key: Decision] = [:]
        var replaced: [Reviews.Key: Decision] = [:]
        for decision in reviews.decisions {
            replaced[decision.key] = latest.updateValue(decision, forKey: decision.key)
        }
        let approved = reviews.decisions.lastApproved
        let versions = reviews.decisions.reviewedVersions
        let publishedCount = catalog.publishedPacks.count
        // In reverse order, because packs that await approval take precedence.
        for (place, pack) in catalog.finishedPacks.enumerated().reversed() {
            let isHeld = place >= publishedCount
            for sticker in pack.stickers {
                let key = "\(pack.id)/\(sticker.id)"
                // For a sticker that awaits approval, the new version is shown.
                guard items[key] == nil else { continue }
                let reviewKey = Reviews.Key(pack: pack.id, sticker: sticker.id, pixels: sticker.pixels)
                items[key] = ReviewItem(
                    sticker, pack: pack.id, isHeld: isHeld, decision: latest[reviewKey], replaced: replaced[reviewKey],
                    approved: approved[key], last: versions[key]?.last, pictures: reviews.pictures)
            }
            var keys = packs[pack.id]?.stickers ?? []
            let known = Set(keys)
            keys += pack.stickers.map { "\(pack.id)/\($0.id)" }.filter { !known.contains($0) }
            packs[pack.id] = Pack(
                id: pack.id, title: pack.title, size: pack.size.rawValue, stickers: keys,
                isMessages: MessagePack.parent(of: pack.id) == nil ? nil : true, icon: ReviewSnapshot.icon(of: pack))
        }
        rejected = catalog.rejected
        let encoder = ReviewSnapshot.encoder
        for (key, item) in items {
            encoded[key] = try item == previous.items[key] ? previous.encoded[key] : encoder.encode(item)
        }
    }

    /// A snapshot of a library that is sent pack by pack.
    ///
    /// - Parameters:
    ///   - index: the index of the whole library.
    ///   - catalog: the viewed packs.
    init(_ index: ManifestIndex, _ catalog: Catalog, _ reviews: ReviewRecord, after previous: ReviewSnapshot) throws {
        try self.init(catalog, reviews, after: previous)
        let loaded = Set(catalog.origin.encoding?.packs.keys ?? [:].keys)
        let rejected = Dictionary(grouping: self.rejected, by: \.pack)
        self.rejected = []
        isDivided = true
        for id in packs.keys { packs[id]?.rejected = rejected[id] ?? [] }
        for (id, pack) in packs where MessagePack.parent(of: id) != nil {
            // The index does not count messages.
            let open = pack.stickers.count { items[$0]?.review == nil }
            packs[id]?.summary = Summary(stickers: pack.stickers.count, open: open, version: "", isComplete: true)
        }
        for entry in index.packs + (index.hidden ?? []) {
            let empty = Pack(
                id: entry.id, title: entry.title ?? entry.id, size: entry.size?.rawValue ?? "regular", stickers: [])
            // Always the icon of the index, so that a pack is the same before and after it is loaded.
            packs[entry.id, default: empty].icon = entry.icon.map { "\($0.sha256).\($0.format)" }
            packs[entry.id]?.summary = Summary(entry, isComplete: loaded.contains(entry.id))
            if loaded.contains(entry.id) { packs[entry.id]?.rejected = rejected[entry.id] ?? [] }
        }
    }

    /// The side of the icon in the list of packs in pixels, on a screen with three pixels per point.
    private static let iconWidth = 84

    /// The smallest file of the icon that is large enough, or else the largest.
    private static func icon(of pack: StickerManifest.Pack) -> String? {
        let sizes = pack.icon.sorted { $0.width < $1.width }
        return (sizes.first { $0.width >= iconWidth } ?? sizes.last).map { ReviewItem.fileName($0.path) }
    }

    /// Whether the stickers of a pack are known.
    private func isLoaded(_ pack: String) -> Bool {
        let owner = MessagePack.parent(of: pack) ?? pack
        return packs[owner]?.summary?.isComplete ?? true
    }

    /// The data of all packs without stickers, as JSON, for a library that is sent pack by pack.
    func summaryJSON(revision: String, settings: ReviewSettings) throws -> ByteBuffer {
        struct Head: Encodable {
            var revision: String
            var settings: ReviewSettings
            var packs: [Pack]
            var rejected: [RejectedSource] = []
            var waiting: [WaitingFile]
            var isDivided = true
        }
        let shown = packs.values.filter { MessagePack.parent(of: $0.id) == nil }
        let summaries = shown.sorted { $0.id < $1.id }.map(\.withoutStickers)
        return try ReviewSnapshot.joined(
            Head(revision: revision, settings: settings, packs: summaries, waiting: waiting), items: [])
    }

    /// A pack and its messages with all their stickers, as JSON. Nil if the pack does not exist or was not loaded.
    func packJSON(_ id: String) throws -> ByteBuffer? {
        struct Head: Encodable {
            var packs: [Pack]
        }
        let found = packs.values.filter { $0.id == id || MessagePack.parent(of: $0.id) == id }.sorted { $0.id < $1.id }
        guard found.contains(where: { $0.id == id && $0.summary?.isComplete ?? true }) else { return nil }
        return try ReviewSnapshot.joined(
            Head(packs: found), items: found.flatMap(\.stickers).compactMap { encoded[$0] })
    }

    /// The complete snapshot as JSON.
    func json(revision: String, settings: ReviewSettings) throws -> ByteBuffer {
        struct Head: Encodable {
            var revision: String
            var settings: ReviewSettings
            var packs: [Pack]
            var rejected: [RejectedSource]
            var waiting: [WaitingFile]
        }
        let head = Head(
            revision: revision, settings: settings, packs: packs.values.sorted { $0.id < $1.id }, rejected: rejected,
            waiting: waiting)
        return try ReviewSnapshot.joined(head, items: items.keys.sorted().compactMap { encoded[$0] })
    }

    /// The changes since another snapshot, as JSON. Nil without changes.
    func changes(from previous: ReviewSnapshot, revision: String) throws -> ByteBuffer? {
        struct Head: Encodable {
            var revision: String
            /// New and changed packs.
            var packs: [Pack]
            var goneStickers: [String]
            var gonePacks: [String]
            /// All of them; nil without changes.
            var rejected: [RejectedSource]?
            /// All of them; nil without changes.
            var waiting: [WaitingFile]?
        }
        // Viewing a pack for the first time does not count as a change.
        func isKnown(_ pack: String) -> Bool { !isDivided || isLoaded(pack) && previous.isLoaded(pack) }
        let changed = items.filter { previous.items[$0] != $1 && isKnown($1.pack) }.keys.sorted()
        let head = Head(
            revision: revision,
            packs: packs.values.filter {
                !$0.isSame(as: previous.packs[$0.id]) && (MessagePack.parent(of: $0.id) == nil || isKnown($0.id))
            }.sorted { $0.id < $1.id }.map { $0.news(after: previous.packs[$0.id]) },
            goneStickers: previous.items.filter { items[$0] == nil && isKnown($1.pack) }.keys.sorted(),
            gonePacks: previous.packs.keys.filter { packs[$0] == nil && isKnown($0) }.sorted(),
            rejected: rejected == previous.rejected ? nil : rejected,
            waiting: waiting == previous.waiting ? nil : waiting)
        let isSame = changed.isEmpty && head.packs.isEmpty && head.goneStickers.isEmpty && head.gonePacks.isEmpty
        guard !isSame || head.rejected != nil || head.waiting != nil else { return nil }
        return try ReviewSnapshot.joined(head, items: changed.compactMap { encoded[$0] })
    }

    private static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }

    /// Joins the keys of the head and the encoded items to one JSON object.
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

extension ReviewSnapshot.Pack {
    /// Whether a client with an earlier state needs no update.
    fileprivate func isSame(as earlier: Self?) -> Bool {
        guard let earlier, let summary, let before = earlier.summary else { return self == earlier }
        guard summary.isComplete == before.isComplete else {
            // Showing or hiding a pack is not a change.
            return withoutStickers == earlier.withoutStickers
        }
        return self == earlier
    }

    /// The update for a client with an earlier state.
    fileprivate func news(after earlier: Self?) -> Self {
        // Clients that received its stickers earlier request them again.
        summary?.isComplete == true && earlier?.summary?.isComplete == false ? withoutStickers : self
    }

    fileprivate var withoutStickers: Self {
        var pack = self
        (pack.stickers, pack.rejected) = ([], nil)
        pack.summary?.isComplete = false
        return pack
    }
}

extension ReviewSnapshot.Summary {
    fileprivate init(_ entry: PackEntry, isComplete: Bool) {
        stickers = (entry.stickers ?? 0) + (entry.counts?.awaiting ?? 0)
        open = (entry.counts?.open ?? 0) + (entry.counts?.awaiting ?? 0)
        // Labels are in the parts for apps, and decisions in the parts for reviewers.
        let parts = ((entry.app ?? []) + (entry.review ?? [])).map(\.sha256)
        version = String(Digest.sha256(parts.joined()).prefix(16))
        self.isComplete = isComplete
    }
}

/// The part of the configuration that the review page needs.
package struct ReviewSettings: Encodable, Sendable, Equatable {
    /// A background behind stickers.
    package struct Background: Encodable, Sendable, Equatable {
        package var name: String
        /// The colour as `#rrggbb`. Nil for a picture.
        package var colour: String?
    }

    package var backgrounds: [Background]
    /// The limit that every file must stay below, in bytes.
    package var byteLimit: Int
    /// The limit that every file of a message must stay below, in bytes.
    package var messageByteLimit: Int
    package var requiresApproval: Bool
    /// The number of stickers from which the review page draws a pack's preview sheet, because the output folder has no
    /// pictures of it. Nil if the page draws no sheets.
    package var sheetsFrom: Int?
    /// The name of the folder that contains the drop folder, by which people recognize their project. Nil for the root
    /// of the file system.
    package var project: String?
    /// The program and its version, such as `stickerd 0.1.0`.
    package var version = StickerdVersion.generator

    /// - Parameter drawsSheets: whether pages of sheets can be requested.
    package init(_ configuration: Configuration, drawsSheets: Bool = false) {
        backgrounds = configuration.backgrounds.map { Background(name: $0.name, colour: $0.fill.colour) }
        byteLimit = configuration.encode.byteLimit
        messageByteLimit = configuration.messages.maxBytes
        requiresApproval = configuration.requireApproval
        let folder = URL(filePath: configuration.drop).standardizedFileURL.deletingLastPathComponent()
        project = folder.path == "/" ? nil : folder.lastPathComponent
        guard drawsSheets else { return }
        switch configuration.sheets.pictures {
        case .auto: sheetsFrom = SheetPictures.largestPack + 1
        case .always: break
        case .never: sheetsFrom = 1
        }
    }
}
