import Foundation
import JobModel
import Publishing
import StickerManifest
import Testing

@Suite("The differences between the output folder and a publication")
struct OutputExaminationTests {
    private let fixture: OutputFixture
    private let publication: Publication
    private var folder: OutputFolder { OutputFolder(fixture.out) }

    init() throws {
        fixture = try OutputFixture()
        var names: [String: String] = [:]
        for (name, word) in [("packs/cats/a@3x.png", "a"), ("packs/dogs/b@3x.png", "b")] {
            names[name] = try fixture.adopt(word)[0]
        }
        publication = Publication(catalog: [], names: names, kept: ["sheets/cats.html"])
        _ = try fixture.publisher.apply(publication)
        try fixture.write("sheet", to: "sheets/cats.html")
    }

    private func examination() throws -> OutputExamination { try OutputExamination(folder, publication) }

    @Test("an intact folder has no differences")
    func intact() throws {
        #expect(try examination().wrong == [:])
        #expect(try examination().unnamed == [])
    }

    @Test("a removed name, and one with other bytes, are wrong, with the asset that they should have")
    func wrong() throws {
        try folder.remove("packs/cats/a@3x.png")
        try folder.remove("packs/dogs/b@3x.png")
        try fixture.write("x", to: "packs/dogs/b@3x.png")
        #expect(try examination().wrong == publication.names.all)
    }

    @Test("a copy with the same bytes is as good as a link")
    func copy() throws {
        try folder.remove("packs/cats/a@3x.png")
        try fixture.write("a", to: "packs/cats/a@3x.png")
        #expect(try examination().wrong == [:])
    }

    @Test(
        "files that the publication does not have are found in every folder",
        arguments: [
            "packs/cats/x@3x.png", "packs/birds/x@3x.png", "packs/birds/deep/er/x.png", "previews/cats/a/white.png",
            "sheets/dogs.html", "assets/x.png", "assets/folder/x.png",
        ])
    func unnamed(name: String) throws {
        try fixture.write("x", to: name)
        #expect(try examination().unnamed == [name])
    }

    @Test("files outside of the published folders are ignored")
    func others() throws {
        try fixture.write("x", to: "notes.txt")
        try fixture.write("x", to: "mine/notes.txt")
        #expect(try examination().unnamed == [])
    }

    @Test("a missing asset that is being rendered again is not wrong")
    func missing() throws {
        var waiting = publication
        let asset = try #require(publication.names.all["packs/cats/a@3x.png"])
        waiting.missing = [asset]
        try folder.remove("packs/cats/a@3x.png")
        try folder.remove(asset)
        #expect(try OutputExamination(folder, waiting).wrong == [:])
        #expect(try examination().wrong == ["packs/cats/a@3x.png": asset])
    }

    @Test("a name outside of the output folder is refused before anything is read")
    func outside() {
        let hostile = Publication(catalog: [], names: ["packs/../../x.png": "assets/x.png"])
        #expect(throws: PublishError.self) { try OutputExamination(folder, hostile) }
    }
}

@Suite("The check of published files")
struct PublishedFilesCheckTests {
    private let fixture: OutputFixture
    private let pack: PackManifest

    /// Publishes a pack with one sticker. The contents of its files match their hashes.
    init() throws {
        let fixture = try OutputFixture()
        var sticker = ManifestSample.sticker("cats", "a")
        sticker.previews = []
        sticker.filmstrip = nil
        sticker.renditions = try ["one", "two", "three"].enumerated().map { place, word in
            var rendition = sticker.renditions[place]
            rendition.path = try fixture.adopt(word)[0]
            rendition.sha256 = Digest.sha256(word)
            return rendition
        }
        let catalog = Catalog(
            generator: "stickerd 9.9.9",
            packs: [Pack(id: "cats", title: "Cats", titles: [:], size: .regular, icon: [], stickers: [sticker])],
            rejected: [])
        let text = try catalog.written()
        var publication = Publication(catalog: text.bytes, names: PublishedNames(catalog))
        publication.manifest = text
        _ = try fixture.publisher.apply(publication)
        var packs: [PackManifest] = []
        try OutputFolder(fixture.out).manifest.eachPack(of: ManifestDocument(json: Data(text.bytes))) {
            packs.append($0)
        }
        pack = try #require(packs.first)
        self.fixture = fixture
    }

    private func check() -> PublishedFilesCheck {
        var check = PublishedFilesCheck(OutputFolder(fixture.out))
        check.check(pack)
        return check
    }

    @Test("an intact pack has no findings, and links are not read twice")
    func intact() {
        let check = check()
        #expect(check.files.isEmpty && check.names.isEmpty && check.unnamed() == [])
        // The files are three assets, two parts, a record and three readable names.
        #expect(check.count == 9 && check.readCount == 6)
    }

    @Test("an asset with other bytes is damaged, and so is the name that is the same file")
    func damaged() throws {
        let rendition = try #require(pack.catalog.packs.first?.stickers.first?.renditions.first)
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: fixture.out + "/" + rendition.path))
        try file.write(contentsOf: Data("ONE".utf8))
        try file.close()
        let check = check()
        #expect(check.files.map(\.name) == [rendition.path])
        #expect(check.files.allSatisfy { $0.fault == .damaged })
        #expect(check.names.map(\.name) == [rendition.name])
        #expect(check.names.allSatisfy { $0.fault == .damaged && $0.isAsset && $0.asset == rendition.path })
    }

    @Test("a removed record is missing, and a removed name too, although its asset is intact")
    func missing() throws {
        let rendition = try #require(pack.catalog.packs.first?.stickers.first?.renditions.first)
        let record = try #require(pack.catalog.origin.encoding?.packs["cats"]?.records.first)
        try OutputFolder(fixture.out).remove(record.path)
        try OutputFolder(fixture.out).remove(rendition.name)
        let check = check()
        #expect(check.files.map(\.name) == [record.path])
        #expect(check.names.map(\.name) == [rendition.name])
        #expect((check.files + check.names).allSatisfy { $0.fault == .missing && !$0.isAsset })
    }

    @Test("files that the manifest does not have are found, except those that wait for their removal")
    func unnamed() throws {
        try fixture.write("x", to: "packs/cats/x.png")
        try fixture.write("x", to: "assets/x.png")
        let retired = "assets/\(Digest.sha256("retired")).png"
        try fixture.write("x", to: retired)
        _ = try RetiredFiles.expired([retired], in: OutputFolder(fixture.out), after: 600, areNew: true)
        #expect(check().unnamed() == ["assets/x.png", "packs/cats/x.png"])
    }
}
