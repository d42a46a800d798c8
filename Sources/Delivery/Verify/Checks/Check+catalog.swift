extension Check {
    static let severalPacks = Check(
        "several-packs", .error,
        "An extension has one sticker pack; the asset compiler uses only one and ignores the others.",
        fix: "Make an extension for each pack.")
    static let packWithoutContents = Check(
        "pack-without-contents", .error,
        "A pack has a Contents.json; without it, Xcode ignores the grid size and the order.",
        fix: "Export again, or let Xcode write it by adding a sticker.")
    static let gridSizeValue = Check(
        "grid-size-value", .error, "The grid size is small, regular or large.",
        fix: "Set \"grid-size\" under \"properties\" to small, regular or large.")
    static let unknownKey = Check(
        "unknown-key", .warning, "A Contents.json contains only keys that Xcode supports; it ignores all others.",
        fix: "Correct the key's spelling, or remove it.")
    static let listedTwice = Check(
        "listed-twice", .warning, "A pack lists each sticker only once.",
        fix: "Remove the second entry.")
    static let emptyPack = Check(
        "empty-pack", .warning, "A pack has stickers.",
        fix: "Add stickers, or remove the pack.")
    static let emptyFrame = Check(
        "empty-frame", .warning, "Every frame of a sequence refers to a file; Xcode sometimes writes an empty frame.",
        fix: "Remove the empty {} from \"frames\".")
    static let noFrames = Check(
        "no-frames", .error, "A sequence has frames.",
        fix: "Add the frames, or make it a .sticker.")
    static let frameSizes = Check(
        "frame-sizes", .error, "All frames of a sequence have the same size.",
        fix: "Export all frames on the same canvas.")
    static let frameFormat = Check(
        "frame-format", .error, "The frames of a sequence are still pictures; a GIF is an animation.",
        fix: "Put the GIF into a .sticker folder.")
    static let sequenceTiming = Check(
        "sequence-timing", .error, "A sequence has a speed: a duration above 0, with the duration type fixed or fps.",
        fix: "Set \"duration\" to a number above 0 and \"duration-type\" to fixed (seconds per cycle) or fps.")
    static let iconSetMissing = Check(
        "icon-set-missing", .error, "A sticker pack app has an icon set of the type that Messages requires.",
        fix: "Export again, or add an iMessage App Icon set in Xcode.")
    static let iconSetEmpty = Check(
        "icon-set-empty", .error,
        "An icon set has pictures; otherwise, Xcode reports that it “did not have any applicable content”.",
        fix: "Fill all slots; stickerd renders all 13 icons from icon.svg in the pack's folder.")
    static let iconSlotMissing = Check(
        "icon-slot-missing", .error, "Every slot that Apple requires has an icon.",
        fix: "Add the icon; stickerd renders all 13 icons from icon.svg in the pack's folder.")
    static let iconPixels = Check(
        "icon-pixels", .error, "An icon has exactly the pixel size of its slot.",
        fix: "Render the icon at the slot's size, not stretched.")
    static let iconUnknownSlot = Check(
        "icon-unknown-slot", .warning, "Every slot is one that Xcode supports; Xcode ignores all others.",
        fix: "Remove the entry.")
    static let iconUnassigned = Check(
        "icon-unassigned", .warning,
        "Every picture in an icon set is assigned to a slot; Xcode warns of “unassigned children” otherwise.",
        fix: "Assign the picture to a slot, or remove it.")
    static let iconTransparent = Check(
        "icon-transparent", .error,
        "A marketing icon is opaque; App Store Connect refuses one that “can't be transparent nor contain an alpha channel”.",
        fix: "Put the icon on a full background.")
    static let iconAlphaChannel = Check(
        "icon-alpha-channel", .warning,
        "A marketing icon has no alpha channel. App Store Connect has refused app icons with an opaque alpha channel.",
        fix: "Save the icon without an alpha channel, as stickerd does.")
}
