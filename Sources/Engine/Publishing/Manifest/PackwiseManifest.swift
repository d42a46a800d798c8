import Foundation
import JobModel
import StickerManifest

/// The manifest of one pack. For a manifest of version 1, which is a single document, the manifest of all packs.
package struct PackManifest: Sendable {
    /// The manifest that contains only this pack.
    package let catalog: Catalog
    /// The parts and records of the pack, including unreadable ones.
    package let documents: Set<ManifestPart>
    /// The parts that cannot be read.
    package let faults: [ManifestFault]
}

extension CatalogReader {
    /// The maximum number of stickers whose packs are read together.
    private static let stickersAtOnce = 1_000

    /// Reads a manifest pack by pack, in the order of the packs' ids, so that only a few packs of a large library are
    /// in memory.
    ///
    /// - Parameter isTolerant: whether stickers and packs with missing or damaged files are left out instead of
    ///   causing an error.
    /// - Throws: `MissingPart`; `CatalogError`; the errors of `body`.
    package func eachPack(
        of document: ManifestDocument, isTolerant: Bool = false, _ body: (PackManifest) throws -> Void
    ) throws {
        switch document {
        case .flat(let catalog): try body(PackManifest(catalog: catalog, documents: [], faults: []))
        case .index(let index):
            for packs in CatalogReader.groups(of: index) {
                // Packs are read in parallel.
                let readings = packs.concurrentMap { pack in Result { try self.pack(pack, isTolerant: isTolerant) } }
                for reading in readings { try body(try reading.get()) }
            }
        }
    }

    /// Passes an already read manifest to a closure pack by pack. Intact parts are not read again.
    ///
    /// - Parameters:
    ///   - document: the index or document of the manifest.
    ///   - catalog: the part of the manifest that was read before.
    /// - Throws: `MissingPart`; `CatalogError`; the errors of `body`.
    package func eachPack(
        of document: ManifestDocument, readAs catalog: Catalog, _ body: (PackManifest) throws -> Void
    ) throws {
        switch document {
        case .flat: try body(PackManifest(catalog: catalog, documents: [], faults: []))
        case .index(let index):
            for pack in CatalogReader.groups(of: index).joined() {
                try body(try self.pack(pack, isTolerant: true, after: catalog.origin.encoding))
            }
        }
    }

    /// The manifest without published stickers. Contains only stickers that await approval, messages, game pieces and
    /// rejected sources.
    ///
    /// - Throws: `MissingPart`; `CatalogError`.
    package func catalogWithoutPacks(of index: ManifestIndex) throws -> Catalog {
        var others = index
        for place in others.packs.indices {
            // A pack without an app part contains no published stickers.
            others.packs[place].app = nil
            others.packs[place].stickers = nil
        }
        var catalog = try catalog(of: .index(others))
        catalog.origin = ManifestOrigin()
        return catalog
    }

    /// A manifest with only some packs. If the manifest is a single document of version 1, it contains all packs.
    ///
    /// - Parameter ids: the ids of packs. The id of a message pack selects its parent pack.
    /// - Returns: nil if nothing is published.
    /// - Throws: `CatalogError`; the errors of the reader's closures.
    package func catalog(ofPacks ids: [String]) throws -> Catalog? {
        try read { _, document in try catalog(of: document.part(ofPacks: ids)) }
    }

    /// Splits an index into indexes of one pack each. Packs of the same group are read together.
    private static func groups(of index: ManifestIndex) -> [[ManifestIndex]] {
        var (groups, group, stickers): ([[ManifestIndex]], [ManifestIndex], Int) = ([], [], 0)
        for entry in index.entries.sorted(by: { $0.id < $1.id }) {
            var one = ManifestIndex(generator: index.generator, packs: [entry], rulesOff: index.rulesOff)
            one.hidden = []
            group.append(one)
            stickers += (entry.stickers ?? 0) + (entry.counts?.awaiting ?? 0) + 1
            if stickers >= stickersAtOnce {
                groups.append(group)
                (group, stickers) = ([], 0)
            }
        }
        return group.isEmpty ? groups : groups + [group]
    }

    /// Reads one pack.
    ///
    /// - Parameter known: the encoding of the manifest that was read before. Equal packs are reused.
    private func pack(
        _ index: ManifestIndex, isTolerant: Bool, after known: ManifestEncoding? = nil
    ) throws -> PackManifest {
        let document = ManifestDocument.index(index)
        guard isTolerant else {
            let catalog = try catalog(of: document)
            return PackManifest(catalog: catalog, documents: catalog.documents, faults: [])
        }
        let (catalog, faults) = try intactCatalog(of: document, after: known)
        // If a pack is only partly readable, the catalog does not contain all records, so the records are read
        // separately.
        let documents = faults.isEmpty ? catalog.documents : documents(of: document)
        return PackManifest(catalog: catalog, documents: documents, faults: faults)
    }
}

extension OutputFolder {
    /// The published manifest with only some packs.
    ///
    /// - Parameters:
    ///   - json: the bytes of `catalog.json`.
    ///   - packs: the ids of packs, as in `CatalogReader.catalog(ofPacks:)`. Empty for all packs.
    /// - Throws: `CatalogError`.
    package func catalog(json: [UInt8], packs: [String]) throws -> Catalog {
        guard !packs.isEmpty else { return try catalog(json: json) }
        do {
            return try manifest.catalog(of: try ManifestDocument(json: Data(json)).part(ofPacks: packs))
        } catch let missing as CatalogReader.MissingPart {
            throw CatalogError.notACatalog("\(missing.path) is missing")
        }
    }
}

extension ManifestDocument {
    /// The index with only some packs. A manifest that is a single document is returned unchanged.
    ///
    /// - Parameter ids: the ids of packs. The id of a message pack selects its parent pack.
    package func part(ofPacks ids: [String]) -> ManifestDocument {
        guard case .index(let index) = self else { return self }
        return .index(index.part(of: Set(ids.map { MessagePack.parent(of: $0) ?? $0 })))
    }
}

extension Catalog {
    /// The parts and records from which this manifest was read.
    fileprivate var documents: Set<ManifestPart> {
        (origin.encoding?.packs ?? [:]).values.reduce(into: []) { $0.formUnion($1.documents) }
    }
}
