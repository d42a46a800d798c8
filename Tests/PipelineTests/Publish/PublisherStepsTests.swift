import JobModel
import Publishing
import Testing

@Suite("The steps of a publication")
struct PublisherStepsTests {
    private let fixture: OutputFixture
    private var folder: OutputFolder { OutputFolder(fixture.out) }

    init() throws {
        fixture = try OutputFixture()
    }

    private func steps(_ publication: Publication, after last: Publication? = nil) throws -> [PublishStep] {
        var steps: [PublishStep] = []
        _ = try fixture.publisher.apply(publication, after: last) { steps.append($0) }
        return steps
    }

    private func publication(_ catalog: String, _ words: [String: String]) throws -> Publication {
        var names: [String: String] = [:]
        for (name, word) in words { names[name] = try fixture.adopt(word)[0] }
        return Publication(catalog: Array(catalog.utf8), names: names, files: ["report.html": Array("r".utf8)])
    }

    @Test("files come before the manifest, the manifest before the pages, and removals are last")
    func order() throws {
        let steps = try steps(publication("one", ["packs/cats/a@3x.png": "a"]))
        #expect(steps == [.names, .sync, .manifest, .syncFolder, .pages, .removal])
        #expect(steps == PublishStep.allCases.filter(steps.contains))
    }

    @Test("the manifest is only replaced by another one, and a missing name is only made again")
    func sameManifest() throws {
        let publication = try publication("one", ["packs/cats/a@3x.png": "a"])
        _ = try fixture.publisher.apply(publication)
        #expect(try steps(publication) == [.names, .pages, .removal])
        try folder.remove("packs/cats/a@3x.png")
        #expect(try steps(publication) == [.names, .sync, .pages, .removal])
        #expect(fixture.text("packs/cats/a@3x.png") == "a")
    }

    @Test("at the step that replaces the manifest, its files have their names and the old ones are still there")
    func readers() throws {
        let first = try publication("one", ["packs/cats/a@3x.png": "a"])
        _ = try fixture.publisher.apply(first)
        let next = try publication("two", ["packs/cats/b@3x.png": "b"])
        var seen: [PublishStep: [String?]] = [:]
        _ = try fixture.publisher.apply(next) { step in
            seen[step] = ["catalog.json", "packs/cats/a@3x.png", "packs/cats/b@3x.png"].map(fixture.text)
        }
        #expect(seen[.manifest] == ["one", "a", "b"])
        #expect(seen[.removal] == ["two", "a", "b"])
        #expect(fixture.text("packs/cats/a@3x.png") == nil)
    }

    @Test("files and bytes are counted as they are written, and a second time there are none")
    func work() throws {
        let publication = try publication("one", ["packs/cats/a@3x.png": "a", "packs/cats/b@3x.png": "b"])
        let work: FileWork = try fixture.publisher.apply(publication)
        // The publication writes two names, the manifest and the report.
        #expect(work.files == 4 && work.bytes == 1 && work.manifestBytes == 3)
        #expect(try fixture.publisher.apply(publication) == FileWork())
    }
}

@Suite("The output folder's files")
struct OutputFolderTests {
    private let fixture: OutputFixture
    private let folder: OutputFolder

    init() throws {
        fixture = try OutputFixture()
        folder = OutputFolder(fixture.out)
        try folder.makeFolder("")
    }

    @Test("readers see the old bytes until a draft replaces them")
    func draft() throws {
        try folder.write(Array("old".utf8), to: "catalog.json")
        let draft: OutputFolder.Draft = try folder.draft(Array("new".utf8), of: "catalog.json", isDurable: false)
        #expect(fixture.text("catalog.json") == "old")
        try draft.replace()
        #expect(fixture.text("catalog.json") == "new")
        #expect(folder.children() == ["catalog.json"])
    }

    @Test("a discarded draft leaves nothing behind")
    func discarded() throws {
        try folder.draft(Array("new".utf8), of: "catalog.json", isDurable: false).discard()
        #expect(folder.children() == [])
    }

    @Test("a draft that cannot be moved to its name is removed")
    func notReplaced() throws {
        try folder.makeFolder("catalog.json/inside")
        let draft = try folder.draft(Array("new".utf8), of: "catalog.json", isDurable: false)
        #expect(throws: PublishError.self) { try draft.replace() }
        #expect(folder.children() == ["catalog.json"])
    }

    @Test("the entries of a folder say which are folders, and links to the same file have one number")
    func entries() throws {
        try folder.write([1], to: "a.png")
        try folder.link("a.png", as: "b.png")
        try folder.write([1], to: "c.png")
        try folder.makeFolder("d")
        var entries: [String: OutputFolder.Entry] = [:]
        folder.visit("") { entries[$0.name] = $0 }
        #expect(entries.keys.sorted() == ["a.png", "b.png", "c.png", "d"])
        #expect(entries.values.filter(\.isFolder).map(\.name) == ["d"])
        #expect(entries["a.png"]?.inode == entries["b.png"]?.inode)
        #expect(entries["a.png"]?.inode != entries["c.png"]?.inode)
    }

    @Test("a folder that does not exist has no entries")
    func noFolder() {
        var count = 0
        folder.visit("missing") { _ in count += 1 }
        #expect(count == 0)
    }
}
