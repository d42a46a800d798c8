import Foundation
import StickerManifest

extension StickerPlan {
    /// Creates a plan from an index.
    ///
    /// - Parameters:
    ///   - wants: returns whether the pack with this id is wanted.
    ///   - bytes: returns the checked bytes of a part on this device. Nil if it is missing.
    /// - Throws: `CatalogError.notACatalog` if a part cannot be read, or contains a file name that stickerd would not
    ///   write.
    init(_ index: ManifestIndex, wants: (String) -> Bool, bytes: (File) -> Data?) throws {
        var catalog = Catalog(generator: index.generator, packs: [], rejected: [])
        var (offers, parts): ([PackEntry], [File]) = ([], [])
        var messages: [Message] = []
        var pieces: [PiecePack] = []
        for entry in index.packs {
            guard wants(entry.id) else {
                offers.append(entry)
                continue
            }
            let files = (entry.app ?? []).map(File.init)
            let found = files.compactMap(bytes)
            parts += files
            guard found.count == files.count else {
                offers.append(entry)
                continue
            }
            let loaded = try found.map { try StickerPlan.part($0, of: entry.id) }
            if entry.stickers != nil { catalog.packs.append(Pack(entry, loaded.flatMap(\.stickers))) }
            messages += loaded.flatMap { $0.messages ?? [] }
            pieces += loaded.compactMap(\.pieces)
        }
        catalog.messages = messages.isEmpty ? nil : messages
        catalog.pieces = pieces.isEmpty ? nil : pieces
        try self.init(catalog, offers: offers, parts: parts)
    }

    private static func part(_ json: Data, of pack: String) throws -> AppPart {
        let part: AppPart
        do {
            part = try JSONDecoder().decode(AppPart.self, from: json)
        } catch {
            throw CatalogError.notACatalog("\(pack): \(error)")
        }
        guard part.schemaVersion == ManifestIndex.schemaVersion else {
            throw CatalogError.unknownSchemaVersion(part.schemaVersion)
        }
        return part
    }
}

extension StickerPlan.File {
    /// A part of the manifest, which is stored like a sticker's file.
    init(_ part: ManifestPart) {
        self.init(name: part.name, sha256: part.sha256, bytes: part.bytes)
    }
}

extension PackEntry {
    /// The index entry for an unwanted pack of a manifest that is one document.
    init(offer pack: Pack) {
        self.init(id: pack.id)
        title = pack.title
        titles = pack.titles
        size = pack.size
        availability = pack.availability
        productID = pack.productID
        stickers = pack.stickers.count
        bytes = pack.stickers.total { $0.delivery?.bytes ?? 0 }
    }
}

extension URL {
    /// Whether one URL is `/v1/` and the other one is `/v2/` of the same server. Also true for equal URLs.
    func isOtherVersion(of other: URL) -> Bool {
        ["v1", "v2"].contains(lastPathComponent) && ["v1", "v2"].contains(other.lastPathComponent)
            && deletingLastPathComponent().absoluteString == other.deletingLastPathComponent().absoluteString
    }
}
