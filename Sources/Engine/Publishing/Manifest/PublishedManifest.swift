import CryptoPrimitives
import Foundation
import JobModel
import StickerManifest

extension OutputFolder {
    /// A reader of the folder's published manifest.
    package var manifest: CatalogReader {
        CatalogReader(
            index: { read(OutputNames.catalog).map { Data($0) } },
            part: { name, limit in
                let path = "\(OutputNames.assets)/\(name)"
                guard let size = size(of: path) else { return nil }
                return size <= limit ? data(of: path) : Data()
            }, digest: Digest.sha256)
    }

    /// The published manifest with its stickers in compact form (`Sticker.compact`), which saves memory for a large
    /// library. Nil if nothing is published.
    ///
    /// - Throws: `CatalogError` if it cannot be read.
    package func compactCatalog() throws -> Catalog? {
        var manifest = manifest
        manifest.isCompact = true
        return try manifest.catalog()
    }

    /// Decodes the manifest whose index is given.
    ///
    /// - Parameters:
    ///   - json: the bytes of `catalog.json`.
    ///   - known: a manifest that was read before. Equal packs are reused.
    /// - Throws: `CatalogError`, also if a part is missing.
    package func catalog(json: [UInt8], after known: ManifestEncoding? = nil) throws -> Catalog {
        do {
            return try manifest.catalog(of: try ManifestDocument(json: Data(json)), after: known)
        } catch let missing as CatalogReader.MissingPart {
            throw CatalogError.notACatalog("\(missing.path) is missing")
        }
    }
}

extension Digest {
    package static func sha256(_ data: Data) -> String {
        hexadecimal(data.withUnsafeBytes { SHA256.hash($0) })
    }
}

extension CatalogReader {
    /// The complete manifest. Nil if nothing is published.
    ///
    /// - Throws: `CatalogError`; the errors of the reader's closures.
    package func catalog() throws -> Catalog? { try read { _, document in try catalog(of: document) } }

    /// The readable part of the manifest. Stickers and packs with missing or damaged files are left out. Nil if
    /// nothing is published.
    ///
    /// - Parameter known: a manifest that was read before. Equal packs are reused.
    /// - Throws: `CatalogError` if the index cannot be read; the errors of the reader's closures.
    package func intactCatalog(
        after known: ManifestEncoding? = nil
    ) throws -> (catalog: Catalog, faults: [ManifestFault])? {
        try read { _, document in try intactCatalog(of: document, after: known) }
    }

    /// The complete manifest of an index and its parts, or of a single document.
    ///
    /// - Parameter known: a manifest that was read or written before. Equal packs are reused.
    /// - Throws: `MissingPart`; `CatalogError`.
    package func catalog(of document: ManifestDocument, after known: ManifestEncoding? = nil) throws -> Catalog {
        try contents(of: document, after: known, isTolerant: false).catalog
    }

    /// The readable part of a manifest.
    ///
    /// - Parameter known: a manifest that was read or written before. Equal packs are reused.
    package func intactCatalog(
        of document: ManifestDocument, after known: ManifestEncoding? = nil
    ) throws -> (catalog: Catalog, faults: [ManifestFault]) {
        try contents(of: document, after: known, isTolerant: true)
    }

    private func contents(
        of document: ManifestDocument, after known: ManifestEncoding?, isTolerant: Bool
    ) throws -> (catalog: Catalog, faults: [ManifestFault]) {
        let index: ManifestIndex
        switch document {
        case .flat(let catalog): return (catalog, [])
        case .index(let found): index = found
        }
        var catalog = Catalog(generator: index.generator, packs: [], rejected: [], rulesOff: index.rulesOff ?? [])
        var (awaiting, faults, encoding): ([Pack], [ManifestFault], ManifestEncoding) = ([], [], ManifestEncoding())
        var (messages, held): ([Message], [Message]) = ([], [])
        var (pieces, heldPieces): ([PiecePack], [PiecePack]) = ([], [])
        let entries = index.entries.sorted { $0.id < $1.id }
        for (entry, reading) in zip(entries, packs(of: entries, after: known, isTolerant: isTolerant)) {
            do {
                let pack = try reading.pack.get()
                if let published = pack.content.pack { catalog.packs.append(published) }
                if let pack = pack.content.awaiting { awaiting.append(pack) }
                catalog.rejected += pack.content.rejected
                messages += pack.content.messages
                held += pack.content.awaitingMessages
                if let found = pack.content.pieces { pieces.append(found) }
                if let found = pack.content.awaitingPieces { heldPieces.append(found) }
                // An incomplete pack is not kept as known, so that it is written again.
                if reading.faults.isEmpty { encoding.packs[entry.id] = pack }
            } catch {
                guard isTolerant, let fault = ManifestFault(error, of: entry.id) else { throw error }
                faults.append(fault)
            }
            faults += reading.faults
        }
        catalog.rejected.sort { $0.path < $1.path }
        catalog.awaitingApproval = awaiting.isEmpty ? nil : awaiting
        catalog.messages = messages.isEmpty ? nil : messages
        catalog.messagesAwaitingApproval = held.isEmpty ? nil : held
        catalog.pieces = pieces.isEmpty ? nil : pieces
        catalog.piecesAwaitingApproval = heldPieces.isEmpty ? nil : heldPieces
        catalog.origin.encoding = encoding
        return (catalog, faults)
    }

