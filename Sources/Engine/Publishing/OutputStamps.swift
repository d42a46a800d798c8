import JobModel

/// Describes the content of an output folder by hashes of file attributes, separately for each pack. Publishing one
/// pack leaves the hashes of other packs unchanged.
package struct OutputStamps: Sendable, Equatable {
    /// The attributes of `catalog.json`, as text.
    package var index = ""
    /// A hash of the attributes of the report's files.
    package var report = ""
    /// A hash of the assets folder's attributes.
    package var assets = ""
    /// Hashes of the files to which readable names refer, by pack id.
    package var names: [String: String] = [:]
    /// Hashes of the attributes of the sheets, by pack id.
    package var sheets: [String: String] = [:]
    /// A hash of all remaining files. If `isDivided` is false, a hash of all files.
    package var others = ""
    /// Whether packs have separate hashes. False if the file system lacks reliable folder timestamps.
    package var isDivided = false

    /// The ids of packs with any file in the output folder, including folders that stickerd did not publish.
    package var ids: Set<String> { Set(names.keys).union(sheets.keys) }

    /// One hash of the names and sheets of a pack.
    package func stamp(ofPack id: String) -> String {
        var digest = StructuredHasher()
        digest.add(names[id] ?? "")
        digest.add(sheets[id] ?? "")
        return digest.text
    }

    /// One hash of the whole output folder.
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
