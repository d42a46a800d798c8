import Foundation
import Testing

@Suite("Names of sheets")
struct SheetNamesTests {
    @Test("the second page of one pack and the first of another with a similar name both exist")
    func secondPage() async throws {
        let cli = try CLIFixture(Settings(backgrounds: ["white": "#ffffff"]))
        // A page shows at most eight stickers, so the pack has two pages.
        try cli.drop(.numbered(0..<9))
        try cli.drop(Art.disc(20), as: "cats-2/Disc.svg")
        try #require(try await cli.build().status == 0)
        for page in ["cats.png", "cats.2.png", "cats.html", "cats-2.png", "cats-2.html"] {
            #expect(cli.has("out/sheets/\(page)"))
        }
        #expect(try cli.read("out/sheets/cats.2.png") != cli.read("out/sheets/cats-2.png"))
        // The next build neither draws these sheets again nor removes them.
        let sheets = try FileManager.default.contentsOfDirectory(atPath: cli.file("out/sheets")).sorted()
        try cli.drop(Art.disc(21), as: "dogs/Disc.svg")
        try #require(try await cli.build().status == 0)
        let later = try FileManager.default.contentsOfDirectory(atPath: cli.file("out/sheets")).sorted()
        #expect(Set(later).subtracting(sheets) == ["dogs.html", "dogs.png"])
        #expect(Set(sheets).isSubset(of: later))
    }

    @Test("a pack without drawn sheets has a page with the way to get them")
    func withoutPictures() async throws {
        let cli = try CLIFixture(Settings(backgrounds: ["white": "#ffffff"]), discs: ["cats/Disc.svg": 1])
        try #require(try await cli.build().status == 0)
        #expect(cli.has("out/sheets/cats.png"))
        try cli.configure(Settings(backgrounds: ["white": "#ffffff"], sheets: ["pictures": "\"never\""]))
        try #require(try await cli.build().status == 0)
        #expect(!cli.has("out/sheets/cats.png"))
        let page = String(decoding: try cli.read("out/sheets/cats.html"), as: UTF8.self)
        #expect(page.contains("stickerd sheet --pack cats -o cats.pdf"))
    }
}
