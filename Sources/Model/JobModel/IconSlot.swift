/// A pixel size in Xcode's sticker icon set.
///
/// Source: the template `iMessage App Icon.stickersiconset` of Xcode 9 and later.
package struct IconSlot: Hashable, Sendable {
    package let width: Int
    package let height: Int

    /// Every size once, in the order of the template.
    package static let all: [IconSlot] = [
        (58, 58), (87, 87), (120, 90), (180, 135), (134, 100), (148, 110), (1024, 1024), (54, 40), (81, 60), (64, 48),
        (96, 72), (1024, 768),
    ].map { IconSlot(width: $0.0, height: $0.1) }
}