    /// The result of reading a pack.
    private typealias Reading = (pack: Result<PackEncoding, any Error>, faults: [ManifestFault])

    /// Reads packs in parallel, because decoding takes most of the time.
    ///
    /// - Returns: the packs, in the order of `entries`.
    private func packs(of entries: [PackEntry], after known: ManifestEncoding?, isTolerant: Bool) -> [Reading] {
        entries.concurrentMap { entry in
            if let same = known?.packs[entry.id], same.entry == entry { return (.success(same), []) }
            var reader = PackReader(reader: self, entry: entry, isTolerant: isTolerant)
            let pack = Result { try reader.read() }
            if isCompact, let content = try? pack.get().content {
                for sticker in (content.pack?.stickers ?? []) + (content.awaiting?.stickers ?? []) { sticker.compact() }
            }
            return (pack, reader.faults)
        }
    }

    /// Every part and record of a manifest, without the records of missing or damaged parts. Empty for a manifest that
    /// is a single document.
    package func documents(of document: ManifestDocument) -> Set<ManifestPart> {
        guard case .index(let index) = document else { return [] }
        var documents: Set<ManifestPart> = []
        for entry in index.entries {
            documents.formUnion(entry.app ?? [])
            documents.formUnion(entry.review ?? [])
            for part in entry.review ?? [] {
                guard let review = try? value(ReviewPart.self, of: part) else { continue }
                documents.formUnion((review.stickers + (review.awaiting ?? [])).map(\.record))
            }
        }
        return documents
    }
}

/// A part or record of a manifest that is missing or damaged.
package struct ManifestFault: Sendable, CustomStringConvertible {
    package enum Kind: Sendable {
        case missing
        /// The content does not match the SHA-256 in the file's name.
        case damaged
        /// The content matches its SHA-256 but cannot be decoded.
        case unreadable
    }

    package let kind: Kind
    /// The path of the part or record, relative to the manifest. The path of the manifest itself if the affected file
    /// is unknown.
    package let path: String
    package let description: String

    /// Creates a fault from an error. Nil if the error does not concern a part or record.
    ///
    /// - Parameter subject: the id of the affected pack, or of the sticker as `pack/sticker`.
    init?(_ error: any Error, of subject: String) {
        switch error {
        case let missing as CatalogReader.MissingPart:
            (kind, path) = (.missing, missing.path)
            description = "\(path), which belongs to \(subject), is missing"
        case CatalogError.damaged(let part):
            (kind, path) = (.damaged, part)
            description = "\(path), which belongs to \(subject), is damaged"
        case let error as CatalogError:
            (kind, path) = (.unreadable, OutputNames.catalog)
            description = "\(subject): \(error)"
        default: return nil
        }
    }
}

/// Reads the parts and records of one pack.
private struct PackReader {
    let reader: CatalogReader
    let entry: PackEntry
    let isTolerant: Bool
    /// The reasons why stickers were left out.
    private(set) var faults: [ManifestFault] = []

