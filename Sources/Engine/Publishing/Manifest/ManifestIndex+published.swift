import Foundation
import JobModel
import StickerManifest

extension ManifestIndex {
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
        let encoder = JSONEncoder.sorted
        var object = JSONLinesObject()
        object.add("generator", [UInt8](try encoder.encode(generator)))
        object.add("hidden", lines: try (hidden ?? []).map { [UInt8](try encoder.encode($0)) })
        object.add("packs", lines: try packs.map { [UInt8](try encoder.encode($0)) })
        object.add("rulesOff", [UInt8](try encoder.encode(rulesOff ?? [])))
        object.add("schemaVersion", Array("\(schemaVersion)".utf8))
        return object.text()
    }
}
