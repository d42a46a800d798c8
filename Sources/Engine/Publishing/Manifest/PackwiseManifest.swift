import Dispatch
import Foundation
import JobModel
import StickerManifest
import Synchronization

/// The manifest of one pack, or of all packs in a single document of version 1.
package struct PackManifest: Sendable {
    /// The manifest of this pack alone.
    package let catalog: Catalog
    /// Its parts and records, including unreadable ones.
    package let documents: Set<ManifestPart>
    /// The parts that cannot be read.
    package let faults: [ManifestFault]
}

extension CatalogReader {
    /// Packs are read together up to this number of stickers.
    private static let stickersAtOnce = 1_000

    /// Reads a manifest pack by pack, in the order of the packs' ids, so that only a few packs of a large library are
    /// in memory.
    ///
    /// - Parameter isTolerant: whether stickers and packs with missing or damaged files are left out.
    /// - Throws: `MissingPart`; `CatalogError`; the errors of the body.
    package func eachPack(
        of document: ManifestDocument, isTolerant: Bool = false, _ body: (PackManifest) throws -> Void
    ) throws {
        switch document {
        case .flat(let catalog): try body(PackManifest(catalog: catalog, documents: [], faults: []))
        case .index(let index):
            for packs in CatalogReader.groups(of: index) {
                for pack in read(packs, isTolerant: isTolerant) { try body(try pack.get()) }
            }
        }
    }

    /// Passes an already read manifest to a closure pack by pack, without reading intact parts again.
    ///
    /// - Parameter catalog: the parts of the document that were read.
    /// - Throws: `MissingPart`; `CatalogError`; the errors of the body.
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

    /// A manifest without its published stickers: only stickers that await approval, messages, game pieces and rejected
    /// sources.
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

    /// The manifest of some packs, or of all packs in a single document of version 1.
    ///
    /// - Parameter ids: the ids of the packs, including those that hold the messages of a pack.
    /// - Returns: nil without a manifest.
    /// - Throws: `CatalogError`, and the errors of the sources.
    package func catalog(ofPacks ids: [String]) throws -> Catalog? {
        try read { _, document in try catalog(of: document.part(ofPacks: ids)) }
    }

    /// Splits an index into indexes of one pack each, grouped by the packs that are read together.
    private static func groups(of index: ManifestIndex) -> [[ManifestIndex]] {
        var (groups, group, stickers): ([[ManifestIndex]], [ManifestIndex], Int) = ([], [], 0)
        for entry in (index.packs + (index.hidden ?? [])).sorted(by: { $0.id < $1.id }) {
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

    /// Reads packs in parallel.
    private func read(_ packs: [ManifestIndex], isTolerant: Bool) -> [Result<PackManifest, any Error>] {
        let readings = Mutex<[Int: Result<PackManifest, any Error>]>([:])
        DispatchQueue.concurrentPerform(iterations: packs.count) { place in
            let reading = Result { try pack(packs[place], isTolerant: isTolerant) }
            readings.withLock { $0[place] = reading }
        }
        return readings.withLock { readings in packs.indices.compactMap { readings[$0] } }
    }

    /// - Parameter known: the catalog that was read before.
    private func pack(
        _ index: ManifestIndex, isTolerant: Bool, after known: ManifestEncoding? = nil
    ) throws -> PackManifest {
        let document = ManifestDocument.index(index)
        guard isTolerant else {
            let catalog = try catalog(of: document)
            return PackManifest(catalog: catalog, documents: catalog.documents, faults: [])
        }
        let (catalog, faults) = try intactCatalog(of: document, after: known)
        // For a pack that is only partly readable, the records are read separately, because the catalog is incomplete.
        let documents = faults.isEmpty ? catalog.documents : try documents(of: document, isTolerant: true)
        return PackManifest(catalog: catalog, documents: documents, faults: faults)
    }
}

extension OutputFolder {
    /// The published manifest with only some packs, from the bytes of its `catalog.json`.
    ///
    /// - Parameter packs: the ids of packs, as in `CatalogReader.catalog(ofPacks:)`. Empty for all.
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
    /// The index with only some packs. A manifest in one document is returned unchanged.
    ///
    /// - Parameter ids: the ids of packs, including those with the messages of a pack.
    package func part(ofPacks ids: [String]) -> ManifestDocument {
        guard case .index(let index) = self else { return self }
        return .index(index.part(of: Set(ids.map { MessagePack.parent(of: $0) ?? $0 })))
    }
}

extension Catalog {
    /// The parts and records that it was read from.
    fileprivate var documents: Set<ManifestPart> {
        (origin.encoding?.packs ?? [:]).values.reduce(into: []) { $0.formUnion($1.documents) }
    }
}
