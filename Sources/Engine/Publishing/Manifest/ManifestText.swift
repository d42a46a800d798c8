import JobModel
import StickerManifest

/// An encoded manifest: the bytes of its index, and of the parts and records that the previous manifest does not
/// have.
package struct ManifestText: Sendable {
    /// The bytes of the index, `catalog.json`.
    package let bytes: [UInt8]
    package let encoding: ManifestEncoding
    /// The bytes of the parts and records that are not in the previous manifest, by path.
    package let news: [String: [UInt8]]
    /// The unchanged packs that are not in `encoding`, sorted by id. Only their index lines are known.
    package let others: [Line]

    /// A pack in the index.
    package struct Line: Sendable {
        package let id: String
        /// Whether the pack is hidden from apps.
        package let isHidden: Bool
        /// The pack in the index, as JSON without line breaks.
        package let text: [UInt8]

        package init(id: String, isHidden: Bool, text: [UInt8]) {
            self.id = id
            self.isHidden = isHidden
            self.text = text
        }
    }

    package init(
        bytes: [UInt8], encoding: ManifestEncoding, news: [String: [UInt8]] = [:], others: [Line] = []
    ) {
        self.bytes = bytes
        self.encoding = encoding
        self.news = news
        self.others = others
    }
}

extension Catalog {
    /// Encodes the manifest as an index with parts and records (`docs/reference/manifest.md`).
    ///
    /// - Parameters:
    ///   - last: the published manifest. Packs that are equal to its packs are not encoded again. Nil to use the
    /// origin of this manifest.
    ///   - keepsLines: whether the encoded lines of the stickers are kept in memory for the next manifest.
    package func written(after last: ManifestText? = nil, keepsLines: Bool = true) throws -> ManifestText {
        var writer = ManifestPartsWriter(last: last?.encoding ?? origin.encoding, keepsLines: keepsLines)
        return try writer.text(of: self, besides: last?.others ?? [])
    }
}

extension ManifestText {
    /// A copy without `news`, for use after the bytes in `news` were written to the output folder.
    package var withoutNews: ManifestText { ManifestText(bytes: bytes, encoding: encoding, others: others) }

    /// A copy with additional packs in `encoding`, which were read later and replace their lines in `others`.
    package func reading(_ packs: ManifestEncoding) -> ManifestText {
        var all = encoding
        all.packs.merge(packs.packs) { $1 }
        return ManifestText(bytes: bytes, encoding: all, others: others.filter { packs.packs[$0.id] == nil })
    }

    /// The sizes in bytes of all parts and records, by path.
    package var documents: [String: Int] {
        var documents: [String: Int] = [:]
        for pack in encoding.packs.values {
            for document in pack.documents { documents[document.path] = document.bytes }
        }
        return documents
    }

    /// The paths of the parts and records that an earlier manifest has and this one does not have.
    package func dropped(from last: ManifestText) -> Set<String> {
        var (parts, records): (Set<ManifestPart>, Set<ManifestPart>) = ([], [])
        for (id, pack) in last.encoding.packs {
            let now = encoding.packs[id]
            // A part lists the records of its stickers, so equal index entries have equal files.
            guard pack.entry != now?.entry else { continue }
            parts.formUnion(Set(pack.parts).subtracting(now?.parts ?? []))
            records.formUnion(pack.recordsGone(in: now))
        }
        if !parts.isEmpty { for pack in encoding.packs.values { parts.subtract(pack.parts) } }
        // Stickers with the same result share a record, even in different packs.
        for pack in encoding.packs.values where !records.isEmpty {
            records.subtract(pack.records)
            records.subtract(pack.awaitingRecords)
        }
        return Set(parts.union(records).map(\.path))
    }

    /// The given paths that belong to a part or a record.
    func documents(among paths: Set<String>) -> Set<String> {
        guard !paths.isEmpty else { return [] }
        let digests = Set(paths.map(OutputNames.digest(ofAsset:)))
        var found: Set<String> = []
        for pack in encoding.packs.values {
            for documents in [pack.parts, pack.records, pack.awaitingRecords] {
                for document in documents where digests.contains(document.sha256) { found.insert(document.path) }
            }
        }
        return found.intersection(paths)
    }

    /// Encodes some parts and records again.
    ///
    /// - Parameter paths: the paths of the parts and records.
    /// - Returns: their bytes, by path.
    func encoded(_ paths: Set<String>) throws -> [String: [UInt8]] {
        guard !paths.isEmpty else { return [:] }
        var writer = ManifestPartsWriter(last: nil)
        for pack in encoding.packs.values where pack.documents.contains(where: { paths.contains($0.path) }) {
            _ = try writer.encoding(of: pack.content)
        }
        return writer.news.filter { paths.contains($0.key) }
    }
}
