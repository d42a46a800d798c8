import Decisions
import Foundation
import JobModel
import NIOCore
import Publishing
import StickerConfiguration
import StickerManifest

/// The state of the review page at one moment, encoded for sending.
struct ReviewSnapshot: Sendable {
    /// A pack with the keys of its stickers in the order of the sticker browser in Messages.
    struct Pack: Encodable, Sendable, Equatable {
        var id: String
        var title: String
        var size: String
        var stickers: [String]
        /// True if the pack contains messages. Nil if it contains stickers.
        var isMessages: Bool?
        /// The file name of the pack's icon. Nil if there is none.
        var icon: String?
        /// The summary of a pack in a library that is sent pack by pack. Nil if the library is sent as a whole.
        var summary: Summary?
        /// The rejected sources of a pack that is sent separately. Nil if the library is sent as a whole.
        var rejected: [RejectedSource]?
    }

    /// The data of a pack that the page shows before it loads the stickers.
    struct Summary: Encodable, Sendable, Equatable {
        var stickers: Int
        /// The number of stickers without a decision.
        var open: Int
        /// A hash of the pack's content, which changes with each version.
        var version: String
        /// Whether the update contains all changed stickers of the pack. If not, clients load the pack again.
        var isComplete: Bool
    }

    /// The decisions of reviewers.
    struct ReviewRecord: Sendable {
        /// The decisions in order of precedence, the valid one of each image last.
        var decisions: [Decision]
        /// The file names of the kept pictures.
        var pictures: Set<String>
    }

    private(set) var packs: [String: Pack] = [:]
    private(set) var items: [String: ReviewItem] = [:]
    private(set) var rejected: [RejectedSource] = []
    /// The files that have not been usable for some seconds.
    var waiting: [WaitingFile] = []
    /// Whether the library is sent pack by pack. The snapshot then contains only the items of viewed packs.
    private(set) var isDivided = false
    /// The items as JSON. They are reused, because only a few items change between two snapshots.
    private var encoded: [String: Data] = [:]

    init() {}

