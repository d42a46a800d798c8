import JobModel

/// Digests of what is in an output folder, part by part: what one pack's publication changes leaves the parts of the others.
package struct OutputStamps: Sendable, Equatable {
    /// Of the manifest's index.
    package var index = ""
    /// Of the report's files.
    package var report = ""
    /// Of the folder with the assets: which there are, and which files they are.
    package var assets = ""
    /// Of which file each name for people leads to, by the pack's id.
    package var names: [String: String] = [:]
    /// Of the sheets, by the pack's id.
    package var sheets: [String: String] = [:]
    /// Of everything else; of everything where the file system does not tell the parts.
    package var others = ""
    /// Whether there are parts.
    package var isDivided = false

    /// The ids of packs that have anything. They may be those of folders that nobody published.
    package var ids: Set<String> { Set(names.keys).union(sheets.keys) }

    /// Of names and sheets of a pack.
    package func stamp(ofPack id: String) -> String {
        var digest = StructuredHasher()
        digest.add(names[id] ?? "")
        digest.add(sheets[id] ?? "")
        return digest.text
    }

    /// Of everything.
    package var text: String {
        var digest = StructuredHasher()
        for stamp in [index, report, assets, others] { digest.add(stamp) }
        for id in ids.sorted() {
            digest.add(id)
            digest.add(stamp(ofPack: id))
        }
        return digest.text
    }
}
