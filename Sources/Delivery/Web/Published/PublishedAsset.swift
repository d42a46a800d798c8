import StickerCatalog

/// A file that the manifest names, under the name that its content gives it.
package struct PublishedAsset: Sendable, Hashable {
    /// `<sha256>.<ext>`.
    package let name: String
    package let sha256: String
    /// Size in bytes.
    package let bytes: Int

    /// Nil when the path is not `assets/<sha256>.<ext>`: such a manifest was not written by stickerd.
    init?(path: String, sha256: String, bytes: Int) {
        guard let match = path.wholeMatch(of: /assets\/([0-9a-f]{64})\.([a-z0-9]{1,5})/), match.1 == sha256 else {
            return nil
        }
        name = String(path.dropFirst("assets/".count))
        self.sha256 = sha256
        self.bytes = bytes
    }

    /// The media type that its ending stands for. An APNG is a PNG to whoever does not play it.
    var mediaType: String {
        switch name.split(separator: ".").last {
        case "png": "image/png"
        case "gif": "image/gif"
        case "jpg": "image/jpeg"
        default: "application/octet-stream"
        }
    }
}

extension Catalog {
    /// Every file that the manifest names, by its name.
    var publishedAssets: [String: PublishedAsset] {
        var files: [PublishedAsset?] = []
        for pack in packs {
            files += pack.icon.map { PublishedAsset(path: $0.path, sha256: $0.sha256, bytes: $0.bytes) }
            for sticker in pack.stickers {
                files += sticker.renditions.map { PublishedAsset(path: $0.path, sha256: $0.sha256, bytes: $0.bytes) }
                files += sticker.previews.map { PublishedAsset(path: $0.path, sha256: $0.sha256, bytes: $0.bytes) }
                files += [sticker.filmstrip].compactMap(\.self).map {
                    PublishedAsset(path: $0.path, sha256: $0.sha256, bytes: $0.bytes)
                }
            }
        }
        return Dictionary(files.compactMap(\.self).map { ($0.name, $0) }) { first, _ in first }
    }
}
