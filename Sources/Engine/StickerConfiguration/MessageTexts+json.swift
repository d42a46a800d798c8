import JobModel
import StickerManifest

extension MessageTexts {
    /// Reads the sidecar of a message, which contains the texts in the default language, and texts in other languages
    /// under `translations`.
    ///
    /// - Parameter file: the name of the file, for messages.
    /// - Throws: `ConfigurationError.invalid`, with all errors in the text.
    package init(json: [UInt8], file: String) throws(ConfigurationError) {
        self = try JSONObjectReader.read(json, file: file) { reader in
            var texts = MessageTexts(text: MessageText(&reader))
            texts.expires = reader.boolean("expires")
            reader.object("translations") { texts.translations = Self.translations(&$0) }
            return texts
        }
    }

    /// The maximum number of languages. Each of them gets a preview. The App Store supports about fifty.
    private static let mostLanguages = 100

    /// The texts by language tag. The tags get their recommended capitalization.
    private static func translations(_ reader: inout JSONObjectReader) -> [String: MessageText] {
        var translations: [String: MessageText] = [:]
        for written in reader.remainingKeys {
            guard let tag = LanguageTag(written)?.text else {
                _ = reader.value(written)
                reader.issues.add(
                    reader.keyPath(written), at: reader.position(of: written),
                    "expected \(LanguageTag.expectation), found \(written.quoted)")
                continue
            }
            if translations[tag] != nil {
                reader.issues.add(
                    reader.keyPath(written), at: reader.position(of: written),
                    "expected each language once, found \(tag.quoted) again")
            }
            reader.object(written) { translations[tag] = MessageText(&$0) }
        }
        if translations.count > mostLanguages {
            reader.issues.add(
                reader.path, at: reader.position,
                "expected at most \(mostLanguages) languages, found \(translations.count)")
        }
        return translations
    }
}

extension MessageText {
    /// The maximum length of a text in characters. A bubble shows far fewer.
    private static let longest = 500

    fileprivate init(_ reader: inout JSONObjectReader) {
        func text(_ key: String) -> String? {
            reader.text(key, "a text of 1 to \(MessageText.longest) characters") { text in
                text.count <= MessageText.longest && !text.allSatisfy(\.isWhitespace) ? text : nil
            }
        }
        // In these texts, Messages does not replace the placeholders for participants.
        func plain(_ key: String) -> String? {
            reader.text(
                key,
                "a text of 1 to \(MessageText.longest) characters without \(MessageText.sender) and \(MessageText.recipient)"
            ) { text in
                let isNamed = text.contains(MessageText.sender) || text.contains(MessageText.recipient)
                return text.count <= MessageText.longest && !text.allSatisfy(\.isWhitespace) && !isNamed ? text : nil
            }
        }
        self.init(
            caption: text("caption"), subcaption: text("subcaption"), trailingCaption: text("trailingCaption"),
            trailingSubcaption: text("trailingSubcaption"), imageTitle: plain("imageTitle"),
            imageSubtitle: plain("imageSubtitle"), summary: text("summary"), label: plain("label"))
    }
}
