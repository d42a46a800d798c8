import Foundation
import StickerManifest

/// The stickers that an app can show. All are from one manifest, and the file of each is complete on this device.
public struct StickerSet: Sendable, Equatable {
    /// One sticker, ready for `MSSticker(contentsOfFileURL:localizedDescription:)`.
    public struct Item: Sendable, Equatable, Identifiable {
        public let name: StickerName
        /// The file, which is not changed while its library exists.
        public let fileURL: URL
        /// The text for VoiceOver, in the person's language; at most 150 characters.
        public let localizedDescription: String
        public let size: StickerSize
        /// The animation. Nil for a still sticker.
        public let animation: Animation?
        /// SHA-256 of the file, in lower-case hexadecimal.
        public let sha256: String

        public var id: StickerName { name }
    }

    /// A pack and its stickers in browser order.
    public struct Pack: Sendable, Equatable, Identifiable {
        public let id: String
        /// The title in the person's language.
        public let title: String
        public let size: StickerSize
        /// The period in which the pack may be shown. Nil if always.
        public let availability: Availability?
        /// The product that a person must own to use the pack. Nil if the pack is not sold. The app decides whether to
        /// show the pack.
        public let productID: String?
        public let stickers: [Item]
    }

    /// A pack of the server that is not on this device.
    public struct Offer: Sendable, Equatable, Identifiable {
        public let id: String
        /// The title in the person's language.
        public let title: String
        public let size: StickerSize
        /// The period in which the pack may be shown. Nil if always.
        public let availability: Availability?
        /// The product that a person must own to use the pack. Nil if the pack is not sold.
        public let productID: String?
        /// The number of stickers.
        public let stickers: Int
        /// The maximum number of bytes to download for the whole pack.
        public let bytes: Int
    }

    /// The origin of the stickers in a set.
    public enum Origin: Sendable, Equatable {
        /// The set is still empty.
        case nothing
        /// The app itself.
        case bundle
        /// The server. The stickers may have been downloaded in an earlier run of the app.
        case server
    }

    public let origin: Origin
    /// The packs whose availability has not ended, including packs that become available later.
    public let packs: [Pack]
    /// The interactive messages of those packs, and of packs that contain only messages.
    public let messages: [MessageItem]
    /// The packs of game pieces.
    public let pieces: [PiecePack]
    /// The number of stickers, messages and pieces of the manifest that are not in the set, because the cache is too
    /// small or was cleared.
    public let missing: Int
    /// Packs of the server that are not in this set and whose availability has not ended. Either they were not
    /// requested (see `StickerLibrary.want(_:)`), or their files were cleared and are missing until the next update.
    public let offered: [Offer]

    init(
        origin: Origin, packs: [Pack], messages: [MessageItem], pieces: [PiecePack], missing: Int, offered: [Offer] = []
    ) {
        self.origin = origin
        self.packs = packs
        self.messages = messages
        self.pieces = pieces
        self.missing = missing
        self.offered = offered
    }

    static let empty = StickerSet(origin: .nothing, packs: [], messages: [], pieces: [], missing: 0)

    /// The packs that may be shown now, including sold packs that the person does not own.
    public func available(at date: Date = Date()) -> [Pack] {
        packs.filter { $0.availability?.contains(date) ?? true }
    }

    /// The products of all packs that are sold, sorted and without duplicates, for requests to the App Store.
    public var productIDs: [String] {
        Set(packs.compactMap(\.productID)).sorted()
    }

    /// A sticker by its name. Nil if it is not in the set.
    public subscript(name: StickerName) -> Item? {
        packs.first { $0.id == name.pack }?.stickers.first { $0.name == name }
    }
}
