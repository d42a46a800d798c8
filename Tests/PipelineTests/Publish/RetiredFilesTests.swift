import JobModel
import Publishing
import Testing

@Suite("The list of retired files")
struct RetiredFilesTests {
    private let fixture: OutputFixture
    private var folder: OutputFolder { OutputFolder(fixture.out) }

    init() throws {
        fixture = try OutputFixture()
        try OutputFolder(fixture.out).makeFolder("")
    }

    private func asset(_ text: String) -> String { "assets/\(Digest.sha256(text)).json" }

    private func retire(_ names: String...) throws -> Set<String> {
        try RetiredFiles.expired(Set(names), in: folder, after: 600, areNew: true)
    }

    @Test("files that were referenced until now are added to its end, and the list is not rewritten")
    func appended() throws {
        #expect(try retire(asset("one")).isEmpty)
        let before = folder.stamp(of: RetiredFiles.fileName)?.inode
        #expect(try retire(asset("two"), "packs/cats/a.png") == ["packs/cats/a.png"])
        #expect(folder.stamp(of: RetiredFiles.fileName)?.inode == before)
        #expect(RetiredFiles.names(in: folder) == [asset("one"), asset("two")])
    }

    @Test("files that have been listed long enough are removed, and the rest stays listed")
    func expired() throws {
        try fixture.write("1000000000 \(asset("one"))\n", to: RetiredFiles.fileName)
        #expect(try retire(asset("two")) == [asset("one")])
        #expect(RetiredFiles.names(in: folder) == [asset("two")])
    }

    @Test("a line that a process did not write to its end leaves the others as they are")
    func torn() throws {
        #expect(try retire(asset("one")).isEmpty)
        let text = try #require(fixture.text(RetiredFiles.fileName))
        try fixture.write(text + "17954", to: RetiredFiles.fileName)
        #expect(try retire(asset("two")).isEmpty)
        #expect(RetiredFiles.names(in: folder) == [asset("one"), asset("two")])
    }
}
