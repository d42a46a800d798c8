import StickerConfiguration
import StickerManifest
import Testing

@Suite struct PackSettingsTests {
    private func complaints(_ text: String) -> [String] {
        do {
            _ = try PackSettings(json: Array(text.utf8), file: "cats/pack.json")
            return []
        } catch {
            return error.description.split(separator: "\n").map { String($0) }
        }
    }

    @Test("every key is taken, and language tags are brought into the usual case")
    func everyKey() throws {
        let text = """
            { "$schema": "x", "// who": "me", "title": "Cats", "titles": { "de": "Katzen", "PT-br": "Gatos", "//": "?" },
              "size": "small", "order": ["Happy Cat", "Sad Cat"] }
            """
        #expect(
            try PackSettings(json: Array(text.utf8), file: "pack.json")
                == PackSettings(
                    title: "Cats", titles: ["de": "Katzen", "pt-BR": "Gatos"], size: .small,
                    order: ["Happy Cat", "Sad Cat"]))
    }

    @Test("a pack of game pieces has a box, with a default size")
    func pieces() throws {
        let read = { (text: String) in try PackSettings(json: Array(text.utf8), file: "pack.json") }
        #expect(try read(#"{ "kind": "pieces", "box": 48 }"#).pieceBox == 48)
        #expect(try read(#"{ "kind": "pieces" }"#).pieceBox == 64)
        #expect(try read(#"{ "kind": "stickers" }"#).pieceBox == nil)
        #expect(
            complaints(#"{ "box": 48 }"#)
                == ["cats/pack.json:1: box: only a pack of pieces has a box; add \"kind\": \"pieces\""])
    }

    @Test("an empty object asks for nothing")
    func empty() throws {
        #expect(try PackSettings(json: Array("{}".utf8), file: "pack.json") == PackSettings())
    }

    @Test("empty titles are refused")
    func emptyTitles() {
        #expect(
            complaints("{ \"title\": \" \", \"titles\": { \"de\": \"\" } }") == [
                "cats/pack.json:1: title: expected a title that is not empty, found \" \"",
                "cats/pack.json:1: titles.de: expected a title that is not empty, found \"\"",
            ])
    }

    @Test("a key of titles that is not a language tag is refused")
    func wrongTag() {
        #expect(
            complaints("{ \"titles\": { \"german\": \"Katzen\" } }") == [
                "cats/pack.json:1: titles.german: expected a language tag like \"de\" or \"pt-BR\", found \"german\""
            ])
    }

    @Test("one language in two spellings is refused")
    func sameLanguage() {
        #expect(
            complaints("{ \"titles\": { \"pt-BR\": \"a\",\n\"pt-br\": \"b\" } }")
                == ["cats/pack.json:2: titles.pt-br: expected each language once, found \"pt-BR\" again"])
    }

    @Test("an order names stickers, each once")
    func order() {
        #expect(
            complaints("{ \"order\": [\"A\", 1, \"A\", \"\"] }") == [
                "cats/pack.json:1: order[1]: expected a sticker's name, found 1",
                "cats/pack.json:1: order[2]: expected each sticker once, found \"A\" again",
                "cats/pack.json:1: order[3]: expected a sticker's name, found \"\"",
            ])
        #expect(complaints("{ \"order\": \"A\" }") == ["cats/pack.json:1: order: expected a list in [ ], found \"A\""])
    }

    @Test("a time is a day or a moment, and ends after it began")
    func availability() throws {
        let text = #"{ "available": { "from": "2026-12-01", "until": "2026-12-01T09:00:00+01:00" } }"#
        let availability = try PackSettings(json: Array(text.utf8), file: "pack.json").availability
        #expect(
            availability
                == Availability(
                    from: Availability.moment("2026-12-01T00:00:00Z"),
                    until: Availability.moment("2026-12-01T08:00:00Z")))
        #expect(
            complaints(#"{ "available": { "from": "2026-12-02", "until": "2026-12-01" } }"#) == [
                "cats/pack.json:1: available.until: expected a moment after `from`"
            ])
        #expect(complaints(#"{ "available": { "from": "soon" } }"#).count == 1)
    }

    @Test("a product has an id that App Store Connect accepts")
    func product() throws {
        let text = #"{ "productID": "com.example.stickers_2.cats" }"#
        #expect(
            try PackSettings(json: Array(text.utf8), file: "pack.json").productID == "com.example.stickers_2.cats")
        for wrong in [#""""#, #""com.example.café""#, #""a b""#, "1", "\"\(String(repeating: "a", count: 101))\""] {
            #expect(complaints("{ \"productID\": \(wrong) }").count == 1, "\(wrong)")
        }
    }

    @Test("an unknown key is answered with the nearest one")
    func unknownKey() {
        #expect(complaints("{ \"titel\": \"A\" }").first?.hasSuffix("did you mean \"title\"?") == true)
    }
}