    /// Reads the parts and records of the pack.
    ///
    /// - Throws: `CatalogReader.MissingPart`; `CatalogError`.
    mutating func read() throws -> PackEncoding {
        var (published, held): ([Sticker], [Sticker]) = ([], [])
        var (records, heldRecords): ([ManifestPart], [ManifestPart]) = ([], [])
        var content = PackContent(id: entry.id)
        var icons: [IconEntry] = []
        let apps = try (entry.app ?? []).map { try reader.value(AppPart.self, of: $0) }
        let reviews = try (entry.review ?? []).map { try reader.value(ReviewPart.self, of: $0) }
        guard entry.review != nil else {
            // Only the parts for apps are published here, so the pack has no reviews.
            if entry.stickers != nil { content.pack = Pack(entry, apps.flatMap(\.stickers)) }
            content.messages = apps.flatMap { $0.messages ?? [] }
            content.pieces = apps.last?.pieces
            return PackEncoding(content: content, entry: entry, records: [], awaitingRecords: [])
        }
        guard entry.app == nil || apps.map({ $0.stickers.map(\.id) }) == reviews.map({ $0.stickers.map(\.id) }) else {
            throw CatalogError.notACatalog("the parts of \(entry.id) do not belong together")
        }
        for (app, review) in zip(apps.flatMap(\.stickers), reviews.flatMap(\.stickers)) {
            guard let sticker = try sticker(review, label: app.label, labels: app.labels, size: app.size) else {
                continue
            }
            published.append(sticker)
            records.append(review.record)
        }
        for review in reviews {
            icons += review.icon ?? []
            content.rejected += review.rejected ?? []
            content.messages += review.messages ?? []
            content.awaitingMessages += review.awaitingMessages ?? []
            content.pieces = review.pieces ?? content.pieces
            content.awaitingPieces = review.awaitingPieces ?? content.awaitingPieces
            for line in review.awaiting ?? [] {
                guard let sticker = try sticker(line, label: line.label ?? "", labels: line.labels, size: line.size)
                else { continue }
                held.append(sticker)
                heldRecords.append(line.record)
            }
        }
        if entry.stickers != nil { content.pack = pack(published, icons) }
        if !held.isEmpty { content.awaiting = pack(held, icons) }
        return PackEncoding(
            content: content, entry: entry, records: records, awaitingRecords: heldRecords)
    }

    private func pack(_ stickers: [Sticker], _ icons: [IconEntry]) -> Pack {
        Pack(
            entry, stickers: stickers,
            icon: icons.map { icon in
                IconRendition(
                    path: icon.path,
                    name: OutputNames.icon(pack: entry.id, width: icon.width, height: icon.height),
                    width: icon.width, height: icon.height, bytes: icon.bytes, sha256: icon.sha256)
            })
    }

    /// Reads the record of a sticker.
    ///
    /// - Returns: nil if the record is missing or damaged and `isTolerant` is true.
    private mutating func sticker(
        _ line: ReviewSticker, label: String, labels: [String: String]?, size: StickerSize?
    ) throws -> Sticker? {
        do {
            guard line.record.bytes <= StickerRecord.largest else {
                throw CatalogError.notACatalog("the record of \(entry.id)/\(line.id) is too large")
            }
            let record = try reader.value(StickerRecord.self, of: line.record)
            return Sticker(
                line, record, pack: entry.id, label: label, labels: labels ?? [:],
                size: size ?? entry.size ?? .regular)
        } catch {
            guard isTolerant, let fault = ManifestFault(error, of: "\(entry.id)/\(line.id)") else { throw error }
            faults.append(fault)
            return nil
        }
    }
}

extension Sticker {
    /// Combines a sticker's record with its lines in the parts.
    fileprivate init(
        _ line: ReviewSticker, _ record: StickerRecord, pack: String, label: String, labels: [String: String],
        size: StickerSize
    ) {
        self.init(
            id: line.id, label: label, labels: labels, size: size,
            source: SourceArt(
                path: line.source, sha256: record.source.sha256, bytes: record.source.bytes,
                format: record.source.format, width: record.source.width, height: record.source.height),
            animation: record.animation,
            renditions: record.renditions.map { $0.rendition(pack: pack, sticker: line.id) },
            previews: record.previews.map { $0.preview(pack: pack, sticker: line.id) }, fit: record.fit,
            findings: line.findings ?? [], fingerprint: record.fingerprint, pixels: record.pixels,
            filmstrip: record.filmstrip.map { $0.filmstrip(pack: pack, sticker: line.id) }, review: line.review)
    }
}

extension StickerRecord.File {
    private var fileExtension: String { StickerFormat.fileExtension(ofFormat: format) }
    private var path: String { "\(OutputNames.assets)/\(name)" }

    fileprivate func rendition(pack: String, sticker: String) -> Rendition {
        Rendition(
            scale: scale ?? 3, path: path,
            name: OutputNames.rendition(
                pack: pack, sticker: sticker, scale: scale ?? 3, fileExtension: fileExtension),
            width: width ?? 0, height: height ?? 0, bytes: bytes, sha256: sha256, format: format, colours: colours,
            fidelity: fidelity ?? 1)
    }

    fileprivate func preview(pack: String, sticker: String) -> Preview {
        Preview(
            background: background ?? "", path: path,
            name: OutputNames.preview(
                pack: pack, sticker: sticker, background: background ?? "", fileExtension: fileExtension),
            sha256: sha256, bytes: bytes)
    }

    fileprivate func filmstrip(pack: String, sticker: String) -> Filmstrip {
        Filmstrip(
            path: path, name: OutputNames.filmstrip(pack: pack, sticker: sticker, fileExtension: fileExtension),
            sha256: sha256, bytes: bytes, width: width ?? 0, height: height ?? 0, times: times ?? [])
    }
}
