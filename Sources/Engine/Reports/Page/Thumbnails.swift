import JobModel
import StickerManifest

/// The thumbnails of stickers, by pack and id.
package struct Thumbnails {
    private struct Picture {
        let label: String
        /// The path relative to the manifest.
        let path: String
    }
    private let pictures: [StickerName: Picture]

    /// - Parameter warnings: stickers with warnings, which need not be in `catalog`.
    package init(of catalog: Catalog, _ warnings: [BuildReport.Warned] = []) {
        var pictures: [StickerName: Picture] = [:]
        for warned in warnings {
            guard let path = warned.image else { continue }
            pictures[StickerName(pack: warned.pack, sticker: warned.id)] = Picture(
                label: warned.label ?? "", path: path)
        }
        for pack in catalog.publishedPacks {
            for sticker in pack.stickers {
                guard let path = sticker.thumbnail else { continue }
                pictures[StickerName(pack: pack.id, sticker: sticker.id)] = Picture(label: sticker.label, path: path)
            }
        }
        self.pictures = pictures
    }

    package func words(pack: String, id: String) -> ThumbnailView {
        guard let picture = pictures[StickerName(pack: pack, sticker: id)] else {
            return ThumbnailView(label: id, id: id, pack: pack, isPublished: false, sheetHref: "", imageHref: "")
        }
        let anchor = RelativeLink.encoded(RelativeLink.anchor(id))
        return ThumbnailView(
            label: picture.label.isEmpty ? id : picture.label, id: id, pack: pack, isPublished: true,
            sheetHref: "sheets/\(RelativeLink.encoded(OutputNames.sheet(pack: pack))).html#\(anchor)",
            imageHref: RelativeLink.encoded(picture.path))
    }
}

extension Sticker {
    /// The path of the picture for lists. For a sticker, this is the @2x file, which is sharp at the small size. For
    /// an animation, it is the filmstrip, of which the first frame is shown. For a message, it is the bubble.
    var thumbnail: String? {
        guard let rendition = renditions.first(where: { $0.scale == 2 }) ?? renditions.last else { return nil }
        return filmstrip?.path ?? bubble?.path ?? rendition.path
    }

    /// The preview of a message that is shown if there is space for only one. Nil for a sticker.
    var bubble: Preview? { messageTexts == nil ? nil : previews.first }
}

/// A thumbnail that links to the sticker's row on the sheet.
package struct ThumbnailView {
    package let label: String
    let id: String
    let pack: String
    /// Whether the sticker is still published.
    package let isPublished: Bool
    package let sheetHref: String
    package let imageHref: String
}
