import Reports
import Testing

@Suite struct StickerNumbersTests {
    @Test("a sticker has the letter of its pack and its place, which are read out on the telephone")
    func plain() {
        let numbers = StickerNumbers(packs: ["cats", "garden"])
        #expect(numbers.number(6, of: 39, in: "cats") == "C-07")
        #expect(numbers.number(6, of: 120, in: "garden") == "G-007")
        #expect(numbers.number(0, of: 3, in: "cats/messages") == "Cm-01")
    }

    @Test("packs with the same first letters have as many letters as they need, or their place")
    func alike() {
        let numbers = StickerNumbers(packs: ["cats", "cakes", "christmas-1", "christmas-2"])
        #expect(["cats", "cakes"].map { numbers.number(0, of: 9, in: $0) } == ["CAT-01", "CAK-01"])
        #expect(numbers.number(0, of: 9, in: "christmas-1") != numbers.number(0, of: 9, in: "christmas-2"))
    }
}
