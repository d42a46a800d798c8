import Foundation

/// The manifest: everything a program needs to know about the published stickers. It is `catalog.json` in the output
/// folder, and its schema is `schemas/catalog.schema.json`. The same sources, configuration and version of stickerd
/// give the same bytes.
public struct Catalog: Codable, Sendable, Equatable {
    /// The version of the manifest's format that this library writes. A reader accepts every manifest with the same
    /// number.
    public static let currentSchemaVersion = 1

    /// The version of the manifest's format.
    public var schemaVersion: Int
    /// The program that wrote the manifest: `stickerd` and its version.
    public var generator: String
    /// The packs, in the order of their ids.
    public var packs: [Pack]
    /// The pictures and texts of interactive messages, in the order of their packs and, in each pack, of their ids. Nil
    /// if there are none.
    public var messages: [Message]?
    /// Sources that were not published, in the order of their paths.
    public var rejected: [RejectedSource]
    /// The ids of the rules that are turned off, sorted. Their findings are missing.
    public var rulesOff: [String]
    /// A signature over the other keys, in Base64. Nil if the manifest is not signed. See `docs/reference/manifest.md`.
    public var signature: String?
    /// Finished stickers that are kept out of `packs` until a person approves them, by pack. Nil if there are none.
    /// Apps do not need them.
    public var awaitingApproval: [Pack]?
    /// Finished messages that are not in `messages` until a person approves them. Nil if there are none.
    public var messagesAwaitingApproval: [Message]?
    /// Packs of game pieces, in the order of their ids. Nil if there are none.
    public var pieces: [PiecePack]?
    /// Finished game pieces that are not in `pieces` until a person approves them, by pack. Nil if there are none.
    public var piecesAwaitingApproval: [PiecePack]?
    /// The encoding that the manifest was read from or derived from.
    package var origin = ManifestOrigin()

    private enum CodingKeys: String, CodingKey {
        case schemaVersion, generator, packs, messages, rejected, rulesOff, signature, awaitingApproval
        case messagesAwaitingApproval, pieces, piecesAwaitingApproval
    }

    public init(
        generator: String, packs: [Pack], rejected: [RejectedSource], rulesOff: [String] = [],
        awaitingApproval: [Pack]? = nil, messages: [Message]? = nil, messagesAwaitingApproval: [Message]? = nil,
        pieces: [PiecePack]? = nil, piecesAwaitingApproval: [PiecePack]? = nil
    ) {
        self.schemaVersion = Catalog.currentSchemaVersion
        self.generator = generator
        self.packs = packs
        self.rejected = rejected
        self.rulesOff = rulesOff
        self.awaitingApproval = awaitingApproval
        self.messages = messages
        self.messagesAwaitingApproval = messagesAwaitingApproval
        self.pieces = pieces
        self.piecesAwaitingApproval = piecesAwaitingApproval
    }
}

extension Catalog {
    /// Reads a manifest that is one document. stickerd and `StickerLibrary` also read manifests in two levels, an index
    /// and its parts.
    ///
    /// - Throws: `CatalogError` if the bytes are not a manifest, or if a newer stickerd wrote them in a format that
    ///   this library cannot read.
    public init(json: Data) throws {
        do {
            self = try JSONDecoder().decode(VersionedCatalog.self, from: json).catalog
        } catch let error as CatalogError {
            throw error
        } catch {
            throw CatalogError.notACatalog(String(describing: error))
        }
    }

    /// The manifest as a file: sorted keys, two spaces of indentation, a final newline.
    public func json() throws -> Data {
        var writer = ManifestWriter()
        return Data(try writer.text(of: self))
    }
}

/// Decodes the version of a manifest before everything else.
private struct VersionedCatalog: Decodable {
    var catalog: Catalog

    private enum CodingKeys: CodingKey {
        case schemaVersion
    }

    init(from decoder: any Decoder) throws {
        let version = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .schemaVersion)
        guard version == Catalog.currentSchemaVersion else { throw CatalogError.unknownSchemaVersion(version) }
        catalog = try Catalog(from: decoder)
    }
}

extension Catalog {
    /// The manifest for apps, in the same format, with only the @3x file of each sticker, message and piece. It leaves
    /// out what only the makers of stickers need: rejected art, findings, previews, filmstrips, icons, fitting
    /// attempts, decisions, and everything that awaits approval.
    public var delivered: Catalog {
        var delivered = self
        delivered.rejected = []
        delivered.rulesOff = []
        delivered.awaitingApproval = nil
        delivered.messagesAwaitingApproval = nil
        delivered.piecesAwaitingApproval = nil
        for pack in delivered.packs.indices {
            delivered.packs[pack].icon = []
            for sticker in delivered.packs[pack].stickers.indices {
                delivered.packs[pack].stickers[sticker].strip()
            }
        }
        delivered.messages = messages?.map(\.stripped)
        delivered.pieces = pieces?.map(\.stripped)
        return delivered
    }
}

extension Sticker {
    fileprivate mutating func strip() {
        if let best = delivery { renditions = [best] }
        previews = []
        filmstrip = nil
        findings = []
        review = nil
        fit.attempts = []
    }

    /// The file that an app shows: the one at @3x, from which the system makes the smaller ones.
    public var delivery: Rendition? {
        renditions.max { $0.scale < $1.scale }
    }
}

extension Message {
    fileprivate var stripped: Message {
        var message = self
        if let best = delivery { message.renditions = [best] }
        message.previews = []
        message.filmstrip = nil
        message.findings = []
        message.review = nil
        message.fit.attempts = []
        return message
    }
}

extension PiecePack {
    fileprivate var stripped: PiecePack {
        var pack = self
        for place in pieces.indices {
            if let best = pieces[place].delivery { pack.pieces[place].renditions = [best] }
            pack.pieces[place].previews = []
            pack.pieces[place].findings = []
            pack.pieces[place].review = nil
            pack.pieces[place].fit.attempts = []
        }
        return pack
    }
}

/// The differences between a newer and an older manifest.
public struct CatalogChanges: Sendable, Equatable {
    /// The added stickers, in the order of the newer manifest.
    public var added: [StickerName]
    /// The removed stickers, in the order of the older manifest.
    public var removed: [StickerName]
    /// The stickers whose files differ, in the order of the newer manifest.
    public var replaced: [StickerName]

    public var isEmpty: Bool { added.isEmpty && removed.isEmpty && replaced.isEmpty }
}

extension Catalog {
    /// The changes since an older manifest. An item of the older manifest that is missing in this one was removed.
    public func changes(since older: Catalog) -> CatalogChanges {
        let (mine, theirs) = (files, older.files)
        let (new, old) = (Dictionary(mine) { $1 }, Dictionary(theirs) { $1 })
        return CatalogChanges(
            added: mine.map(\.0).filter { old[$0] == nil },
            removed: theirs.map(\.0).filter { new[$0] == nil },
            replaced: mine.compactMap { name, digest in
                old[name].map { $0 != digest } ?? false ? name : nil
            })
    }

    private var files: [(StickerName, String)] {
        packs.flatMap { pack in
            pack.stickers.map {
                (StickerName(pack: pack.id, sticker: $0.id), $0.delivery?.sha256 ?? "")
            }
        }
    }
}
