import Foundation
import Intake
import Testing

@Suite("Names become ids")
struct NameRuleTests {
    @Test(
        "a file's name becomes an id",
        arguments: [
            ("Happy Cat.png", "happy-cat"),
            ("Happy Cat@3x.PNG", "happy-cat"),
            ("Happy Cat@2X.png", "happy-cat"),
            ("Happy Cat @2x.png", "happy-cat"),
            ("cat@4x.png", "cat-4x"),
            ("  --Cat!! (final)--.svg", "cat-final"),
            ("a\nb\tc.png", "a-b-c"),
            ("..png", "sticker-"),
            ("....png", "sticker-"),
            ("Mr. Cat", "mr-cat"),
            ("cat.v2", "cat-v2"),
            ("Katze Größe.png", "katze-größe"),
            ("ÉCOLE.png", "école"),
            ("猫.png", "猫"),
            ("नमस्ते.png", "नमस्ते"),
            ("ISTANBUL.png", "istanbul"),
            ("cat\u{202E}gnp.png", "catgnp"),
            ("c\u{200B}a\u{FEFF}t.png", "cat"),
            ("\u{3164}cat.png", "cat"),
        ])
    func fileName(name: String, id: String) {
        let made = NameRule.id(ofFile: name)
        #expect(id.hasSuffix("-") ? made.hasPrefix(id) : made == id)
    }

    @Test(
        "emoji are spelled by their names",
        arguments: [
            ("😀.png", "grinning-face"),
            ("cat😀dog.png", "cat-grinning-face-dog"),
            ("👍.png", "thumbs-up-sign"),
            ("👍🏽.png", "thumbs-up-sign-medium-tone"),
            ("👩‍🚀.png", "woman-rocket"),
            ("👩🏿‍🦰.png", "woman-dark-tone-red-hair"),
            ("❤️.png", "heavy-black-heart"),
            ("❤.png", "heavy-black-heart"),
            ("🇩🇪.png", "flag-de"),
            ("🇩🇪🇫🇷.png", "flag-de-flag-fr"),
            ("🇩.png", "d"),
            ("🏴󠁧󠁢󠁳󠁣󠁴󠁿.png", "flag-gbsct"),
            ("🏴.png", "waving-black-flag"),
            ("3️⃣.png", "3"),
            ("#️⃣.png", "number-sign"),
            ("Top 10.png", "top-10"),
        ])
    func emoji(name: String, id: String) {
        #expect(NameRule.id(ofFile: name) == id)
    }

    @Test("a decomposed name of a Mac and a composed name give the same bytes")
    func normalForms() {
        let composed = NameRule.id(ofFile: "Caf\u{E9} \u{D55C}.png")
        let decomposed = NameRule.id(ofFile: "Cafe\u{301} \u{1112}\u{1161}\u{11AB}.png")
        #expect(Array(composed.utf8) == Array(decomposed.utf8))
        #expect(Array(composed.utf8) == Array("caf\u{E9}-\u{D55C}".utf8))
    }

    @Test("an accent after the dot does not hide the dot")
    func accentAfterDot() {
        #expect(NameRule.id(ofFile: "cat.\u{301}x") == "cat-x")
    }

    @Test("a name that leaves nothing gets an id from its digest")
    func nothingLeft() {
        let id = NameRule.id(ofFile: "!!!.png")
        #expect(id.hasPrefix("sticker-"))
        #expect(id.utf8.count == "sticker-".utf8.count + 8)
        #expect(id == NameRule.id(ofFile: "!!!.svg"))
        #expect(id != NameRule.id(ofFile: "???.png"))
        #expect(NameRule.id(ofFolder: "...").hasPrefix("pack-"))
    }

    @Test("a name of 300 bytes makes an id of at most 80, and its end still counts")
    func longName() {
        let first = NameRule.id(ofFile: String(repeating: "é", count: 150) + "a.png")
        let second = NameRule.id(ofFile: String(repeating: "é", count: 150) + "b.png")
        #expect(first.utf8.count <= 80)
        #expect(first.hasPrefix("éé"))
        #expect(first != second)
    }

    @Test("a letter with a hundred accents still makes an id of at most 80 bytes")
    func zalgo() {
        let id = NameRule.id(ofFile: "z" + String(repeating: "\u{30D}", count: 100) + ".png")
        #expect(id.hasPrefix("sticker-"))
        #expect(id.utf8.count <= 80)
    }

    @Test("an id of exactly 80 bytes stays as it is")
    func exactlyFits() {
        let name = String(repeating: "a", count: 80)
        #expect(NameRule.id(ofFile: name + ".png") == name)
        #expect(NameRule.id(ofFile: name + "a.png").utf8.count == 80)
    }

    @Test("any name at all makes an id that can be a file's name, the same in either normal form")
    func anyName() {
        let ranges: [ClosedRange<UInt32>] = [
            0x01...0x2E, 0x30...0x7E, 0x80...0x36F, 0x900...0x97F, 0x2000...0x20FF,
            0xAC00...0xAC80, 0x1F1E6...0x1F1FF, 0x1F3F0...0x1F64F, 0xE0020...0xE007F, 0xFE00...0xFE0F,
        ]
        // A fixed sequence of pseudorandom numbers (Knuth's MMIX), so that a failure can be reproduced.
        var state: UInt64 = 1
        func next(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }
        for _ in 0..<3000 {
            let name = (0..<next(60)).compactMap { _ in
                let range = ranges[next(ranges.count)]
                return Unicode.Scalar(range.lowerBound + UInt32(next(range.count))).map { String($0) }
            }.joined()
            let id = NameRule.id(ofFile: name.precomposedStringWithCanonicalMapping)
            let bytes = Array(id.utf8)
            #expect(bytes == Array(NameRule.id(ofFile: name.decomposedStringWithCanonicalMapping).utf8))
            #expect((1...80).contains(bytes.count))
            #expect(!id.unicodeScalars.contains { $0 == "/" || $0 == "." || $0.value < 0x2D || $0 == "\u{7F}" })
            #expect(bytes.first != 0x2D && bytes.last != 0x2D)
            #expect(bytes == Array(id.precomposedStringWithCanonicalMapping.utf8))
        }
    }

    @Test("a folder's complete name is used", arguments: [("x.png", "x-png"), ("Cats@2x", "cats-2x"), ("..a", "a")])
    func folderName(name: String, id: String) {
        #expect(NameRule.id(ofFolder: name) == id)
    }

    @Test(
        "a title keeps its spelling, on one line",
        arguments: [
            ("Happy Cat@2x.png", "Happy Cat"),
            (" a\n b .png", "a b"),
            ("cat\u{202E}x.png", "catx"),
            ("👩‍🚀.png", "👩‍🚀"),
            ("Mr. Cat", "Mr. Cat"),
            ("@2x.png", "@2x"),
            (" .png", "sticker"),
        ])
    func title(name: String, title: String) {
        #expect(NameRule.title(of: ArtName(name.nfc)) == title)
    }
}
