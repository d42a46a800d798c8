/// A file of the output or drop folder that is missing, unused or differs from its recorded content.
package struct Damage: Codable, Hashable, Sendable {
    package enum Place: String, Codable, Sendable {
        /// The output folder.
        case output
        /// The drop folder.
        case source
    }

    package enum Kind: String, Codable, Sendable {
        /// The content does not match the recorded SHA-256, although the file's timestamps show no change.
        case damaged
        case missing
        /// The file exists, but no published file refers to it.
        case unknown
    }

    package var place: Place
    package var kind: Kind
    /// The path relative to the output or drop folder.
    package var path: String
    /// The readable name of a published asset. Nil for other files.
    package var name: String?
    /// Whether the rebuild has repaired the file.
    package var isRepaired = false

    private enum CodingKeys: String, CodingKey {
        case place, kind, path, name, isRepaired
    }

    private var words: String { name.map { "out/\($0) (\(path))" } ?? "out/\(path)" }

    /// The description of the damage in the rebuild report.
    package var sentence: String {
        switch (place, kind) {
        case (.output, .damaged): "\(words) is damaged: its content does not match its SHA-256."
        case (.output, .missing): "\(words) is missing."
        case (.output, .unknown): "\(words) is unused."
        case (.source, .missing): "\(path) existed at the last build, and is now missing from the drop folder."
        case (.source, _):
            "\(path) is damaged: its content changed, but its time and size did not. Restore it from a backup, or save "
                + "it again if it is intact; its earlier sticker stays published."
        }
    }
}
