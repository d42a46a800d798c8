import Foundation

/// A JSON file that an index or another part references by its hash, so that its content never changes.
package struct ManifestPart: Codable, Sendable, Hashable {
    /// SHA-256 of the file, in lower-case hexadecimal.
    package var sha256: String
    /// The size in bytes.
    package var bytes: Int

    private enum CodingKeys: String, CodingKey {
        case sha256, bytes
    }

    /// The maximum size of a part in bytes.
    package static let largest = 32 << 20

    package init(sha256: String, bytes: Int) {
        self.sha256 = sha256
        self.bytes = bytes
    }

    /// - Throws: `DecodingError` for an invalid hash or size, because paths are made from hashes.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        sha256 = try container.decode(String.self, forKey: .sha256)
        bytes = try container.decode(Int.self, forKey: .bytes)
        guard ManifestPart.isDigest(sha256) else {
            throw DecodingError.dataCorruptedError(
                forKey: .sha256, in: container, debugDescription: "not 64 lower-case hexadecimal digits")
        }
        guard (1...ManifestPart.largest).contains(bytes) else {
            throw DecodingError.dataCorruptedError(
                forKey: .bytes, in: container, debugDescription: "not a size that a part can have")
        }
    }

    /// `<sha256>.json`
    package var name: String { "\(sha256).json" }

    /// The path, relative to the manifest.
    package var path: String { "assets/\(name)" }

    package static func isDigest(_ text: String) -> Bool {
        text.utf8.count == 64
            && text.utf8.allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
            }
    }
}

/// The first level of the manifest, `catalog.json` with the schema version 2: one line per pack, with the files that
/// contain the rest. Apps get the same index with fewer fields; see `docs/reference/manifest.md`.
package struct ManifestIndex: Codable, Sendable, Equatable {
    package static let schemaVersion = 2
    /// The maximum size of an index in bytes.
    package static let largest = 16 << 20

    package var schemaVersion = ManifestIndex.schemaVersion
    /// The program that wrote the manifest: `stickerd` and its version.
    package var generator: String
    /// The packs that apps get, in the order of their ids.
    package var packs: [PackEntry]
    /// Packs without published stickers, because all await approval or were rejected. Nil for apps.
    package var hidden: [PackEntry]?
    /// Rules that were turned off. Nil for apps.
    package var rulesOff: [String]?
    /// A number that increases with each change. Nil in the output folder, because the manifest there does not depend
    /// on the time.
    package var serial: Int?
    /// The signatures of the served index. Nil if the index is not signed.
    package var signatures: [ManifestSignature]?

    private enum CodingKeys: String, CodingKey {
        case schemaVersion, generator, packs, hidden, rulesOff, serial, signatures
    }

    package init(generator: String, packs: [PackEntry], hidden: [PackEntry]? = nil, rulesOff: [String]? = nil) {
        self.generator = generator
        self.packs = packs
        self.hidden = hidden
        self.rulesOff = rulesOff
    }
}

/// The entry of a pack in an index.
package struct PackEntry: Codable, Sendable, Equatable {
    package var id: String
    /// The title in the default language; nil for a pack without a finished sticker.
    package var title: String?
    package var titles: [String: String]?
    package var size: StickerSize?
    package var availability: Availability?
    package var productID: String?
    /// The number of published stickers. Nil if there are none.
    package var stickers: Int?
    /// The total size in bytes of the stickers' @3x files, which apps show.
    package var bytes: Int?
    /// The pack's icon in its largest size. Nil without an icon.
    package var icon: IconEntry?
    /// The parts for apps. Nil if no stickers are published.
    package var app: [ManifestPart]?
    /// The additional parts for the people who make stickers. Nil in the index for apps.
    package var review: [ManifestPart]?
    /// The number of stickers per state. Nil in the index for apps.
    package var counts: PackCounts?

    private enum CodingKeys: String, CodingKey {
        case id, title, titles, size, availability, productID, stickers, bytes, icon, app, review, counts
    }

    package init(id: String) {
        self.id = id
    }
}

/// The properties that a pack and its entry have in common.
extension PackEntry {
    package init(_ pack: Pack) {
        id = pack.id
        title = pack.title
        titles = pack.titles.isEmpty ? nil : pack.titles
        size = pack.size
        availability = pack.availability
        productID = pack.productID
    }
}

extension Pack {
    package init(_ entry: PackEntry, stickers: [Sticker], icon: [IconRendition] = []) {
        self.init(
            id: entry.id, title: entry.title ?? entry.id, titles: entry.titles ?? [:], size: entry.size ?? .regular,
            icon: icon, stickers: stickers, availability: entry.availability, productID: entry.productID)
    }
}

/// A pack's icon in its largest size: the file `assets/<sha256>.<format>`.
package struct IconEntry: Codable, Sendable, Equatable {
    package var sha256: String
    package var bytes: Int
    package var format: String
    package var width: Int
    package var height: Int

    private enum CodingKeys: String, CodingKey {
        case sha256, bytes, format, width, height
    }

    package init(sha256: String, bytes: Int, format: String, width: Int, height: Int) {
        self.sha256 = sha256
        self.bytes = bytes
        self.format = format
        self.width = width
        self.height = height
    }

    /// The path, relative to the manifest.
    package var path: String { "assets/\(sha256).\(StickerFormat.fileExtension(ofFormat: format))" }
}

/// The number of a pack's stickers per state.
package struct PackCounts: Codable, Sendable, Hashable {
    /// Published and approved stickers.
    package var approved = 0
    /// Published stickers for which changes were requested.
    package var sentBack = 0
    /// The number of published stickers without a decision.
    package var open = 0
    /// Finished stickers that await approval.
    package var awaiting = 0
    /// Sources that were not published.
    package var rejected = 0
    /// Published stickers with findings.
    package var warnings = 0

    private enum CodingKeys: String, CodingKey {
        case approved, sentBack, open, awaiting, rejected, warnings
    }

    package init() {}
}

/// One signature of a served index.
package struct ManifestSignature: Codable, Sendable, Equatable {
    /// The key, as the first 16 hexadecimal digits of the SHA-256 of the public key.
    package var key: String
    /// The signature in Base64; empty in the bytes that are signed.
    package var value: String

    private enum CodingKeys: String, CodingKey {
        case key, value
    }

    package init(key: String, value: String) {
        self.key = key
        self.value = value
    }
}

/// The content of a `catalog.json`: the manifest in one document, or the index of a manifest in two levels.
package enum ManifestDocument: Decodable, Sendable {
    /// The whole manifest, in schema version 1.
    case flat(Catalog)
    /// The index of a manifest in schema version 2.
    case index(ManifestIndex)

    private enum CodingKeys: String, CodingKey {
        case schemaVersion
    }

    package init(from decoder: any Decoder) throws {
        switch try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .schemaVersion) {
        case Catalog.currentSchemaVersion: self = .flat(try Catalog(from: decoder))
        case ManifestIndex.schemaVersion: self = .index(try ManifestIndex(from: decoder))
        case let version: throw CatalogError.unknownSchemaVersion(version)
        }
    }

    /// - Throws: `CatalogError` if the bytes are neither of the two, or if a newer stickerd wrote them in a format that
    ///   this library cannot read.
    package init(json: Data) throws {
        do {
            self = try JSONDecoder().decode(ManifestDocument.self, from: json)
        } catch let error as CatalogError {
            throw error
        } catch {
            throw CatalogError.notACatalog(String(describing: error))
        }
    }
}