    /// - Parameter previous: the previous snapshot. Its encoded items are reused if they are unchanged.
    init(_ catalog: Catalog, _ reviews: ReviewRecord, after previous: ReviewSnapshot) throws {
        var latest: [Reviews.Key: Decision] = [:]
        var replaced: [Reviews.Key: Decision] = [:]
        for decision in reviews.decisions {
            replaced[decision.key] = latest.updateValue(decision, forKey: decision.key)
        }
        let approved = reviews.decisions.lastApproved
        let versions = reviews.decisions.reviewedVersions
        let publishedCount = catalog.publishedPacks.count
        // Iterates in reverse order, because packs that await approval come last and take precedence.
        for (place, pack) in catalog.finishedPacks.enumerated().reversed() {
            let isHeld = place >= publishedCount
            for sticker in pack.stickers {
                let key = "\(pack.id)/\(sticker.id)"
                // If a sticker has a version that awaits approval, only that version is shown.
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
        let encoder = JSONEncoder.sorted
        for (key, item) in items {
            encoded[key] = try item == previous.items[key] ? previous.encoded[key] : encoder.encode(item)
        }
    }

    /// A snapshot of a library that is sent pack by pack.
    ///
    /// - Parameters:
    ///   - index: the index of the whole library.
    ///   - catalog: the manifest of the viewed packs.
    init(_ index: ManifestIndex, _ catalog: Catalog, _ reviews: ReviewRecord, after previous: ReviewSnapshot) throws {
        try self.init(catalog, reviews, after: previous)
        let loaded = Set(catalog.origin.encoding?.packs.keys ?? [:].keys)
        let rejected = Dictionary(grouping: self.rejected, by: \.pack)
        self.rejected = []
        isDivided = true
        for id in packs.keys { packs[id]?.rejected = rejected[id] ?? [] }
        for (id, pack) in packs where MessagePack.parent(of: id) != nil {
            // The index does not contain the number of messages.
            let open = pack.stickers.count { items[$0]?.review == nil }
            packs[id]?.summary = Summary(stickers: pack.stickers.count, open: open, version: "", isComplete: true)
        }
        for entry in index.entries {
            let empty = Pack(
                id: entry.id, title: entry.title ?? entry.id, size: entry.size?.rawValue ?? "regular", stickers: [])
            // Uses the icon in the index for all packs, so that loading a pack does not change its icon.
            packs[entry.id, default: empty].icon = entry.icon.map { "\($0.sha256).\($0.format)" }
            packs[entry.id]?.summary = Summary(entry, isComplete: loaded.contains(entry.id))
            if loaded.contains(entry.id) { packs[entry.id]?.rejected = rejected[entry.id] ?? [] }
        }
    }

    /// The width in pixels of the icon in the list of packs, on a screen with three pixels per point.
    private static let iconWidth = 84

    /// The file name of the smallest icon that is large enough, or else of the largest icon.
    private static func icon(of pack: StickerManifest.Pack) -> String? {
        let sizes = pack.icon.sorted { $0.width < $1.width }
        return (sizes.first { $0.width >= iconWidth } ?? sizes.last).map { ReviewItem.fileName($0.path) }
    }

    /// Whether the snapshot contains the stickers of a pack.
    private func isLoaded(_ pack: String) -> Bool {
        let owner = MessagePack.parent(of: pack) ?? pack
        return packs[owner]?.summary?.isComplete ?? true
    }

    /// The packs of a divided library without their stickers, as JSON.
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

    /// A pack with its messages and stickers, as JSON. Nil if the pack does not exist or is not loaded.
    func packJSON(_ id: String) throws -> ByteBuffer? {
        struct Head: Encodable {
            var packs: [Pack]
        }
        let found = packs.values.filter { $0.id == id || MessagePack.parent(of: $0.id) == id }.sorted { $0.id < $1.id }
        guard found.contains(where: { $0.id == id && $0.summary?.isComplete ?? true }) else { return nil }
        return try ReviewSnapshot.joined(
            Head(packs: found), items: found.flatMap(\.stickers).compactMap { encoded[$0] })
    }

    /// The whole snapshot as JSON.
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

    /// The changes since another snapshot, as JSON. Nil if there are none.
    func changes(from previous: ReviewSnapshot, revision: String) throws -> ByteBuffer? {
        struct Head: Encodable {
            var revision: String
            /// New and changed packs.
            var packs: [Pack]
            var goneStickers: [String]
            var gonePacks: [String]
            /// All rejected sources. Nil if the list is unchanged.
            var rejected: [RejectedSource]?
            /// All waiting files. Nil if the list is unchanged.
            var waiting: [WaitingFile]?
        }
        // A pack that was viewed for the first time is not treated as a change.
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

    /// Combines the keys of `head` and the encoded items in one JSON object.
    private static func joined(_ head: some Encodable, items: [Data]) throws -> ByteBuffer {
        var text = ByteBuffer()
        text.writeBytes(try JSONEncoder.sorted.encode(head).dropLast())
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
    /// Whether a client with an earlier state of the pack needs no update.
    fileprivate func isSame(as earlier: Self?) -> Bool {
        guard let earlier, let summary, let before = earlier.summary else { return self == earlier }
        guard summary.isComplete == before.isComplete else {
            // Loading or removing a pack's stickers is not treated as a change.
            return withoutStickers == earlier.withoutStickers
        }
        return self == earlier
    }

    /// The update for a client that has an earlier state of the pack.
    fileprivate func news(after earlier: Self?) -> Self {
        // If the earlier state had no stickers, clients that received stickers before that state load the pack again.
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
        // App parts contain the labels, and review parts the decisions.
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
    /// The minimum number of stickers in a pack for which the review page draws the preview sheet. For smaller packs,
    /// the output folder contains the sheet. Nil if the page draws no sheets.
    package var sheetsFrom: Int?
    /// The name of the folder that contains the drop folder, which identifies the project for the reviewer. Nil if
    /// that folder is the root of the file system.
    package var project: String?
    /// The program and its version, such as `stickerd 0.1.0`.
    package var version = StickerdVersion.generator

    /// - Parameter drawsSheets: whether the server draws pages of preview sheets.
    package init(_ configuration: Configuration, drawsSheets: Bool = false) {
        backgrounds = configuration.recipe.backgrounds.map { Background(name: $0.name, colour: $0.fill.colour) }
        byteLimit = configuration.recipe.encode.byteLimit
        messageByteLimit = configuration.recipe.messages.maxBytes
        requiresApproval = configuration.publish.requireApproval
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

/// A file of the drop folder that cannot be used yet, as the review page receives it.
package struct WaitingFile: Encodable, Sendable, Hashable {
    /// The path relative to the drop folder.
    package var path: String
    /// The id of the pack to which the file's folder belongs.
    package var pack: String
    /// The reason, as an English sentence that the page shows.
    package var reason: String

    package init(path: String, pack: String, reason: String) {
        self.path = path
        self.pack = pack
        self.reason = reason
    }
}
