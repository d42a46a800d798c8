import JobModel

/// Reads a configuration from the keys of a `pipeline.json`.
package struct ConfigurationReader {
    /// The folder to which relative paths refer.
    let folder: String

    package init(folder: String) { self.folder = folder }

    func read(_ reader: inout JSONObjectReader) -> Configuration {
        var result = Configuration.defaults(folder: folder)
        for section in ConfigurationSection.all {
            if section.name.isEmpty {
                read(section, &reader, into: &result)
            } else {
                reader.object(section.name) { read(section, &$0, into: &result) }
            }
        }
        removedSections(&reader)
        for conflict in result.folderConflicts {
            reader.issues.add(conflict.key, at: reader.position(of: conflict.key), conflict.message)
        }
        return result
    }

    private func read(
        _ section: ConfigurationSection, _ reader: inout JSONObjectReader, into result: inout Configuration
    ) {
        for key in section.keys { key.read(self, &reader, &result) }
        section.check(&reader, result)
    }

    /// The absolute path that a key contains. Nil if the key is missing or invalid.
    func path(_ key: String, _ reader: inout JSONObjectReader) -> String? {
        reader.text(key, "a path") { text in
            let isPath = !text.isEmpty && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
            return isPath ? FolderPath.absolute(text, in: folder) : nil
        }
    }
}
