import StickerConfiguration
import Testing

@Suite struct LanguageTagTests {
    @Test(
        "tags are brought into the usual case",
        arguments: [
            ("de", "de"), ("DE", "de"), ("pt-br", "pt-BR"), ("ZH-HANT-tw", "zh-Hant-TW"), ("es-419", "es-419"),
            ("sl-rozaj-biske", "sl-rozaj-biske"), ("de-1996", "de-1996"), ("en-u-CA-gregory", "en-u-ca-gregory"),
            ("zh-cmn-Hans-CN", "zh-cmn-Hans-CN"), ("de-x-Studio", "de-x-studio"), ("haw", "haw"),
            ("de-x-a-b", "de-x-a-b"),
        ])
    func usualCase(written: String, usual: String) {
        #expect(LanguageTag(written)?.text == usual)
    }

    @Test(
        "a text of another form is not a tag",
        arguments: [
            "", "d", "german", "de_DE", "de-", "-de", "de--DE", "de DE", "de-DE-", "x-studio", "dé", "12", "de-u",
            "de-u-a", "de-x",
        ])
    func noTag(text: String) {
        #expect(LanguageTag(text) == nil)
    }

    @Test("a text of many parts is refused immediately")
    func manyParts() {
        #expect(LanguageTag("de" + String(repeating: "-abcde", count: 10_000)) == nil)
    }
}
