import Foundation
import JobModel

/// A value that replaces a placeholder in a text.
package protocol TextValue: Sendable {
    /// The value in the format of a language.
    func text(in texts: Texts) -> String
}

extension String: TextValue {
    package func text(in texts: Texts) -> String { self }
}

extension Int: TextValue {
    package func text(in texts: Texts) -> String { texts.number(self) }
}

/// The texts in one language. Each language is a file, `Resources/LANGUAGE.json`, which the review page reads too.
///
///     Texts(.german)("count.stickers", ["count": 2])  // 2 Sticker
///
/// If a text has several forms, the number for the placeholder `{count}` selects one of them.
package struct Texts: Sendable {
    /// A text, or its forms by the names of `PluralForm`. `=0` is the form for exactly that number.
    package enum Template: Sendable, Hashable, Decodable {
        case plain(String)
        case forms([String: String])

        package init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let text = try? container.decode(String.self) {
                self = .plain(text)
            } else {
                self = .forms(try container.decode([String: String].self))
            }
        }
    }

    package let language: Language
    /// All texts, by key.
    package let table: [String: Template]

    package init(_ language: Language) {
        self.language = language
        table = language == .english ? Texts.original : Texts.translations[language] ?? [:]
    }

    package static let english = Texts(.english)

    /// The file of a language.
    package static func json(of language: Language) -> [UInt8] {
        switch language {
        case .english: PackageResources.en_json
        case .german: PackageResources.de_json
        case .japanese: PackageResources.ja_json
        case .brazilianPortuguese: PackageResources.pt_BR_json
        case .russian: PackageResources.ru_json
        case .simplifiedChinese: PackageResources.zh_Hans_json
        }
    }

    private static let original = decoded(.english)
    /// The texts of all languages, read when they are first needed.
    private static let translations = Dictionary(uniqueKeysWithValues: Language.allCases.map { ($0, decoded($0)) })

    /// - Returns: an empty table for an invalid file, which a test excludes.
    private static func decoded(_ language: Language) -> [String: Template] {
        (try? JSONDecoder().decode([String: Template].self, from: Data(json(of: language)))) ?? [:]
    }

    /// The text of a key, with values in place of its placeholders. The key itself if the text is missing.
    package func callAsFunction(_ key: String, _ values: [String: any TextValue] = [:]) -> String {
        let template = template(key, count: values["count"] as? Int)
        guard !values.isEmpty else { return template }
        var text = ""
        var rest = template[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            let name = String(rest[rest.index(after: open)..<close])
            text += rest[..<open]
            text += values[name].map { $0.text(in: self) } ?? "{\(name)}"
            rest = rest[rest.index(after: close)...]
        }
        return text + rest
    }

    /// Replaces `[[key]]` in a page's template with the text of the key. The text's placeholders become variables of
    /// the template: `{label}` becomes `{{label}}`.
    ///
    /// - Parameter escape: escapes a text for the page.
    package func filling(_ template: String, escape: (String) -> String) -> String {
        var pieces = template.split(separator: "[[", omittingEmptySubsequences: false)[...]
        var text = String(pieces.popFirst() ?? "")
        for piece in pieces {
            guard let end = piece.firstRange(of: "]]") else {
                text += "[[" + piece
                continue
            }
            let filled = escape(self(String(piece[..<end.lowerBound])))
            text += filled.replacing("{", with: "{{").replacing("}", with: "}}") + piece[end.upperBound...]
        }
        return text
    }

    /// The forms of a text by name. A text without forms has only `other`, and an unknown key has none.
    package func forms(of key: String) -> [String: String] {
        switch table[key] {
        case .plain(let text): ["other": text]
        case .forms(let forms): forms
        case nil: [:]
        }
    }

    /// A form of a text by its name, or the text itself if it has no forms.
    func form(_ name: String, of key: String) -> String {
        switch table[key] {
        case .plain(let text): text
        case .forms(let forms): forms[name] ?? key
        case nil: key
        }
    }

    private func template(_ key: String, count: Int?) -> String {
        switch table[key] {
        case .plain(let text): return text
        case .forms(let forms):
            let count = count ?? 0
            return forms["=\(count)"] ?? forms[language.pluralForm(of: count).rawValue] ?? forms["other"] ?? key
        case nil: return key
        }
    }
}

/// Formats numbers for the language.
extension Texts {
    package func number(_ value: Int) -> String { localized(NumberFormat.number(value)) }

    /// The number, rounded to this many decimals.
    package func number(_ value: Double, digits: Int) -> String {
        localized(NumberFormat.number(value, digits: digits))
    }

    /// The number with exactly this many decimals and with a typographic minus.
    package func decimal(_ value: Double, places: Int) -> String {
        localized(NumberFormat.decimal(value, places: places))
    }

    /// A fidelity with four decimals, truncated and not rounded.
    package func fidelity(_ value: Double) -> String { localized(NumberFormat.fidelity(value)) }

    /// The exact size of a file.
    package func size(_ bytes: Int) -> String { self("bytes", ["count": bytes]) }

    /// Replaces the separators in an English number with those of the language.
    private func localized(_ english: String) -> String {
        let (group, decimal): (Character, Character)
        switch language {
        case .english, .japanese, .simplifiedChinese: return english
        case .german, .brazilianPortuguese: (group, decimal) = (".", ",")
        case .russian: (group, decimal) = ("\u{a0}", ",")
        }
        return String(english.map { $0 == "," ? group : $0 == "." ? decimal : $0 })
    }
}
