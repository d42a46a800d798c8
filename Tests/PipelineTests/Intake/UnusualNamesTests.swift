import FileAccess
import Glibc
import Intake
import Testing

@Suite("Strange names in the drop folder")
struct UnusualNamesTests {
    private let drop: DropFixture

    init() throws { drop = try DropFixture() }

    private func scan() throws -> DropListing { try DropScanner.list(drop.path) }

    @Test("spaces, newlines, emoji and dots in names are kept in the path")
    func keptInPath() throws {
        for name in [" a b .png", "a\nb.png", "😀.png", "..cat.png.png", "a..b.png"] { try drop.add("p/" + name) }
        let listing = try scan()
        #expect(listing.art.map(\.path) == ["p/ a b .png", "p/a\nb.png", "p/a..b.png", "p/😀.png"])
        #expect(listing.art.map(\.id) == ["a-b", "a-b-2", "a-b-3", "grinning-face"])
        #expect(listing.ignored == [IgnoredEntry(path: "p/..cat.png.png", reason: .hidden)])
    }

    @Test("a name in two parts is shown in one, and opened by its own bytes")
    func decomposed() throws {
        let raw = "Cafe\u{301}.png"
        try drop.add("Pa\u{301}ck/" + raw)
        let art = try #require(try scan().art.first)
        #expect(Array(art.path.utf8) == Array("P\u{E1}ck/Caf\u{E9}.png".utf8))
        #expect(Array(art.title.utf8) == Array("Caf\u{E9}".utf8))
        #expect(Array(art.absolutePath.utf8) == Array((drop.path + "/Pa\u{301}ck/" + raw).utf8))
        #expect(try SourceDigest.sha256(ofFileAt: art.absolutePath, limit: 1).stamp == art.stamp)
        #expect(Array(try scan().packs[0].folder.utf8) == Array("P\u{E1}ck".utf8))
    }

    @Test("of two files whose names read the same, the one in NFC is taken")
    func sameName() throws {
        try drop.add("Cafe\u{301}.png", [1, 2])
        try drop.add("Caf\u{E9}.png", [1])
        let listing = try scan()
        #expect(listing.art.map(\.stamp.size) == [1])
        #expect(listing.ignored == [IgnoredEntry(path: "Caf\u{E9}.png", reason: .sameName)])
    }

    @Test("a name that is not UTF-8 is the reason that a file or folder is left alone, with its bytes escaped")
    func notUTF8() throws {
        try drop.add(nameBytes: [0x63, 0xFF, 0xFE] + Array(".png".utf8))
        try #require(
            mkdir(
                (Array("\(drop.path)/B".utf8) + [0xE4] + Array("ren".utf8) + [0]).map { CChar(bitPattern: $0) }, 0o755)
                == 0)
        let listing = try scan()
        #expect(
            listing.ignored == [
                IgnoredEntry(path: #"B\xE4ren"#, reason: .notUTF8),
                IgnoredEntry(path: #"c\xFF\xFE.png"#, reason: .notUTF8),
            ])
        #expect(listing.art.isEmpty)
        #expect(IgnoreReason.notUTF8.explanation.contains("convmv"))
        #expect(IgnoreReason.notUTF8.isForPeople)
    }

    @Test("the longest name that a file may have is taken")
    func longest() throws {
        try drop.add(String(repeating: "é", count: 125) + ".png")
        let art = try #require(try scan().art.first)
        #expect(art.id.utf8.count <= 80)
        #expect(art.path.utf8.count == 254)
    }
}
