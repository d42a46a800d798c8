import JobModel
import StickerCatalog

/// What a `pack.json` says; every key is optional.
package struct PackSettings: Sendable, Hashable {
    /// The title in the default language; the folder's name when absent.
    package var title: String?
    /// Titles by BCP 47 language tag.
    package var titles: [String: String]
    package var size: StickerSize?
    /// Sticker names in browser order; what is not named follows in the order of the names.
    package var order: [String]
    /// When apps may show the pack; nil for always.
    package var availability: Availability?

    package init(
        title: String? = nil, titles: [String: String] = [:], size: StickerSize? = nil, order: [String] = [],
        availability: Availability? = nil
    ) {
        self.title = title
        self.titles = titles
        self.size = size
        self.order = order
        self.availability = availability
    }
}

/// What a sticker's `.json` says; every key is optional.
package struct Sidecar: Sendable, Hashable {
    /// The label in the default language.
    package var label: String?
    /// Labels by BCP 47 language tag.
    package var labels: [String: String]
    package var size: StickerSize?
    package var trim: Bool?
    /// Empty room on each side as a share of the side: 0 to 0.25.
    package var padding: Double?
    /// How many frames of a folder of them are shown in a second.
    package var frameRate: Double?
    /// How often a folder of frames plays; 0 is for ever.
    package var loops: Int?
    /// What an animation is written as.
    package var format: AnimationSettings.Format?

    package init(
        label: String? = nil, labels: [String: String] = [:], size: StickerSize? = nil, trim: Bool? = nil,
        padding: Double? = nil, frameRate: Double? = nil, loops: Int? = nil,
        format: AnimationSettings.Format? = nil
    ) {
        self.label = label
        self.labels = labels
        self.size = size
        self.trim = trim
        self.padding = padding
        self.frameRate = frameRate
        self.loops = loops
        self.format = format
    }
}
