import Foundation
import JobModel
import StickerManifest

extension ManifestIndex {
    /// The entries of all packs, including hidden ones.
    package var entries: [PackEntry] { packs + (hidden ?? []) }

    /// The entries by pack id. If an id is repeated, the first entry.
    package var entriesByID: [String: PackEntry] { Dictionary(entries.map { ($0.id, $0) }) { first, _ in first } }

    /// The index with some packs replaced.
    ///
    /// - Parameters:
    ///   - ids: the ids of the replaced packs.
    ///   - part: the index of a manifest with only these packs.
    package func replacing(_ ids: Set<String>, by part: ManifestIndex) -> ManifestIndex {
        func replaced(_ entries: [PackEntry], by news: [PackEntry]) -> [PackEntry] {
            (entries.filter { !ids.contains($0.id) } + news).sorted { $0.id < $1.id }
        }
        var index = self
        index.packs = replaced(packs, by: part.packs)
        index.hidden = replaced(hidden ?? [], by: part.hidden ?? [])
        return index
    }

    /// The index of a manifest with only some packs.
    package func part(of ids: Set<String>) -> ManifestIndex {
        var index = self
        index.packs = packs.filter { ids.contains($0.id) }
        index.hidden = (hidden ?? []).filter { ids.contains($0.id) }
        return index
    }

    /// The index entries as text, one line per pack, sorted by pack id.
    package func lines() throws -> [ManifestText.Line] {
        let encoder = JSONEncoder.sorted
        func lines(_ entries: [PackEntry], areHidden: Bool) throws -> [ManifestText.Line] {
            try entries.map {
                ManifestText.Line(id: $0.id, isHidden: areHidden, text: [UInt8](try encoder.encode($0)))
            }
        }
        return try (lines(packs, areHidden: false) + lines(hidden ?? [], areHidden: true)).sorted { $0.id < $1.id }
    }

    /// The bytes of `catalog.json`, equal to those of `Catalog.written`.
    package func published() throws -> [UInt8] {
        try ManifestIndex.text(generator: generator, rulesOff: rulesOff ?? [], lines: lines())
    }

    /// The bytes of `catalog.json`.
    ///
    /// - Parameter lines: the index entries, sorted by pack id.
    static func text(generator: String, rulesOff: [String], lines: [ManifestText.Line]) throws -> [UInt8] {
        let encoder = JSONEncoder.sorted
        var index = JSONLinesObject()
        index.add("generator", [UInt8](try encoder.encode(generator)))
        index.add("hidden", lines: lines.filter(\.isHidden).map(\.text))
        index.add("packs", lines: lines.filter { !$0.isHidden }.map(\.text))
        index.add("rulesOff", [UInt8](try encoder.encode(rulesOff)))
        index.add("schemaVersion", Array("\(schemaVersion)".utf8))
        return index.text()
    }
}

extension OutputFolder {
    /// The index of the published manifest, and its bytes. Nil if it is missing, unreadable or a single document.
    package func index() -> (index: ManifestIndex, json: [UInt8])? {
        guard let json = read(OutputNames.catalog),
            case .index(let index)? = try? ManifestDocument(json: Data(json))
        else { return nil }
        return (index, json)
    }
}
