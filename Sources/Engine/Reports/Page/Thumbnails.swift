import JobModel
import StickerManifest

/// The catalog's stickers by pack and id, as small pictures.
struct Thumbnails {
    private struct Key: Hashable {
        let pack: String
        let id: String
    }
    private let stickers: [Key: Sticker]

    init(of catalog: Catalog) {
        let pairs = catalog.publishedPacks.flatMap { pack in
            pack.stickers.map { (Key(pack: pack.id, id: $0.id), $0) }
        }
        stickers = Dictionary(pairs) { first, _ in first }
    }

    /// The picture is the @2x file: sharp on any screen at the small size of a list. Of what moves it is the filmstrip, cut
    /// to its first frame, so that lists stand still; of a message it is the bubble.
    func words(pack: String, id: String) -> ThumbnailView {
        guard let sticker = stickers[Key(pack: pack, id: id)],
            let rendition = sticker.renditions.first(where: { $0.scale == 2 }) ?? sticker.renditions.last
        else {
            return ThumbnailView(label: id, id: id, pack: pack, isPublished: false, sheetHref: "", imageHref: "")
        }
        let anchor = RelativeLink.encoded(RelativeLink.anchor(id))
        return ThumbnailView(
            label: sticker.label.isEmpty ? id : sticker.label, id: id, pack: pack, isPublished: true,
            sheetHref: "sheets/\(RelativeLink.encoded(OutputNames.sheet(pack: pack))).html#\(anchor)",
            imageHref: RelativeLink.encoded(sticker.filmstrip?.path ?? sticker.bubble?.path ?? rendition.path))
    }
}

extension Sticker {
    /// The preview in which a message is shown where there is one picture; nil for a sticker.
    var bubble: Preview? { messageTexts == nil ? nil : previews.first }
}

/// A small picture of a sticker that leads to its row on the sheet.
struct ThumbnailView {
    let label: String
    let id: String
    let pack: String
    /// False for a sticker that is no longer published.
    let isPublished: Bool
    let sheetHref: String
    let imageHref: String
}
