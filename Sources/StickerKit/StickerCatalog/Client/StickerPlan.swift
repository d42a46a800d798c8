import Foundation
import StickerManifest

/// The files that a manifest needs on a device, in order of importance.
struct StickerPlan: Sendable {
    /// The file of a sticker, a message or a game piece.
    struct File: Sendable, Hashable {
        /// The file's name on the server and in the cache: `<sha256>.<ext>`.
        let name: String
        let sha256: String
        let bytes: Int
    }

    /// The largest sticker that Messages accepts, in bytes.
    static let largestSticker = 499_999
    /// The maximum size of the file of a message or a game piece, in bytes.
    static let largestPicture = 4_000_000

    let catalog: Catalog
    /// Packs that are not in the set, because they are unwanted or not on this device.
    let offers: [PackEntry]
    /// The parts of the manifest from which the plan was made.
    let parts: [File]
    private let files: [String: File]

    /// - Throws: `CatalogError.notACatalog` if the manifest contains a file name that stickerd would not write.
    init(_ catalog: Catalog, offers: [PackEntry] = [], parts: [File] = []) throws {
        self.catalog = catalog
        self.offers = offers
        self.parts = parts
        var files: [String: File] = [:]
        for sticker in catalog.packs.flatMap(\.stickers) {
            try files.add(sticker.delivery, of: sticker.id, limit: StickerPlan.largestSticker)
        }
        for message in catalog.messages ?? [] {
            try files.add(message.delivery, of: message.id, limit: StickerPlan.largestPicture)
            if let film = message.film { try files.add(film, of: message.id, limit: StickerPlan.largestPicture) }
        }
        for piece in (catalog.pieces ?? []).flatMap(\.pieces) {
            try files.add(piece.delivery, of: piece.id, limit: StickerPlan.largestPicture)
        }
        self.files = files
    }

    func file(of rendition: Rendition?) -> File? {
        rendition.flatMap { files[$0.path] }
    }

    /// The needed files, each once, the most important first. Game pieces and the messages of packs without stickers
    /// come first, then packs that may be shown now, then future packs. Each pack's messages precede its stickers,
    /// because a conversation may be waiting for them. Expired packs need no files.
    func wanted(at date: Date) -> [File] {
        let living = catalog.packs.filter { !($0.availability?.hasEnded(at: date) ?? false) }
        let isOpen = { (pack: Pack) in pack.availability?.hasBegun(at: date) ?? true }
        let messages = Dictionary(grouping: livingMessages(at: date), by: \.pack)
        let packs = Set(catalog.packs.map(\.id))
        let others = (catalog.messages ?? []).filter { !packs.contains($0.pack) }
        let ordered = living.filter(isOpen) + living.filter { !isOpen($0) }
        let renditions =
            (catalog.pieces ?? []).flatMap(\.pieces).map(\.delivery) + others.flatMap(\.deliveries)
            + ordered.flatMap { pack in (messages[pack.id] ?? []).flatMap(\.deliveries) + pack.stickers.map(\.delivery)
            }
        var seen: Set<String> = []
        return renditions.compactMap(file).filter { seen.insert($0.name).inserted }
    }

    /// The messages of packs whose availability has not ended.
    private func livingMessages(at date: Date) -> [Message] {
        let ended = Set(catalog.packs.filter { $0.availability?.hasEnded(at: date) ?? false }.map(\.id))
        return (catalog.messages ?? []).filter { !ended.contains($0.pack) }
    }

    /// - Parameter fileURL: the URL of a file on this device. Nil for a missing file.
    func set(
        _ origin: StickerSet.Origin, languages: LanguageChoice, at date: Date = Date(), fileURL: (File) -> URL?
    ) -> StickerSet {
        var missing = 0
        let living = catalog.packs.filter { !($0.availability?.hasEnded(at: date) ?? false) }
        let packs = living.map { pack in
            let items = pack.stickers.compactMap { sticker -> StickerSet.Item? in
                guard let file = file(of: sticker.delivery), let url = fileURL(file) else {
                    missing += 1
                    return nil
                }
                return StickerSet.Item(
                    name: StickerName(pack: pack.id, sticker: sticker.id), fileURL: url,
                    localizedDescription: languages.text(sticker.label, sticker.labels).shortened(to: 150),
                    size: sticker.size, animation: sticker.animation, sha256: file.sha256)
            }
            return StickerSet.Pack(
                id: pack.id, title: languages.text(pack.title, pack.titles), size: pack.size,
                availability: pack.availability, productID: pack.productID, stickers: items)
        }
        let messages = livingMessages(at: date).compactMap { message -> StickerSet.MessageItem? in
            guard let rendition = message.delivery, let file = file(of: rendition), let url = fileURL(file) else {
                missing += 1
                return nil
            }
            return StickerSet.MessageItem(
                name: MessageName(pack: message.pack, message: message.id), fileURL: url, scale: rendition.scale,
                text: languages.text(of: message), sha256: file.sha256,
                filmURL: self.file(of: message.film).flatMap(fileURL),
                expires: message.expires ?? false)
        }
        let pieces = (catalog.pieces ?? []).map { pack in
            let items = pack.pieces.compactMap { piece -> StickerSet.PieceItem? in
                guard let rendition = piece.delivery, let file = file(of: rendition), let url = fileURL(file) else {
                    missing += 1
                    return nil
                }
                return StickerSet.PieceItem(
                    name: PieceName(pack: pack.id, piece: piece.id), fileURL: url, scale: rendition.scale,
                    box: pack.box, anchor: piece.anchor, label: languages.text(piece.label, piece.labels),
                    sha256: file.sha256)
            }
            return StickerSet.PiecePack(
                id: pack.id, title: languages.text(pack.title, pack.titles), box: pack.box, pieces: items)
        }
        let offered = offers.filter { !($0.availability?.hasEnded(at: date) ?? false) }.map { offer in
            StickerSet.Offer(
                id: offer.id, title: languages.text(offer.title ?? offer.id, offer.titles ?? [:]),
                size: offer.size ?? .regular, availability: offer.availability, productID: offer.productID,
                stickers: offer.stickers ?? 0, bytes: offer.bytes ?? 0)
        }
        return StickerSet(
            origin: origin, packs: packs, messages: messages, pieces: pieces, missing: missing, offered: offered)
    }
}

extension [String: StickerPlan.File] {
    /// - Parameter limit: the largest size of the file in bytes.
    /// - Throws: `CatalogError.notACatalog` if the file is missing or has a name that stickerd would not write.
    fileprivate mutating func add(_ rendition: Rendition?, of id: String, limit: Int) throws {
        guard let rendition else { throw CatalogError.notACatalog("\(id) has no file") }
        guard let match = rendition.path.wholeMatch(of: /assets\/(([0-9a-f]{64})\.[a-z0-9]{1,5})/),
            match.2 == rendition.sha256, (1...limit).contains(rendition.bytes)
        else { throw CatalogError.notACatalog("\(id) has the file \(rendition.path)") }
        self[rendition.path] = StickerPlan.File(
            name: String(match.1), sha256: rendition.sha256, bytes: rendition.bytes)
    }
}

extension String {
    /// The text, shortened to a number of UTF-16 units, which Messages counts. No character is cut in two.
    fileprivate func shortened(to limit: Int) -> String {
        var text = self
        while text.utf16.count > limit { text.removeLast() }
        return text
    }
}
