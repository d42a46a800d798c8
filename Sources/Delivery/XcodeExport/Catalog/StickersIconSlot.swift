/// One slot of a `.stickersiconset`.
///
/// Source: the icon sets that Xcode 9 and later make for sticker pack apps. The 13 slots have the order of the
/// template.
package struct StickersIconSlot: Hashable, Sendable {
    /// `iphone`, `ipad`, `universal` or `ios-marketing`.
    package let idiom: String
    /// `ios` for the slots that only Messages has. Nil for the others.
    package let platform: String?
    /// Points, as in `60x45`.
    package let size: String
    /// Pixels per point.
    package let scale: Int
    /// The width in pixels.
    package let width: Int
    /// Rows.
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

    /// Whether the slot belongs to the app around an extension, so that an extension needs no icon for it: the settings' icons and the
    /// store's square icon (Apple, QA1686).
    package var belongsToApp: Bool { size == "29x29" || size == "1024x1024" }

    /// The file's name in the set, which can be chosen freely.
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
