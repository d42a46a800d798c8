import JobModel

/// Digests of an output folder's content, by part. The publication of one pack leaves the digests of other packs
/// unchanged.
package struct OutputStamps: Sendable, Equatable {
    /// The digest of the manifest's index.
    package var index = ""
    /// The digest of the report's files.
    package var report = ""
    /// The digest of the assets folder: its names and their files.
    package var assets = ""
    /// The digests of the files behind human-readable names, by pack id.
    package var names: [String: String] = [:]
    /// The digests of the sheets, by pack id.
    package var sheets: [String: String] = [:]
    /// The timestamp of everything else, or of everything if the file system does not allow a distinction.
    package var others = ""
    /// Whether there are parts.
    package var isDivided = false

    /// The ids of packs with any file, including folders that stickerd did not publish.
    package var ids: Set<String> { Set(names.keys).union(sheets.keys) }

    /// The timestamps of the names and sheets of a pack.
    package func stamp(ofPack id: String) -> String {
        var digest = StructuredHasher()
        digest.add(names[id] ?? "")
        digest.add(sheets[id] ?? "")
        return digest.text
    }

    /// The timestamps of everything.
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
