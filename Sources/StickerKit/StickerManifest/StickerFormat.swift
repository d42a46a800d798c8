/// The format of a published picture. For a new case, the compiler reports each place that must handle it.
package enum StickerFormat: String, Codable, Sendable, CaseIterable {
    case png
    /// An animated PNG.
    case apng
    case gif
    case jpeg
    /// Only previews have this format. Messages does not show WebP.
    case webp
    /// The film of a message.
    case mp4

    /// The extension of its files, without the dot. Apps and browsers treat an APNG as a PNG.
    package var fileExtension: String {
        switch self {
        case .png, .apng: "png"
        case .gif: "gif"
        case .jpeg: "jpg"
        case .webp: "webp"
        case .mp4: "mp4"
        }
    }

    /// The media type for HTTP and for `data:` URLs.
    package var mediaType: String {
        switch self {
        case .png, .apng: "image/png"
        case .gif: "image/gif"
        case .jpeg: "image/jpeg"
        case .webp: "image/webp"
        case .mp4: "video/mp4"
        }
    }

    /// Whether Messages shows a sticker of this format.
    package var isDelivered: Bool {
        switch self {
        case .png, .apng, .gif, .jpeg: true
        case .webp, .mp4: false
        }
    }

    /// The format of a published file.
    ///
    /// - Parameter path: the path or the name of the file. Its extension decides.
    /// - Returns: nil if no published picture has the extension. An APNG is reported as a PNG.
    package init?(path: some StringProtocol) {
        guard let ending = path.split(separator: "/").last?.split(separator: ".").dropFirst().last,
            let format = StickerFormat.allCases.first(where: { $0.fileExtension == ending })
        else { return nil }
        self = format
    }

    /// The extensions of all formats.
    package static let fileExtensions = Set(allCases.map(\.fileExtension))

    /// The extension of a format that a manifest names. A later version may have formats that are unknown here; their
    /// files have the format's name as their extension.
    package static func fileExtension(ofFormat name: String) -> String {
        StickerFormat(rawValue: name)?.fileExtension ?? name
    }
}
