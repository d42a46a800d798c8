import StickerManifest

/// The settings of an interactive message's picture, in addition to those of a sticker.
package struct MessageRecipe: Codable, Hashable, Sendable {
    /// The side of the picture in points, which is the width of a bubble in Messages.
    package static let points = 300
    /// The names of the previews in the default language: in the light and in the dark appearance of Messages. Previews
    /// in other languages are light, and their names are `light-` and the language.
    private static let (light, dark) = ("light", "dark")

    /// The backgrounds of the bubble in previews of a message.
    package static func backgrounds(of texts: MessageTexts) -> [Background] {
        backgrounds(named: Set([light, dark] + texts.translations.keys.map { "\(light)-\($0.lowercased())" }))
    }

    /// The backgrounds with these names, in display order.
    package static func backgrounds(named names: Set<String>) -> [Background] {
        let languages = names.subtracting([light, dark]).sorted()
        return ([light, dark].filter(names.contains) + languages).map {
            Background(name: $0, fill: .colour(isDark($0) ? "#000000" : "#ffffff"))
        }
    }

    package static func isDark(_ background: String) -> Bool { background == dark }

    /// The language of the bubble on a background. Nil for the default language.
    package static func language(of background: String, in texts: MessageTexts) -> String? {
        texts.translations.keys.first { "\(light)-\($0.lowercased())" == background }
    }

    /// The colour behind transparent art, as `#rrggbb` in lower case.
    package var background: String
    /// The texts, which previews show and rules measure.
    package var texts: MessageTexts
    /// The version of film rendering. A higher number renders all messages again, but no stickers. Nil in jobs of
    /// releases without films.
    package var filmVersion: Int? = 1

    private enum CodingKeys: String, CodingKey {
        case background, texts, filmVersion
    }

    package init(background: String = MessageSettings().background, texts: MessageTexts = MessageTexts()) {
        self.background = background
        self.texts = texts
    }
}

/// The settings for the pictures of interactive messages.
package struct MessageSettings: Codable, Hashable, Sendable {
    /// The colour behind transparent art, as `#rrggbb` in lower case.
    package var background: String
    /// The limit that every file must stay below, in bytes. It is separate from the limit of stickers, because each
    /// message contains its picture.
    package var maxBytes: Int

    private enum CodingKeys: String, CodingKey {
        case background, maxBytes
    }

    package init(background: String = "#ffffff", maxBytes: Int = 200_000) {
        self.background = background
        self.maxBytes = maxBytes
    }
}
