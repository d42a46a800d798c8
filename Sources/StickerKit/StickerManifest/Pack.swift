/// A pack of stickers: one folder in the drop folder, one sticker pack extension in an app.
public struct Pack: Codable, Sendable, Equatable, Identifiable {
    /// A lower-case name that is unique in the manifest and can be used in a path.
    public var id: String
    /// The title in the default language.
    public var title: String
    /// Titles in other languages, by BCP 47 language tag.
    public var titles: [String: String]
    /// The size class of the pack's grid in the sticker browser.
    public var size: StickerSize
    /// The pack's icon at the sizes that Messages requires. Empty without an icon.
    public var icon: [IconRendition]
    /// The stickers in browser order.
    public var stickers: [Sticker]
    /// The period in which apps may show the pack. Nil if always.
    public var availability: Availability?
    /// The id in App Store Connect of the product that a person must own to use the pack. Nil if the pack is not sold.
    /// The app decides who may see the pack, because its files are published like the files of any other pack.
    public var productID: String?

    /// The side of the squares of game pieces in points. Nil for a pack of stickers. It is not in the JSON, like the
    /// pieces' anchors.
    package var pieceBox: Int?

    private enum CodingKeys: String, CodingKey {
        case id, title, titles, size, icon, stickers, availability, productID
    }

    public init(
        id: String, title: String, titles: [String: String], size: StickerSize, icon: [IconRendition],
        stickers: [Sticker], availability: Availability? = nil, productID: String? = nil
    ) {
        self.id = id
        self.title = title
        self.titles = titles
        self.size = size
        self.icon = icon
        self.stickers = stickers
        self.availability = availability
        self.productID = productID
    }
}
