/// One slot of a `.stickersiconset`.
///
/// Source: the icon sets that Xcode 9 and later create for sticker pack apps. The 13 slots are in the order of that
/// template.
package struct StickersIconSlot: Hashable, Sendable {
    /// `iphone`, `ipad`, `universal` or `ios-marketing`.
    package let idiom: String
    /// `ios` for the slots that are only for Messages. Nil for all other slots.
    package let platform: String?
    /// The size in points, such as `60x45`.
    package let size: String
    /// The number of pixels per point.
    package let scale: Int
    /// The width in pixels.
    package let width: Int
    /// The height in pixels.
    package let height: Int

    private init(_ idiom: String, _ width: Int, _ height: Int, _ scale: Int, platform: String? = nil) {
        self.idiom = idiom
        self.platform = platform
        size = "\(width)x\(height)"
        self.scale = scale
        self.width = width * scale
        self.height = height * scale
    }

    package static let all: [StickersIconSlot] = [
        StickersIconSlot("iphone", 29, 29, 2), StickersIconSlot("iphone", 29, 29, 3),
        StickersIconSlot("iphone", 60, 45, 2), StickersIconSlot("iphone", 60, 45, 3),
        StickersIconSlot("ipad", 29, 29, 2), StickersIconSlot("ipad", 67, 50, 2), StickersIconSlot("ipad", 74, 55, 2),
        StickersIconSlot("ios-marketing", 1024, 1024, 1),
        StickersIconSlot("universal", 27, 20, 2, platform: "ios"),
        StickersIconSlot("universal", 27, 20, 3, platform: "ios"),
        StickersIconSlot("universal", 32, 24, 2, platform: "ios"),
        StickersIconSlot("universal", 32, 24, 3, platform: "ios"),
        StickersIconSlot("ios-marketing", 1024, 768, 1, platform: "ios"),
    ]

    /// Whether the slot belongs to the app around an extension: the icon for the settings, and the square icon for the
    /// store (Apple, QA1686). An extension needs no icon for such a slot.
    package var belongsToApp: Bool { size == "29x29" || size == "1024x1024" }

    /// stickerd's name for the file in the set. Xcode accepts any name.
    package var fileName: String {
        "\(idiom)-\(size)\(scale == 1 ? "" : "@\(scale)x").png"
    }

    /// The slot as the set's `Contents.json` lists it.
    package func entry(fileName: String?) -> ContentsValue {
        var members: [String: ContentsValue] = [
            "idiom": .text(idiom), "scale": .text("\(scale)x"), "size": .text(size),
        ]
        if let platform { members["platform"] = .text(platform) }
        if let fileName { members["filename"] = .text(fileName) }
        return .object(members)
    }
}
