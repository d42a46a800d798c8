import StickerConfiguration
import Testing

@Suite("The nearest name")
struct NearestNameTests {
    private let names = ["drop", "out", "jobs", "fidelityFloor", "fidelityTarget", "padding"]

    @Test(
        "inserted, removed, replaced and transposed letters are forgiven, and so is the case",
        arguments: [
            ("dropp", "drop"), ("drp", "drop"), ("drap", "drop"), ("dorp", "drop"), ("DROP", "drop"),
            ("fidelityTraget", "fidelityTarget"), ("fidelty_floor", "fidelityFloor"),
        ])
    func mistyped(typed: String, name: String) {
        #expect(NearestName.of(typed, among: names) == name)
    }

    @Test(
        "a name that shares nothing with the known ones has no answer",
        arguments: ["", "watermark", "zz", "q", String(repeating: "drop", count: 20)])
    func unlike(typed: String) {
        #expect(NearestName.of(typed, among: names) == nil)
    }

    @Test("a short name is not the answer to another one that has none of its letters")
    func everyLetterDiffers() {
        #expect(NearestName.of("xy", among: ["ab"]) == nil)
        #expect(NearestName.of("ay", among: ["ab"]) == "ab")
    }

    @Test("the first of two equally near names is the answer, so that a message is always the same")
    func tie() {
        #expect(NearestName.of("cat", among: ["bat", "hat"]) == "bat")
        #expect(NearestName.of("cat", among: []) == nil)
    }
}
