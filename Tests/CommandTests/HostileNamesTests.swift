import Foundation
import TestSupport
import Testing

/// Tests file names that careless programs handle incorrectly.
@Suite struct HostileNamesTests {
    /// File names and the expected ids. Each file is in a separate pack, so that the names do not affect each other.
    private static let names: [(name: String, id: String)] = [
        ("two words", "two-words"), ("  edges  ", "edges"), ("😀", "grinning-face"), ("new\nline", "new-line"),
        ("bell\u{7}", "bell"), ("dots..dots", "dots-dots"), ("-rf", "rf"), ("--help", "help"),
        ("\"quoted\" 'too'", "quoted-too"), ("$(touch hacked)", "touch-hacked"), ("`id`;", "id"),
        ("back\\slash", "back-slash"), ("<img src=x onerror=alert(1)>", "img-src-x-onerror-alert-1"), ("&amp;", "amp"),
        ("%2e%2e%2fetc", "2e-2e-2fetc"), ("\u{202E}gnp", "gnp"), ("{{name}}", "name"), ("e\u{301}te\u{301}", "été"),
        ("CON", "con"), ("*", "sticker-684888c0"), ("?.png", "png"),
    ]

    private static let built = Task {
        let cli = try CLIFixture(startsPrograms: true)
        ExitCleanup.register(cli.path)
        for (pack, name) in names.enumerated() { try cli.drop(Art.disc(pack), as: "\(pack)/\(name.name).svg") }
        return (cli: cli, build: try await cli.build())
    }

    @Test(
        "art of any name that a file can have is published under an id that is safe everywhere",
        arguments: names.indices)
    func published(pack: Int) async throws {
        let (cli, build) = try await Self.built.value
        let (name, id) = Self.names[pack]
        let path = "\(pack)/\(name.precomposedStringWithCanonicalMapping).svg"
        #expect(build.states[path] == "published")
        let sticker = try #require(try cli.sticker("\(pack)", id), "\(name)")
        #expect(sticker.source.path == path)
        #expect(sticker.renditions.map(\.name) == [3, 2, 1].map { "packs/\(pack)/\(id)@\($0)x.png" })
    }

    @Test("strange names leave nothing behind, and the audit passes")
    func strangeNames() async throws {
        let (cli, build) = try await Self.built.value
        #expect(build.status == 0)
        #expect(build.states.count == Self.names.count)
        #expect(try cli.out.faults() == [])
        #expect(try cli.out.brokenLinks() == [])
        #expect(!cli.has("hacked"))
        #expect(try await cli.run("audit").status == 0)
    }

