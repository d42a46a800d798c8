import Foundation
import JobModel
import Publishing
import StickerManifest
import Testing

@Suite("Publishing")
struct PublisherTests {
    private let fixture: OutputFixture

    init() throws { fixture = try OutputFixture() }

    private let names = [
        "packs/cats/a@3x.png": "one", "packs/cats/b@3x.png": "two", "previews/cats/a/white.png": "three",
    ]

    @Test("each readable name has the content of its asset, and the manifest exists")
    func publishes() throws {
        #expect(try fixture.publish(names, catalog: "{\"a\": 1}"))
        for (name, word) in names { #expect(fixture.text(name) == word) }
        #expect(fixture.text("catalog.json") == "{\"a\": 1}")
        #expect(try fixture.files().count == 7)
    }

    @Test("an asset is named by its content, and its name for people costs no second copy")
    func links() throws {
        try fixture.publish(names)
        let asset = "assets/\(Digest.sha256("one")).png"
        let stamps = try fixture.stamps()
        #expect(stamps[asset]?.first == stamps["packs/cats/a@3x.png"]?.first)
    }

    @Test("if nothing changed, nothing is written: all inodes and times stay the same")
    func unchanged() throws {
        let files = ["report.html": "hello", "sheets/cats.html": "sheet"]
        try fixture.publish(names, files: files)
        let before = try fixture.stamps()
        let publication = Publication(
            catalog: Array("{}".utf8), names: names.mapValues { "assets/\(Digest.sha256($0)).png" },
            files: files.mapValues { Array($0.utf8) })
        #expect(try !fixture.publisher.apply(publication).isChanged)
        #expect(try fixture.stamps() == before)
    }

    @Test("a name gets new content, and its previous content is removed")
    func replaces() throws {
        try fixture.publish(names)
        var changed = names
        changed["packs/cats/a@3x.png"] = "four"
        #expect(try fixture.publish(changed, catalog: "{\"v\": 2}"))
        #expect(fixture.text("packs/cats/a@3x.png") == "four")
        #expect(fixture.text("assets/\(Digest.sha256("one")).png") == nil)
        #expect(fixture.text("catalog.json") == "{\"v\": 2}")
    }

    @Test("unreferenced files are removed, with folders that become empty")
    func removes() throws {
        try fixture.publish(names)
        #expect(try fixture.publish(["packs/cats/b@3x.png": "two"]))
        #expect(try fixture.files() == ["packs/cats/b@3x.png", "assets/\(Digest.sha256("two")).png", "catalog.json"])
        #expect(!FileManager.default.fileExists(atPath: fixture.out + "/previews/cats"))
    }

    @Test("other files are not touched")
    func strangers() throws {
        try fixture.write("mine", to: "README.txt")
        try fixture.write("mine", to: "notes/todo.txt")
        try fixture.publish(names)
        try fixture.publish([:])
        #expect(fixture.text("README.txt") == "mine")
        #expect(fixture.text("notes/todo.txt") == "mine")
    }

    @Test("files that stay are kept")
    func kept() throws {
        try fixture.publish(names, files: ["sheets/cats.png": "sheet"])
        let publication = Publication(catalog: Array("{}".utf8), names: [:], kept: ["sheets/cats.png"])
        _ = try fixture.publisher.apply(publication)
        #expect(try fixture.files() == ["sheets/cats.png", "catalog.json"])
    }

    @Test("files from the staging folder move to their names")
    func moved() throws {
        let staging = try fixture.publisher.openStaging()
        let file = try ContentFile.write(Array("sheet".utf8), fileExtension: "png", folder: staging)
        let publication = Publication(
            catalog: Array("{}".utf8), names: [:], moved: ["sheets/cats.png": staging + "/" + file.contentName])
        #expect(try fixture.publisher.apply(publication).isChanged)
        fixture.publisher.closeStaging()
        #expect(try fixture.files() == ["sheets/cats.png", "catalog.json"])
    }

    @Test(
        "the removal after a publication leaves the same files as an examination of all of them",
        arguments: [
            ["packs/cats/a@3x.png": "one", "packs/cats/b@3x.png": "two"], ["packs/dogs/z@3x.png": "four"], [:],
            ["packs/cats/a@3x.png": "two", "packs/cats/b@3x.png": "one", "previews/cats/a/white.png": "three"],
            ["packs/cats/a@3x.png": "five", "packs/cats/c@3x.png": "one", "previews/cats/a/white.png": "three"],
        ])
    func following(next: [String: String]) throws {
        let (short, long) = (try OutputFixture(), try OutputFixture())
        func publication(_ names: [String: String], _ fixture: OutputFixture, sheet: String) throws -> Publication {
            let assets = try names.mapValues { try fixture.adopt($0)[0] }
            return Publication(
                catalog: Array("\(names.sorted { $0.key < $1.key })".utf8), names: assets,
                files: [sheet: Array("sheet".utf8)])
        }
        for fixture in [short, long] {
            let first = try publication(names, fixture, sheet: "sheets/cats.html")
            _ = try fixture.publisher.apply(first)
            let second = try publication(next, fixture, sheet: "sheets/dogs.html")
            _ = try fixture.publisher.apply(second, after: fixture === short ? first : nil)
        }
        #expect(try short.files() == long.files())
        for (name, word) in next { #expect(short.text(name) == word) }
    }

    @Test("two publishers in one process have two staging folders, and close only their own")
    func stagingFolders() throws {
        let other = Publisher(out: fixture.out)
        let (one, two) = (try fixture.publisher.openStaging(), try other.openStaging())
        #expect(one != two)
        other.closeStaging()
        #expect(FileManager.default.fileExists(atPath: one))
        #expect(!FileManager.default.fileExists(atPath: two))
        fixture.publisher.closeStaging()
    }

    @Test("a name that another program has overwritten is repaired")
    func repaired() throws {
        try fixture.publish(names)
        try FileManager.default.removeItem(atPath: fixture.out + "/packs/cats/a@3x.png")
        try fixture.write("damaged", to: "packs/cats/a@3x.png")
        try FileManager.default.removeItem(atPath: fixture.out + "/packs/cats/b@3x.png")
        #expect(try fixture.publish(names))
        for (name, word) in names { #expect(fixture.text(name) == word) }
    }

    @Test("a folder of assets that cannot be listed is an error, and one that does not exist is empty")
    func unlistedAssets() throws {
        #expect(try fixture.publisher.listAssets() == [])
        try FileManager.default.createDirectory(atPath: fixture.out, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: fixture.out + "/assets", withDestinationPath: "assets")
        #expect(throws: PublishError.self) { try fixture.publisher.listAssets() }
    }

    @Test("two names may share an asset")
    func shared() throws {
        try fixture.publish(["packs/cats/a@3x.png": "one", "packs/cats/b@3x.png": "one"])
        #expect(fixture.text("packs/cats/a@3x.png") == "one" && fixture.text("packs/cats/b@3x.png") == "one")
        #expect(try fixture.publisher.listAssets() == ["assets/\(Digest.sha256("one")).png"])
    }

    @Test("a staging folder is empty, is removed at the end, and leftovers of a killed run are removed")
    func staging() throws {
        try fixture.write("left", to: ".staging-1/left.png")
        try fixture.write("left", to: "catalog.json.77.part")
        fixture.publisher.clearLeftovers()
        #expect(try fixture.files() == [])
        let staging = try fixture.publisher.openStaging()
        #expect(try FileManager.default.contentsOfDirectory(atPath: staging) == [])
        fixture.publisher.closeStaging()
        #expect(!FileManager.default.fileExists(atPath: staging))
    }
}
