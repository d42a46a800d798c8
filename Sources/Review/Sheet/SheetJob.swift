import Pipeline
import StickerCatalog

/// One page of a pack's preview sheet to be drawn. Like every job it is a value: the files in `assetsFolder` have names
/// made of their content, so the same job gives the same page.
package struct SheetJob: Codable, Hashable, Sendable {
    /// Who made the stickers: `stickerd` and its version.
    package var generator: String
    package var pack: Pack
    /// Ids of the pack's stickers that are on this page, from the top.
    package var stickers: [String]
    /// The pack's rejected sources that are on this page, below the stickers.
    package var rejected: [RejectedSource]
    /// How many sources of the pack were rejected in all.
    package var rejectedCount: Int
    /// What the stickers are laid on, from the left.
    package var backgrounds: [Background]
    /// Every file has fewer bytes than this.
    package var byteLimit: Int
    /// Absolute path of the folder that the catalog's paths are relative to.
    package var assetsFolder: String
    /// From 1.
    package var page: Int
    package var pageCount: Int
    /// An existing folder that takes the page, named by its digest.
    package var outputFolder: String

    package init(
        generator: String, pack: Pack, stickers: [String], rejected: [RejectedSource], rejectedCount: Int,
        backgrounds: [Background], byteLimit: Int = 500_000, assetsFolder: String, page: Int, pageCount: Int,
        outputFolder: String
    ) {
        self.generator = generator
        self.pack = pack
        self.stickers = stickers
        self.rejected = rejected
        self.rejectedCount = rejectedCount
        self.backgrounds = backgrounds
        self.byteLimit = byteLimit
        self.assetsFolder = assetsFolder
        self.page = page
        self.pageCount = pageCount
        self.outputFolder = outputFolder
    }

    /// Over what tells jobs apart; the catalog's types can be compared, not hashed.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(pack.id)
        hasher.combine(stickers)
        hasher.combine(backgrounds)
        hasher.combine(assetsFolder)
        hasher.combine(page)
        hasher.combine(outputFolder)
    }
}
