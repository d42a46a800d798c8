import JobModel
import StickerManifest

/// The rules about the texts of a message, in every language.
enum MessageTextValidator {
    static func findings(_ texts: MessageTexts, name: String, limits: RuleLimits) -> [RuleFinding] {
        texts.languages.flatMap { captions($0.text, language: $0.tag, name: name, limits: limits) }
            + labels(texts, name: name)
    }

    private static func captions(
        _ text: MessageText, language: String?, name: String, limits: RuleLimits
    ) -> [RuleFinding] {
        let limit = limits.value(.messageCaptionLength)
        let layout = BubbleLayout(text)
        let columns = [
            ("caption", text.caption, layout.leading), ("trailing caption", text.trailingCaption, layout.trailing),
        ]
        return columns.compactMap { noun, text, column in
            guard let text, let column, Double(column.lineCount) > limit else { return nil }
            let tag = language.map { " in \($0)" } ?? ""
            return Rule.messageCaptionLength.finding(
                "The \(noun)\(tag) of \(name) has \(NumberFormat.number(text.count)) characters and needs about "
                    + "\(NumberFormat.number(column.lineCount)) lines of \(NumberFormat.number(column.width, digits: 0)) points; "
                    + "Messages shows \(NumberFormat.number(limit, digits: 0)) and cuts the rest.",
                measured: Double(column.lineCount), limit: limit)
        }
    }

    private static func labels(_ texts: MessageTexts, name: String) -> [RuleFinding] {
        func missing(_ text: MessageText) -> [String] {
            [text.label == nil ? "label" : nil, text.summary == nil ? "summary" : nil].compactMap(\.self)
        }
        let base = missing(texts.text)
        var parts: [String] = []
        if !base.isEmpty { parts.append("no \(base.joined(separator: " and no "))") }
        // If a translation has no label, VoiceOver reads the label of the default language with the translated text.
        for (tag, text) in texts.translations.sorted(by: { $0.key < $1.key }) {
            let own = missing(text).filter { !base.contains($0) }
            if !own.isEmpty { parts.append("no \(own.joined(separator: " and no ")) in \(tag)") }
        }
        guard !parts.isEmpty else { return [] }
        return [
            Rule.messageLabelMissing.finding(
                "The message of \(name) has \(parts.joined(separator: ", ")). VoiceOver reads the label, and the "
                    + "list of conversations shows the summary.")
        ]
    }
}
