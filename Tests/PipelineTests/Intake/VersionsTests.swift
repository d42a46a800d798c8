import Intake
import JobModel
import Testing

@Suite("Versions of a sticker, and names that collide")
struct VersionsTests {
    private let drop: DropFixture

    init() throws { drop = try DropFixture() }

    private func art() throws -> [ScannedSource] { try DropScanner.list(drop.path).art }
    private func chosen() throws -> [String] { try art().filter { $0.choice == .chosen }.map(\.path) }

    @Test(
        "the best format is chosen",
        arguments: [
            (["cat.png", "cat.svg", "cat.psd"], "cat.svg"), (["cat.jpg", "cat.psd"], "cat.jpg"),
            (["cat.jpg", "cat.gif"], "cat.gif"), (["cat.jpg", "CAT.png"], "CAT.png"),
            (["cat.bmp", "cat.jpeg"], "cat.jpeg"), (["cat@3x.png", "cat.pdf"], "cat@3x.png"),
            (["cat.png", "cat@2x.png", "cat@3x.png"], "cat@3x.png"), (["cat.png", "cat@1x.png"], "cat.png"),
            (["cat.heic", "cat.tif", "cat.png"], "cat.tif"),
        ])
    func best(names: [String], best: String) throws {
        for name in names { try drop.add(name) }
        #expect(try chosen() == [best])
        #expect(try art().filter { $0.choice == .superseded(by: best) }.count == names.count - 1)
        #expect(try art().allSatisfy { $0.id == "cat" && $0.findings.isEmpty })
    }

    @Test("the same title in two packs is two stickers")
    func twoPacks() throws {
        try drop.add("a/cat.png")
        try drop.add("b/cat.svg")
        #expect(try chosen() == ["a/cat.png", "b/cat.svg"])
    }

    @Test("different titles with the same id get numbers, in the order of the names")
    func collision() throws {
        for name in ["cat!.png", "cat?.png", "cat.png"] { try drop.add("p/" + name) }
        let art = try art()
        #expect(art.map(\.path) == ["p/cat!.png", "p/cat.png", "p/cat?.png"])
        #expect(art.map(\.id) == ["cat", "cat-2", "cat-3"])
        #expect(art[0].findings.isEmpty)
        let finding = try #require(art[2].findings.first)
        #expect(finding.rule == Rule.nameCollision.id)
        #expect(finding.message.contains("p/cat!.png"))
        #expect(finding.message.contains("\"cat-3\""))
    }

    @Test("a numbered id never equals the id of another name")
    func collisionPassesOver() throws {
        for name in ["cat!.png", "cat?.png", "cat 2.png"] { try drop.add(name) }
        #expect(try art().map(\.id) == ["cat-2", "cat", "cat-3"])
    }

    @Test("an id of 80 bytes stays within them with a number")
    func collisionOfLongNames() throws {
        let name = String(repeating: "a", count: 80)
        try drop.add(name + "!.png")
        try drop.add(name + "?.png")
        #expect(try art().map(\.id.utf8.count) == [80, 80])
        #expect(try art()[1].id.hasSuffix("a-2"))
    }

    @Test("names that differ only in case are two stickers")
    func caseTwins() throws {
        try drop.add("Cat.png")
        try drop.add("cat.png")
        #expect(try chosen() == ["Cat.png", "cat.png"])
        #expect(try art().map(\.id) == ["cat", "cat-2"])
    }

    @Test("two folders with the same id are two packs, and the second is reported")
    func packCollision() throws {
        try drop.add("Big Cats/a.png")
        try drop.add("big-cats/a.png")
        let packs = try DropScanner.list(drop.path).packs
        #expect(packs.map(\.id) == ["big-cats", "big-cats-2"])
        #expect(packs.map(\.folder) == ["Big Cats", "big-cats"])
        #expect(packs[1].findings.map(\.rule) == [Rule.nameCollision.id])
        #expect(try art().map(\.pack) == ["big-cats", "big-cats-2"])
    }

    @Test("art at the top level is before a folder called default")
    func rootComesFirst() throws {
        try drop.add("Default/a.png")
        #expect(try DropScanner.list(drop.path).packs.map(\.id) == ["default"])
        try drop.add("a.png")
        let packs = try DropScanner.list(drop.path).packs
        #expect(packs.map(\.folder) == ["", "Default"])
        #expect(packs.map(\.id) == ["default", "default-2"])
    }
}
