import Foundation
import Publishing
import Testing

@Suite("The stamp of an output folder")
struct OutputStampTests {
    private let names = ["packs/cats/a@3x.png": "one", "previews/cats/a/white.png": "two"]

    private func published() throws -> OutputFixture {
        let fixture = try OutputFixture()
        try fixture.publish(names, files: ["report.html": "hello", "sheets/cats.html": "sheet"])
        return fixture
    }

    private func stamp(_ fixture: OutputFixture) -> String? { OutputFolder(fixture.out).stamps()?.text }

    @Test("stays while nothing is touched, and for files on their way")
    func same() throws {
        let fixture = try published()
        let before = try #require(stamp(fixture))
        try fixture.write("half", to: ".staging-77/x.png")
        try fixture.write("half", to: "catalog.json.77.part")
        #expect(stamp(fixture) == before)
    }

    @Test(
        "changes when a file is removed, or put in the place of one",
        arguments: [
            "packs/cats/a@3x.png", "previews/cats/a/white.png", "report.html", "sheets/cats.html", "catalog.json",
        ])
    func touched(name: String) throws {
        let fixture = try published()
        let before = stamp(fixture)
        let text = try #require(fixture.text(name))
        try FileManager.default.removeItem(atPath: fixture.out + "/" + name)
        let without = stamp(fixture)
        #expect(without != before)
        try fixture.write(text, to: name)
        #expect(stamp(fixture) != before)
        #expect(stamp(fixture) != without)
    }

    @Test("changes when a file is added")
    func added() throws {
        let fixture = try published()
        let before = stamp(fixture)
        try fixture.write("more", to: "packs/cats/b@3x.png")
        #expect(stamp(fixture) != before)
    }
}
