/// A supported language.
package enum Language: String, CaseIterable, Codable, Sendable, Hashable {
    case english = "en"
    case german = "de"
    case japanese = "ja"
    case brazilianPortuguese = "pt-BR"
    case russian = "ru"
    case simplifiedChinese = "zh-Hans"

    /// The language for a BCP 47 tag. Regions and scripts are ignored, so that `pt-PT` gives `pt-BR`. Nil if the
    /// language is not supported.
    package init?(tag: some StringProtocol) {
        let wanted = Self.primary(tag)
        guard let found = Self.allCases.first(where: { Self.primary($0.rawValue) == wanted }) else { return nil }
        self = found
    }

    /// The language of the texts in files, from `language` in pipeline.json. English if the language is not supported.
    package static func forFiles(tag: String) -> Language { Language(tag: tag) ?? .english }

    /// The first supported language in a browser's list.
    ///
    /// Source: RFC 9110, section 12.5.4.
    ///
    /// - Parameter header: the value of Accept-Language, such as `de-AT,de;q=0.9,en;q=0.5`.
    package init?(acceptedBy header: String) {
        let ranges = header.split(separator: ",").prefix(50).map { range -> (tag: Substring, quality: Double) in
            let parts = range.split(separator: ";").map { $0.trimmingPrefix(while: \.isWhitespace) }
            let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            return (parts.first ?? "", quality)
        }
        // The sort is stable: languages of equal quality keep their order.
        let accepted = ranges.filter { $0.quality > 0 }.sorted { $0.quality > $1.quality }
        guard let found = accepted.lazy.compactMap({ Language(tag: $0.tag) }).first else { return nil }
        self = found
    }

    private static func primary(_ tag: some StringProtocol) -> String {
        tag.prefix { $0 != "-" && !$0.isWhitespace }.lowercased()
    }
}

/// The plural form of a noun that a number requires.
///
/// Source: Unicode CLDR, Language Plural Rules, for whole numbers.
package enum PluralForm: String, CaseIterable, Sendable {
    case one, few, many, other
}

extension Language {
    /// The forms that a text with a number needs in this language.
    package var pluralForms: [PluralForm] {
        switch self {
        case .english, .german, .brazilianPortuguese: [.one, .other]
        case .russian: [.one, .few, .many, .other]
        case .japanese, .simplifiedChinese: [.other]
        }
    }

    /// The form for a number.
    package func pluralForm(of number: Int) -> PluralForm {
        switch self {
        case .english, .german: return number.magnitude == 1 ? .one : .other
        case .brazilianPortuguese: return number.magnitude <= 1 ? .one : .other
        case .japanese, .simplifiedChinese: return .other
        case .russian:
            let (last, lastTwo) = (number.magnitude % 10, number.magnitude % 100)
            if last == 1, lastTwo != 11 { return .one }
            return (2...4).contains(last) && !(12...14).contains(lastTwo) ? .few : .many
        }
    }
}
