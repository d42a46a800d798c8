/// The picture of an interactive message's bubble, and the texts on and below it. A message belongs to a pack, but is
/// not among the pack's stickers.
public struct Message: Codable, Sendable, Equatable, Identifiable {
    /// The id of the message's pack.
    public var pack: String
    /// A lower-case name that is unique among the messages of its pack and can be used in a path. A sticker of the
    /// pack may have the same id.
    public var id: String
    /// The texts in the default language.
    public var text: MessageText
    /// The texts in other languages, by BCP 47 language tag. Missing translations fall back to the default language.
    public var translations: [String: MessageText]
    /// Whether Messages removes the message after it was read (`MSMessage.shouldExpire`). Nil means no.
    public var expires: Bool?
    /// The art from which the message was made.
    public var source: SourceArt
    /// The opaque square pictures, `png` or `jpeg`, with sides of 900, 600 and 300 pixels, largest first. An app ships
    /// the @3x one.
    public var renditions: [Rendition]
    /// The animated picture: an MP4 (H.264, without sound) or a GIF, whichever is smaller. Its scale is the number of
    /// pixels per point. Apps send it as `mediaFileURL`. Nil for a still message.
    public var film: Rendition?
    /// The number of frames and the duration of the film. Nil for a still message.
    public var animation: Animation?
    /// Some frames of the film side by side. Nil for a still message.
    public var filmstrip: Filmstrip?
    /// The bubble as Messages shows it, at @3x, on the backgrounds `light` and `dark`: cropped, with rounded corners,
    /// and with the texts.
    public var previews: [Preview]
    /// The method that brought the @3x rendition below the byte limit, and its losses.
    public var fit: Fit
    /// Findings for the designer. Never an error, because an error excludes a message.
    public var findings: [Finding]
    /// SHA-256 over the source's bytes, the texts, the settings that affect the result and the versions of the
    /// libraries that affect its bytes. Equal fingerprints mean equal files.
    public var fingerprint: String
    /// SHA-256 over the decoded pixels of the @3x rendition (RGBA). For an animated message, SHA-256 over the pixels
    /// and delays of the frames from which the film was made.
    public var pixels: String
    /// The decision about the current pixels. Nil if there is none.
    public var review: Review?

    private enum CodingKeys: String, CodingKey {
        case pack, id, text, translations, expires, source, renditions, film, animation, filmstrip, previews, fit,
            findings
        case fingerprint, pixels, review
    }

    public init(
        pack: String, id: String, text: MessageText, translations: [String: MessageText] = [:], source: SourceArt,
        renditions: [Rendition], previews: [Preview], fit: Fit, findings: [Finding], fingerprint: String,
        pixels: String, review: Review? = nil
    ) {
        self.pack = pack
        self.id = id
        self.text = text
        self.translations = translations
        self.source = source
        self.renditions = renditions
        self.previews = previews
        self.fit = fit
        self.findings = findings
        self.fingerprint = fingerprint
        self.pixels = pixels
        self.review = review
    }

    /// The picture that an app sends: the one at @3x.
    public var delivery: Rendition? {
        renditions.max { $0.scale < $1.scale }
    }

    /// The files that an app needs: the picture, and the film of an animated message.
    package var deliveries: [Rendition] { [delivery, film].compactMap(\.self) }
}

/// The texts of a message in one language. Missing texts are nil.
///
/// Source: Apple, `MSMessageTemplateLayout` and `MSMessage`, Messages framework.
public struct MessageText: Codable, Sendable, Hashable {
    /// The text below the picture, on the left.
    public var caption: String?
    /// The text below the caption, in grey.
    public var subcaption: String?
    /// The text below the picture, on the right.
    public var trailingCaption: String?
    /// The text below the trailing caption, in grey.
    public var trailingSubcaption: String?
    /// The white text over the picture, at the bottom left.
    public var imageTitle: String?
    /// The white text below the image title.
    public var imageSubtitle: String?
    /// The text in the list of conversations: `MSMessage.summaryText`.
    public var summary: String?
    /// The text for VoiceOver: `MSMessage.accessibilityLabel`.
    public var label: String?

    private enum CodingKeys: String, CodingKey {
        case caption, subcaption, trailingCaption, trailingSubcaption, imageTitle, imageSubtitle, summary, label
    }

    public init(
        caption: String? = nil, subcaption: String? = nil, trailingCaption: String? = nil,
        trailingSubcaption: String? = nil, imageTitle: String? = nil, imageSubtitle: String? = nil,
        summary: String? = nil, label: String? = nil
    ) {
        self.caption = caption
        self.subcaption = subcaption
        self.trailingCaption = trailingCaption
        self.trailingSubcaption = trailingSubcaption
        self.imageTitle = imageTitle
        self.imageSubtitle = imageSubtitle
        self.summary = summary
        self.label = label
    }

    /// These texts, with missing ones taken from another language.
    public func completed(by other: MessageText) -> MessageText {
        MessageText(
            caption: caption ?? other.caption, subcaption: subcaption ?? other.subcaption,
            trailingCaption: trailingCaption ?? other.trailingCaption,
            trailingSubcaption: trailingSubcaption ?? other.trailingSubcaption,
            imageTitle: imageTitle ?? other.imageTitle, imageSubtitle: imageSubtitle ?? other.imageSubtitle,
            summary: summary ?? other.summary, label: label ?? other.label)
    }
}

extension MessageText {
    /// The placeholders for the names of participants in texts. An app replaces them when it makes a message.
    package static let (sender, recipient) = ("{sender}", "{recipient}")

    /// These texts with these names in place of `{sender}` and `{recipient}`.
    package func naming(sender: String, recipient: String) -> MessageText {
        func named(_ text: String?) -> String? {
            text?.replacing(MessageText.sender, with: sender).replacing(MessageText.recipient, with: recipient)
        }
        return MessageText(
            caption: named(caption), subcaption: named(subcaption), trailingCaption: named(trailingCaption),
            trailingSubcaption: named(trailingSubcaption), imageTitle: imageTitle, imageSubtitle: imageSubtitle,
            summary: named(summary), label: label)
    }
}

/// The texts of a message in all its languages.
package struct MessageTexts: Codable, Sendable, Hashable {
    /// The texts in the default language.
    package var text: MessageText
    /// The texts in other languages, by BCP 47 language tag.
    package var translations: [String: MessageText]
    /// Whether Messages removes the message after it was read. Nil means no.
    package var expires: Bool?

    private enum CodingKeys: String, CodingKey {
        case text, translations, expires
    }

    package init(
        text: MessageText = MessageText(), translations: [String: MessageText] = [:], expires: Bool? = nil
    ) {
        self.text = text
        self.translations = translations
        self.expires = expires
    }

    /// The complete texts of every language, in which missing translations are replaced by the default language. The
    /// default language is first, without a tag; the others follow in the order of their tags.
    package var languages: [(tag: String?, text: MessageText)] {
        [(nil, text)] + translations.sorted { $0.key < $1.key }.map { ($0.key, $0.value.completed(by: text)) }
    }
}
