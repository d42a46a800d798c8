/// A background for examining stickers. `Picture` identifies a background's picture.
package struct TestBackground<Picture: Hashable & Sendable>: Hashable, Sendable {
    package typealias Fill = BackgroundFill<Picture>

    /// The name in texts and file names: lower-case letters, digits and hyphens.
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

/// A background in a job. Pictures are identified by their content, because their paths do not affect the result.
package typealias Background = TestBackground<PictureHash>

/// The SHA-256 of a picture's bytes, which identifies the picture.
package struct PictureHash: Hashable, Sendable {
    package let sha256: String

    package init(sha256: String) { self.sha256 = sha256 }
}

/// The fill of a background.
package enum BackgroundFill<Picture: Hashable & Sendable>: Hashable, Sendable {
    /// An opaque sRGB colour as `#rrggbb`, lower case.
    case colour(String)
    case image(Picture)

    /// The colour as `#rrggbb`. Nil for a picture.
    package var colour: String? {
        switch self {
        case .colour(let hex): hex
        case .image: nil
        }
    }

    /// The picture of the background. Nil for a colour.
    package var picture: Picture? {
        switch self {
        case .colour: nil
        case .image(let picture): picture
        }
    }

    /// The same fill with another identifier of its picture.
    package func mapPicture<Other>(_ name: (Picture) throws -> Other) rethrows -> BackgroundFill<Other> {
        switch self {
        case .colour(let hex): .colour(hex)
        case .image(let picture): .image(try name(picture))
        }
    }
}

extension BackgroundFill where Picture == PictureHash {
    package static func image(sha256: String) -> Self { .image(PictureHash(sha256: sha256)) }
}

extension TestBackground: Codable where Picture == PictureHash {}

/// The JSON is part of every fingerprint. A picture has an additional key `path` for compatibility, whose value is
/// always empty.
extension BackgroundFill: Codable where Picture == PictureHash {
    private enum CodingKeys: String, CodingKey { case colour, image }
    private enum ColourCodingKeys: String, CodingKey { case _0 }
    private enum ImageCodingKeys: String, CodingKey { case path, sha256 }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if container.contains(.colour) {
            let values = try container.nestedContainer(keyedBy: ColourCodingKeys.self, forKey: .colour)
            self = .colour(try values.decode(String.self, forKey: ._0))
        } else {
            let values = try container.nestedContainer(keyedBy: ImageCodingKeys.self, forKey: .image)
            self = .image(sha256: try values.decode(String.self, forKey: .sha256))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .colour(let hex):
            var values = container.nestedContainer(keyedBy: ColourCodingKeys.self, forKey: .colour)
            try values.encode(hex, forKey: ._0)
        case .image(let picture):
            var values = container.nestedContainer(keyedBy: ImageCodingKeys.self, forKey: .image)
            try values.encode("", forKey: .path)
            try values.encode(picture.sha256, forKey: .sha256)
        }
    }
}

/// The format of a still preview on a background picture. On a plain colour, a preview is always a PNG, because that is
/// exact and small.
package enum PreviewFormat: String, Codable, Sendable, CaseIterable {
    /// Lossy, with colours at full resolution. It has a quarter of a PNG's size, and is the fastest to encode.
    case jpeg
    /// Lossy. It has a sixth of a PNG's size, and takes ten times as long to encode as a JPEG.
    case webp
    /// Lossless.
    case png

    /// The quality of lossy formats, from 0 to 100.
    package static let jpegQuality = 85
    package static let webPQuality = 90

    package var fileKind: FileKind {
        switch self {
        case .webp: .webp
        case .jpeg: .jpeg
        case .png: .png
        }
    }
}

/// The error for a background picture of the configuration that cannot be used.
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

/// The error for a background's picture that cannot be drawn.
package struct BackgroundFault: Error, Hashable, Sendable {
    /// The SHA-256 of the picture's bytes.
    package let sha256: String
    /// The reason, as the end of a sentence.
    package let reason: String

    package init(sha256: String, reason: String) {
        self.sha256 = sha256
        self.reason = reason
    }
}
