import Glibc
import Intake
import Testing

@Suite("Symbolic links in the drop folder")
struct LinksTests {
    private let drop: DropFixture

    init() throws { drop = try DropFixture() }

    private func scan() throws -> DropListing { try DropScanner.list(drop.path) }

    @Test("a link to a file in the drop folder is art, and resolves to the file itself")
    func inside() throws {
        let target = try drop.add("cats/a.png", [1, 2, 3])
        try drop.link("b.png", to: "cats/a.png")
        let art = try scan().art
        #expect(art.map(\.path) == ["b.png", "cats/a.png"])
        #expect(art.map(\.absolutePath) == [target, target])
        #expect(art[0].stamp == art[1].stamp)
    }

    @Test("a link to a pack is a pack")
    func folder() throws {
        try drop.add("cats/a.png")
        try drop.link("more cats", to: drop.path + "/cats")
        #expect(try scan().packs.map(\.id) == ["cats", "more-cats"])
        #expect(try scan().art.map(\.path) == ["cats/a.png", "more cats/a.png"])
    }

    @Test("links that are broken or circular, or whose target is the drop folder or outside of it, are ignored")
    func leadingOut() throws {
        try drop.link("out.png", to: drop.outside + "/secret.png")
        try drop.link("passwd", to: "/etc/passwd")
        try drop.link("folder", to: drop.outside)
        try drop.link("nowhere.png", to: "missing.png")
        try drop.link("self.png", to: "self.png")
        try drop.link("x", to: "y")
        try drop.link("y", to: "x")
        try drop.link("round", to: ".")
        try drop.link("cats/up", to: "..")
        let listing = try scan()
        #expect(listing.art.isEmpty && listing.packs.isEmpty)
        #expect(listing.ignored.count == 9)
        #expect(listing.ignored.allSatisfy { $0.reason == .linkOutside })
    }

    @Test("a folder next to the drop folder whose name begins with the same characters is outside")
    func neighbour() throws {
        try #require(mkdir(drop.path + "-old", 0o755) == 0)
        try drop.link("old", to: drop.path + "-old")
        #expect(try scan().ignored == [IgnoredEntry(path: "old", reason: .linkOutside)])
    }

    @Test("a link to a folder in a pack is a folder in a pack")
    func folderInPack() throws {
        try drop.add("cats/a.png")
        try drop.link("cats/again", to: "../cats")
        #expect(try scan().ignored == [IgnoredEntry(path: "cats/again", reason: .nestedFolder)])
    }

    @Test("the drop folder itself may be a link")
    func dropFolderIsALink() throws {
        try drop.add("cats/a.png")
        try drop.link("cats/b.png", to: drop.path + "/cats/a.png")
        let link = drop.outside + "/link"
        try #require(symlink(drop.path, link) == 0)
        let listing = try DropScanner.list(link + "/")
        #expect(listing.art.map(\.absolutePath) == [link + "/cats/a.png", link + "/cats/a.png"])
    }
}
