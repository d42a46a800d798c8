/// A file that differs from its record in the state database.
package struct Damage: Codable, Hashable, Sendable {
    package enum Place: String, Codable, Sendable {
        /// In the output folder.
        case output
        /// In the drop folder.
        case source
    }

    package enum Kind: String, Codable, Sendable {
        /// The content differs from the digest, although no program is known to have changed it.
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
    /// Whether it is as it should be again.
    package var isRepaired = false

    private enum CodingKeys: String, CodingKey {
        case place, kind, path, name, isRepaired
    }

    private var words: String { name.map { "out/\($0) (\(path))" } ?? "out/\(path)" }

    /// For people.
    package var sentence: String {
        switch (place, kind) {
        case (.output, .damaged): "\(words) is damaged: its content is not what its digest says."
        case (.output, .missing): "\(words) is missing."
        case (.output, .unknown): "\(words) is unused."
        case (.source, .missing): "\(path) was there at the last build and is gone from the drop folder."
        case (.source, _):
            "\(path) is damaged: its content changed and its time and size did not. Restore it from a backup, or save it "
                + "again if it is intact; what was made of it before stays published."
        }
    }
}
