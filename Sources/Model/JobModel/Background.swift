/// Something a sticker is laid on so that people can judge it.
package struct Background: Codable, Hashable, Sendable {
    /// What the background is made of.
    package enum Fill: Codable, Hashable, Sendable {
        /// An opaque sRGB colour as `#rrggbb`, lower case.
        case colour(String)
        /// A picture: its absolute path, and the SHA-256 of its bytes.
        case image(path: String, sha256: String)

        private enum CodingKeys: String, CodingKey { case colour, image }
        private enum ColourCodingKeys: String, CodingKey { case _0 }
        private enum ImageCodingKeys: String, CodingKey { case path, sha256 }
    }

    /// The name people see and files carry: lower-case letters, digits and hyphens.
    package var name: String
    package var fill: Fill

    private enum CodingKeys: String, CodingKey {
        case name, fill
    }

    package init(name: String, fill: Fill) {
        self.name = name
        self.fill = fill
    }
}

extension Background {
    /// The same on every machine: an image is identified by its content alone.
    package var withoutPath: Background {
        guard case .image(_, let sha256) = fill else { return self }
        return Background(name: name, fill: .image(path: "", sha256: sha256))
    }
}

/// A background picture of the configuration cannot be used.
package struct BackgroundError: Error, Hashable, Sendable, CustomStringConvertible {
    package let path: String
    package let reason: String

    package init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    package var description: String {
        "The background picture \(path) cannot be used: \(reason). Put a JPEG or PNG there, or change "
            + "\"previews.backgrounds\" in pipeline.json."
    }
}