    @Test("a name of 254 bytes is published with a separate label, and refused without one")
    func longName() async throws {
        let cli = try CLIFixture(startsPrograms: true)
        let name = String(repeating: "a", count: 250)
        try cli.drop(Art.disc(1), as: "cats/\(name).svg")
        let refused = try await cli.build()
        #expect(refused.states["cats/\(name).svg"] == "rejected")
        #expect(refused.reasons["cats/\(name).svg"]?.contains("label") == true)
        try cli.drop(#"{ "label": "Short" }"#, as: "cats/\(name).json")
        #expect(try await cli.build().status == 0)
        #expect(try cli.catalog().packs[0].stickers[0].id.utf8.count <= 80)
        #expect(try await cli.run("audit").status == 0)
    }

    @Test("names that give the same id are all published, each under a unique id, with a warning")
    func collisions() async throws {
        let cli = try CLIFixture(startsPrograms: true)
        for (number, name) in ["Happy Cat", "happy-cat", "happy_cat", "Happy  Cat!", "HAPPY CAT"].enumerated() {
            try cli.drop(Art.disc(number), as: "cats/\(name).svg")
        }
        let build = try await cli.build()
        #expect(build.status == 0)
        let stickers = try cli.catalog().packs[0].stickers
        #expect(Set(stickers.map(\.id)) == ["happy-cat", "happy-cat-2", "happy-cat-3", "happy-cat-4", "happy-cat-5"])
        #expect(stickers.count { $0.findings.contains { $0.rule == "name-collision" } } == 4)
        #expect(try cli.out.faults() == [])
    }

    @Test("folders whose names give the same id are separate packs")
    func packCollisions() async throws {
        let cli = try await CLIFixture.built(
            ["My Cats/One.svg": 1, "my-cats/One.svg": 2, "default/One.svg": 3, "One.svg": 4], startsPrograms: true)
        #expect(try cli.catalog().packs.map(\.id) == ["default", "default-2", "my-cats", "my-cats-2"])
        #expect(try cli.out.faults() == [])
    }

    @Test(
        "the same name with its accents stored together and apart: one is published, one is ignored, the audit passes")
    func accents() async throws {
        let cli = try CLIFixture(startsPrograms: true)
        try cli.put(Array(Art.disc(1).utf8), at: Array("drop/cats/caf\u{E9}.svg".utf8))
        try cli.put(Array(Art.disc(2).utf8), at: Array("drop/cats/cafe\u{301}.svg".utf8))
        let build = try await cli.build()
        #expect(build.status == 0)
        #expect(build.states == ["cats/café.svg": "published"])
        #expect(build.ignored == ["cats/café.svg": "same-name"])
        let audit = try await cli.run("audit")
        #expect(audit.status == 0, "\(audit.output)")
        let before = try OutTree(cli.file(".out.stickerd")).stamp("ledger.sqlite")
        try await cli.build()
        #expect(try OutTree(cli.file(".out.stickerd")).stamp("ledger.sqlite") == before)
    }

    @Test("files that are not art are ignored, each with its reason")
    func leftAlone() async throws {
        let cli = try CLIFixture(startsPrograms: true)
        try cli.drop([
            "cats/Good.svg": 1, "cats/folder.png/Inside.svg": 2, "cats/.hidden.svg": 3, "cats/Cat.svg.part": 4,
        ])
        try cli.drop("{}", as: "cats/UnprivilegedUser.json")
        try cli.drop("some words", as: "cats/notes.txt")
        try cli.put(Array(Art.disc(5).utf8), at: Array("drop/cats/".utf8) + [0xE9] + Array(".svg".utf8))
        mkfifo(cli.file("drop/cats/pipe.png"), 0o644)
        try cli.put(Art.disc(6), at: "outside.svg")
        for (name, target) in [
            ("out.svg", "../../outside.svg"), ("passwd.svg", "/etc/passwd"), ("loop.svg", "loop.svg"),
            ("nowhere.svg", "nothing.svg"), ("up.svg", ".."),
        ] {
            try FileManager.default.createSymbolicLink(
                atPath: cli.file("drop/cats/" + name), withDestinationPath: target)
        }
        let build = try await cli.build()
        #expect(build.status == 0)
        #expect(build.states == ["cats/Good.svg": "published"])
        #expect(
            build.ignored == [
                "cats/folder.png": "nested-folder", "cats/.hidden.svg": "hidden", "cats/Cat.svg.part": "temporary",
                "cats/UnprivilegedUser.json": "orphan-sidecar", "cats/notes.txt": "not-art",
                "cats/\\xE9.svg": "not-utf8",
                "cats/pipe.png": "not-a-file", "cats/out.svg": "link-outside", "cats/passwd.svg": "link-outside",
                "cats/loop.svg": "link-outside", "cats/nowhere.svg": "link-outside", "cats/up.svg": "link-outside",
            ])
        #expect(try await cli.run("audit").status == 0)
    }

    @Test("a link to art in the drop folder is art")
    func linkInside() async throws {
        let cli = try CLIFixture(startsPrograms: true, discs: ["cats/Cat.svg": 1, "dogs/Rex.svg": 2])
        try FileManager.default.createSymbolicLink(
            atPath: cli.file("drop/dogs/Guest.svg"), withDestinationPath: "../cats/Cat.svg")
        #expect(try await cli.build().status == 0)
        #expect(try cli.sticker("dogs", "guest") != nil)
    }

    @Test("no name gets into a page as markup")
    func markup() async throws {
        let cli = try CLIFixture(startsPrograms: true)
        let name = "<img src=x onerror=alert(1)>\"'&"
        try cli.drop(Art.disc(1), as: "\(name)/\(name).svg")
        try cli.drop("broken", as: "\(name)/\(name)2.svg")
        try cli.drop("no art", as: "\(name)/\(name).txt")
        try cli.drop(
            #"{ "label": "</script><script>alert(1)</script>", "labels": { "de": "\"><b>x</b>" } }"#,
            as: "\(name)/\(name).json")
        #expect(try await cli.build().status == 1)
        let pages = try cli.out.files.filter { $0.hasSuffix(".html") }
        #expect(pages.count == 2)
        for page in pages {
            let text = try cli.text("out/" + page)
            #expect(text.contains("&lt;img src=x"), "\(page) shows the name")
            for markup in ["<img src=x", "<script>alert", "</script><script>", "<b>x</b>"] {
                #expect(!text.contains(markup), "\(page): \(markup)")
            }
        }
    }
}
