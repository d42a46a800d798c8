import StickerManifest
import Testing
import Texts

@Suite("Languages")
struct LanguageTests {
    @Test("a tag finds the language whatever its region or case, and an unknown one finds none")
    func tags() {
        #expect(Language(tag: "de-AT") == .german && Language(tag: "PT") == .brazilianPortuguese)
        #expect(Language(tag: "zh-TW") == .simplifiedChinese && Language(tag: "ja") == .japanese)
        #expect(Language(tag: "fr") == nil && Language(tag: "") == nil && Language(tag: "den") == nil)
        #expect(Language.forFiles(tag: "fr") == .english && Language.forFiles(tag: "ru-RU") == .russian)
    }

    @Test("of the languages that a browser accepts, the most wanted one with a table is taken")
    func accepted() {
        #expect(Language(acceptedBy: "fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5") == .english)
        #expect(Language(acceptedBy: "en;q=0.2,ru;q=0.9") == .russian)
        #expect(Language(acceptedBy: "de;q=0, ja") == .japanese)
        #expect(Language(acceptedBy: "fr") == nil && Language(acceptedBy: ";;,q=,") == nil)
    }

    @Test(
        "numbers have the plural forms of CLDR",
        arguments: [
            (
                Language.russian,
                [1: "one", 21: "one", 2: "few", 24: "few", 5: "many", 11: "many", 12: "many", 111: "many"]
            ),
            (.brazilianPortuguese, [0: "one", 1: "one", 2: "other"]), (.english, [0: "other", 1: "one", 2: "other"]),
            (.german, [1: "one", 11: "other"]), (.japanese, [1: "other"]), (.simplifiedChinese, [1: "other"]),
        ])
    func plurals(language: Language, samples: [Int: String]) {
        for (number, form) in samples { #expect(language.pluralForm(of: number).rawValue == form, "\(number)") }
    }

    @Test("a text takes its form from the number, and writes it as the language does")
    func texts() {
        #expect(Texts.english("count.stickers", ["count": 1]) == "1 sticker")
        #expect(Texts(.russian)("count.stickers", ["count": 1_234]) == "1\u{a0}234 стикера")
        #expect(Texts(.german)("count.stickers", ["count": 12_345]) == "12.345 Sticker")
        #expect(Texts.english("number.sticker", ["count": 0]) == "no stickers")
        #expect(Texts(.german).number(1234.5, digits: 2) == "1.234,50")
        #expect(Texts.english("there is none") == "there is none")
    }

    @Test("a value with braces is not taken for a placeholder")
    func braces() {
        let text = Texts.english("note.sentBack.by", ["file": "{reviewer}.svg", "reviewer": "{file}"])
        #expect(text == "{reviewer}.svg was sent back by {file}.")
        let page = Texts(.german).filling("<b>[[undo]]</b> [[ [[sheet.fidelity]]") { "(\($0))" }
        #expect(page == "<b>(Rückgängig)</b> [[ (Bildtreue {{fidelity}})")
    }

    @Test("a finding has the text of its rule with the measured value; in English it is the stored sentence")
    func findings() {
        let finding = Finding(
            rule: "touches-edge", level: .warning, message: "Cat.png runs along 34 % of the left edge.", fix: "Fix.",
            measured: 34, limit: 15, unit: "percent")
        let english = Texts.english.words(of: finding)
        #expect(english.message == finding.message && english.fix == "Fix." && english.detail == nil)
        #expect(english.rule == "touches-edge")
        let german = Texts(.german).words(of: finding)
        #expect(german.message.hasSuffix("Gemessen: 34 %; Grenze: 15 %."))
        #expect(german.rule == "Berührt den Rand" && german.detail == finding.message && german.fix != "Fix.")
        var unknown = finding
        unknown.rule = "a-rule-of-later"
        #expect(Texts(.german).words(of: unknown).message == finding.message)
    }
}
