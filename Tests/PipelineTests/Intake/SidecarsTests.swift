import FileAccess
import Glibc
import Intake
import JobModel
import StickerConfiguration
import Testing

@Suite("Sidecars, pack files and icons")
struct SidecarsTests {
    private let drop: DropFixture

    init() throws { drop = try DropFixture() }

    private func scan() throws -> DropListing { try DropScanner.list(drop.path) }

    private func label(_ name: String) throws -> String? {
        try scan().art.first { $0.path == name }?.sidecar?.label
    }

    @Test(
        "a sidecar is found by the full name or the title, in any case and normal form",
        arguments: [
            ("Happy Cat.png", "Happy Cat.json"), ("Happy Cat.png", "Happy Cat.png.json"),
            ("Happy Cat.png", "HAPPY CAT.JSON"), ("Happy Cat@2x.png", "Happy Cat.json"),
            ("Happy Cat@2x.png", "Happy Cat@2x.json"), ("Happy Cat@2x.png", "Happy Cat@2x.png.json"),
            ("Caf\u{E9}.png", "Cafe\u{301}.json"), ("Mr. Cat.svg", "Mr. Cat.json"),
        ])
    func found(art: String, sidecar: String) throws {
        try drop.add(art)
        try drop.add(sidecar, text: #"{"label": "hello"}"#)
        #expect(try label(art) == "hello")
        #expect(try scan().ignored.map(\.reason) == [.settings])
    }

    @Test("the full name has priority over the title")
    func fullNameFirst() throws {
        try drop.add("cat.png")
        try drop.add("cat.json", text: #"{"label": "title"}"#)
        try drop.add("cat.png.json", text: #"{"label": "name"}"#)
        #expect(try label("cat.png") == "name")
        #expect(try scan().ignored.map(\.reason) == [.settings, .settings])
    }

    @Test("the sidecar of a version that is not chosen still belongs to the sticker")
    func ofAnotherVersion() throws {
        try drop.add("cat.png")
        try drop.add("cat.png.json", text: #"{"label": "hello"}"#)
        try drop.add("cat.svg")
        #expect(try label("cat.svg") == "hello")
    }

    @Test("each of two names that differ in case has its own sidecar")
    func caseTwins() throws {
        for name in ["Cat", "cat"] {
            try drop.add(name + ".png")
            try drop.add(name + ".json", text: #"{"label": "\#(name)"}"#)
        }
        #expect(try label("Cat.png") == "Cat")
        #expect(try label("cat.png") == "cat")
    }

    @Test("a sidecar without art, or in another pack, is an orphan")
    func orphan() throws {
        try drop.add("cat.png")
        try drop.add("dog.json", text: "{}")
        try drop.add("cat.svg.json", text: "{}")
        try drop.add("pack/cat.json", text: "{}")
        #expect(
            try scan().ignored == [
                IgnoredEntry(path: "cat.svg.json", reason: .orphanSidecar),
                IgnoredEntry(path: "dog.json", reason: .orphanSidecar),
                IgnoredEntry(path: "pack/cat.json", reason: .orphanSidecar),
            ])
    }

    @Test("a sidecar that cannot be understood is a finding on its art")
    func badSidecar() throws {
        try drop.add("cats/cat.png")
        try drop.add("cats/cat.json", text: "{")
        let art = try #require(try scan().art.first)
        #expect(art.sidecar == nil)
        #expect(art.findings.map(\.rule) == [Rule.badSidecar.id])
        #expect(art.findings[0].message.contains("cats/cat.json"))
    }

    @Test(
        "the JSON of another program with the name of art is not a sidecar, and the art is used",
        arguments: [
            (#"{"v": "5.7", "fr": 30, "ip": 0, "op": 60, "layers": []}"#, "a Lottie animation"),
            (#"{"frames": {}, "meta": {"app": "https://www.aseprite.org/"}}"#, "the list of a sprite sheet"),
        ])
    func jsonOfOthers(text: String, kind: String) throws {
        try drop.add("cats/jump.png")
        try drop.add("cats/jump.json", text: text)
        try drop.add("cats/alone.json", text: text)
        let listing = try scan()
        let art = try #require(listing.art.first)
        #expect(art.findings == [] && art.sidecar == nil && !art.isNamed)
        #expect(listing.ignored.map(\.path) == ["cats/alone.json", "cats/jump.json"])
        #expect(listing.ignored.allSatisfy { $0.reason == .notArt && $0.explanation.hasPrefix(kind) })
        #expect(listing.settings == [])
    }

    @Test("a sidecar is used although the JSON of another program belongs to the same art")
    func sidecarAndAnimation() throws {
        try drop.add("jump.png")
        try drop.add("jump.png.json", text: #"{"frames": [], "meta": {}}"#)
        try drop.add("jump.json", text: #"{"label": "hello"}"#)
        #expect(try label("jump.png") == "hello")
        #expect(try scan().ignored.map(\.reason) == [.settings, .notArt])
    }

    @Test("a sidecar over a megabyte is refused unread")
    func hugeSidecar() throws {
        let path = try drop.add("cat.json")
        try drop.add("cat.png")
        try #require(truncate(path, 1_000_001) == 0)
        let message = try #require(try scan().art.first?.findings.first?.message)
        #expect(message == "cat.json: the file is 1,000,001 bytes long; the limit is 1,000,000 bytes. Make it smaller.")
    }

    @Test("a sidecar that may not be read is a finding", .disabled(if: geteuid() == 0, "root may read everything"))
    func closedSidecar() throws {
        let path = try drop.add("cat.json", text: "{}")
        try drop.add("cat.png")
        try #require(chmod(path, 0) == 0)
        #expect(try scan().art.first?.findings.first?.message.contains("Permission denied") == true)
    }

    @Test("a sidecar that is a pipe does not make the scan wait")
    func pipe() throws {
        try drop.add("cat.png")
        try #require(mkfifo(drop.path + "/cat.json", 0o644) == 0)
        #expect(try scan().ignored == [IgnoredEntry(path: "cat.json", reason: .notAFile)])
    }

    @Test("pack.json is the pack's, and makes a pack of a folder without art")
    func packFile() throws {
        try drop.add("cats/Pack.json", text: #"{"title": "Cats!"}"#)
        let listing = try scan()
        #expect(listing.packs.map(\.settings.title) == ["Cats!"])
        #expect(listing.ignored == [IgnoredEntry(path: "cats/Pack.json", reason: .settings)])
    }

    @Test("a pack.json that cannot be understood is a finding on the pack")
    func badPackFile() throws {
        try drop.add("cats/cat.png")
        try drop.add("cats/pack.json", text: "[")
        let pack = try #require(try scan().packs.first)
        #expect(pack.settings == PackSettings())
        #expect(pack.findings.map(\.rule) == [Rule.badPackFile.id])
        #expect(pack.findings[0].message.contains("cats/pack.json"))
    }

    @Test("the best icon is the pack's, and no icon is a sticker")
    func icon() throws {
        try drop.add("cats/icon.png")
        try drop.add("cats/Icon@3x.png")
        try drop.add("cats/ICON.svg", [1, 2])
        try drop.add("cats/iconic.png")
        let listing = try scan()
        let icon = try #require(listing.packs.first?.icon)
        #expect(icon.path == "cats/ICON.svg")
        #expect(icon.absolutePath == drop.path + "/cats/ICON.svg")
        #expect(icon.stamp.size == 2)
        #expect(listing.art.map(\.path) == ["cats/iconic.png"])
        #expect(listing.ignored.map(\.reason) == [.settings, .settings, .settings])
    }

    @Test("an icon alone makes a pack")
    func iconAlone() throws {
        try drop.add("cats/icon.png")
        #expect(try scan().packs.map(\.id) == ["cats"])
    }
}
