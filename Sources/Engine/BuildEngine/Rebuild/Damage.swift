/// A file that differs from its record in the state database.
package struct Damage: Codable, Hashable, Sendable {
    package enum Place: String, Codable, Sendable {
        /// In the output folder.
        case output
        /// In the drop folder.
        case source
    }

    package enum Kind: String, Codable, Sendable {
        /// The content does not match the recorded SHA-256, and no program is known to have changed the file.
        case damaged
        case missing
        /// No published file refers to it.
        case unknown
    }

    package var place: Place
    package var kind: Kind
    /// Relative to its folder.
    package var path: String
    /// Its readable name, if it has one.
    package var name: String?
    /// Whether the damage has been repaired.
    package var isRepaired = false

    private enum CodingKeys: String, CodingKey {
        case place, kind, path, name, isRepaired
    }

    private var words: String { name.map { "out/\($0) (\(path))" } ?? "out/\(path)" }

    /// A description of the damage, for people.
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
