import Foundation
import Intake
import JobModel
import TestSupport
import Testing
import Texts

@Suite("The tables of texts")
struct TextTableTests {
    private static let english = Texts.english.table

    @Test("every language has exactly the same texts", arguments: Language.allCases)
    func complete(language: Language) throws {
        let table = try JSONDecoder().decode([String: Texts.Template].self, from: Data(Texts.json(of: language)))
        #expect(Set(table.keys).symmetricDifference(Self.english.keys).sorted() == [])
        #expect(table == Texts(language).table)
        #expect(!table.isEmpty && table.values.allSatisfy { $0.forms.values.allSatisfy { !$0.isEmpty } })
    }

    @Test("a text has the same placeholders in every language", arguments: Language.allCases)
    func placeholders(language: Language) {
        for (key, template) in Texts(language).table {
            // A plural form for a single number does not have to contain the number.
            let (own, wanted) = (template.placeholders, Self.english[key]?.placeholders ?? [])
            #expect(own.subtracting(["count"]) == wanted.subtracting(["count"]), "\(key)")
            #expect(wanted.contains("count") || !own.contains("count"), "\(key)")
        }
    }

    @Test("a text about a number has the forms of its language", arguments: Language.allCases)
    func forms(language: Language) {
        let wanted = Set(language.pluralForms.map(\.rawValue))
        for (key, template) in Texts(language).table {
            guard case .forms(let forms) = Self.english[key] else {
                #expect(template.forms.count == 1, "\(key)")
                continue
            }
            let exact = forms.keys.filter { $0.hasPrefix("=") }
            #expect(Set(template.forms.keys) == wanted.union(exact), "\(key)")
        }
    }

    @Test("every text that the program or the page asks for is in the table")
    func asked() throws {
        let calls =
            /(?:\b(?:t|parts|onlyNumber|texts|language|english|self)\(\s*|data-t(?:-[a-z-]+)?=)"([\w.-]+)"(?! \+)/
        for (path, text) in try Self.sources() {
            let marks = text.matches(of: /\[\[([\w.-]+)\]\]/).map { String($0.1) }
            for key in text.matches(of: calls).map({ String($0.1) }) + marks where key != "key" {
                // The pattern also finds calls of other functions with these names, which have no key.
                guard key.contains(".") || path.hasSuffix(".js") || path.hasSuffix(".html") else { continue }
                #expect(Self.english[key] != nil, "\(key) in \(path)")
            }
        }
    }

    @Test("every text in the table is used")
    func used() throws {
        let text = try Self.sources().map(\.text).joined(separator: "\n")
        let literals = Set(text.utf8.split(separator: UInt8(ascii: "\"")).map { String(Substring($0)) })
        let marks = Set(text.matches(of: /\[\[([\w.-]+)\]\]/).map { String($0.1) })
        // Composed keys begin with a constant text, such as `"state." + state` or `"month.\(number)"`.
        let composed = /["`]([a-zA-Z]+[a-zA-Z.]*)(?:" \+|\\\(|\$\{)|"([a-zA-Z.]+\.)"/
        let beginnings = Set(text.matches(of: composed).compactMap { ($0.1 ?? $0.2).map(String.init) })
        for key in Self.english.keys {
            let isWritten = literals.contains(key) || marks.contains(key)
            #expect(isWritten || beginnings.contains { key.hasPrefix($0) }, "\(key)")
        }
    }

    @Test("every rule and every reason why a file is ignored has its texts; in English they are those of the rule")
    func rules() {
        for rule in RuleSet.rules {
            #expect(Texts.english("rule.\(rule.id).summary") == rule.summary)
            #expect(Texts.english("rule.\(rule.id).fix") == rule.fix)
            #expect(Self.english["rule.\(rule.id)"] != nil)
            if let unit = rule.unit { #expect(Self.english["unit.\(unit)"] != nil, "\(unit)") }
        }
        for reason in IgnoreReason.allCases {
            #expect(Texts.english("ignored.\(reason.rawValue)") == reason.explanation)
        }
    }

    /// The files that contain texts for users, by path.
    private static func sources() throws -> [(path: String, text: String)] {
        let folders = ["Sources/Delivery/Web", "Sources/Engine", "Sources/Model", "Sources/Rendering"]
        return try folders.flatMap { folder -> [(String, String)] in
            let walk = FileManager.default.enumerator(atPath: Repository.file(folder))
            let names = (walk?.compactMap { $0 as? String } ?? []).filter { name in
                [".swift", ".js", ".html", ".mustache"].contains { name.hasSuffix($0) }
            }
            return try names.map { ($0, try Repository.text("\(folder)/\($0)")) }
        }
    }
}

extension Texts.Template {
    /// The plural forms by name. A text without plural forms has a single form.
    fileprivate var forms: [String: String] {
        switch self {
        case .plain(let text): ["other": text]
        case .forms(let forms): forms
        }
    }

    fileprivate var placeholders: Set<String> {
        Set(forms.values.flatMap { $0.matches(of: /\{(\w+)\}/).map { String($0.1) } })
    }
}
