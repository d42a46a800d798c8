import StickerManifest

/// The messages of a pack. In the engine, they are a separate pack, and their pictures are its stickers. That pack is
/// scanned, rendered, approved and published like an ordinary pack. The manifest lists them separately, as `messages`.
package enum MessagePack {
    /// The name of the folder with the messages, in the folder of a pack.
    package static let folderName = "messages"
    /// The end of the id of a pack of messages. Ids from folder names contain no slash.
    private static let suffix = "/\(folderName)"

    /// The id of the pack that contains a pack's messages: `cats/messages`.
    package static func id(of pack: String) -> String { pack + suffix }

    /// The id of the pack to which a pack of messages belongs. Nil for a pack of stickers.
    package static func parent(of id: String) -> String? {
        id.hasSuffix(suffix) ? String(id.dropLast(suffix.count)) : nil
    }

    /// Messages as packs, in the order of the packs' ids.
    ///
    /// - Parameter titles: the titles of the packs to which the messages belong, by pack id.
    package static func packs(of messages: [Message], titles: [String: String] = [:]) -> [Pack] {
        Dictionary(grouping: messages, by: \.pack).sorted { $0.key < $1.key }.map { pack, messages in
            Pack(
                id: id(of: pack), title: title(titles[pack] ?? pack), titles: [:], size: .large, icon: [],
                stickers: messages.map(Sticker.init(message:)))
        }
    }

    /// The title of the pack that contains a pack's messages.
    package static func title(_ pack: String) -> String { "\(pack): messages" }
}

extension MessagePack {
    /// The backgrounds of the previews in a pack of messages, for all languages.
    package static func backgrounds(of pack: Pack) -> [Background] {
        let names = Set(pack.stickers.flatMap(\.previews).map(\.background))
        return MessageRecipe.backgrounds(named: names)
    }
}

extension Sticker {
    /// Converts a message to a sticker with the same picture.
    package init(message: Message) {
        self.init(
            id: message.id, label: message.text.label ?? Sticker.title(of: message.source), labels: [:], size: .large,
            source: message.source, animation: message.animation, renditions: message.renditions,
            previews: message.previews, fit: message.fit, findings: message.findings, fingerprint: message.fingerprint,
            pixels: message.pixels, filmstrip: message.filmstrip, review: message.review)
        film = message.film
        messageTexts = MessageTexts(
            text: message.text, translations: message.translations, expires: message.expires)
    }
}

extension Sticker {
    /// The name of a source's file without its extension, as the label of a message that has none.
    private static func title(of source: SourceArt) -> String {
        let name = source.path.split(separator: "/").last ?? ""
        return name.split(separator: ".").dropLast().joined(separator: ".")
    }
}

extension Message {
    /// - Parameter pack: the id of the pack to which the message belongs.
    fileprivate init(_ sticker: Sticker, pack: String) {
        let texts = sticker.messageTexts ?? MessageTexts()
        self.init(
            pack: pack, id: sticker.id, text: texts.text, translations: texts.translations, source: sticker.source,
            renditions: sticker.renditions, previews: sticker.previews, fit: sticker.fit, findings: sticker.findings,
            fingerprint: sticker.fingerprint, pixels: sticker.pixels, review: sticker.review)
        expires = texts.expires
        (film, animation, filmstrip) = (sticker.film, sticker.animation, sticker.filmstrip)
    }
}

extension Catalog {
    /// The manifest in which messages and game pieces are ordinary packs.
    package var joiningMessages: Catalog {
        guard messages ?? messagesAwaitingApproval != nil || pieces ?? piecesAwaitingApproval != nil else {
            return self
        }
        var joined = self
        let order = { (packs: [Pack]) in packs.sorted { $0.id < $1.id } }
        joined.packs = order(publishedPacks)
        joined.awaitingApproval = awaitingPacks.isEmpty ? nil : order(awaitingPacks)
        joined.messages = nil
        joined.messagesAwaitingApproval = nil
        joined.pieces = nil
        joined.piecesAwaitingApproval = nil
        return joined
    }

    /// The manifest in its written form, with separate lists of messages and game pieces.
    package var separatingMessages: Catalog {
        var separated = self
        let published = SeparatedPacks(packs)
        (separated.packs, separated.messages, separated.pieces) = (
            published.stickers, published.messages, published.pieces
        )
        let awaiting = SeparatedPacks(awaitingApproval ?? [])
        separated.awaitingApproval = awaiting.stickers.isEmpty ? nil : awaiting.stickers
        separated.messagesAwaitingApproval = awaiting.messages
        separated.piecesAwaitingApproval = awaiting.pieces
        return separated
    }

    /// All published packs, with messages and game pieces as separate packs.
    package var publishedPacks: [Pack] {
        packs + MessagePack.packs(of: messages ?? [], titles: packTitles) + (pieces ?? []).map(Pack.init(pieces:))
    }

    /// The packs with items that await approval, with messages and game pieces as separate packs.
    package var awaitingPacks: [Pack] {
        (awaitingApproval ?? []) + MessagePack.packs(of: messagesAwaitingApproval ?? [], titles: packTitles)
            + (piecesAwaitingApproval ?? []).map(Pack.init(pieces:))
    }

    private var packTitles: [String: String] {
        guard messages != nil || messagesAwaitingApproval != nil else { return [:] }
        return Dictionary((packs + (awaitingApproval ?? [])).map { ($0.id, $0.title) }) { first, _ in first }
    }
}

/// The packs of a manifest, separated by their content.
private struct SeparatedPacks {
    var stickers: [Pack] = []
    /// Nil without messages.
    var messages: [Message]?
    /// Nil without game pieces.
    var pieces: [PiecePack]?

    init(_ packs: [Pack]) {
        for pack in packs {
            if let parent = MessagePack.parent(of: pack.id) {
                messages = (messages ?? []) + pack.stickers.map { Message($0, pack: parent) }
            } else if let pieces = PiecePack(pack) {
                self.pieces = (self.pieces ?? []) + [pieces]
            } else {
                stickers.append(pack)
            }
        }
    }
}
