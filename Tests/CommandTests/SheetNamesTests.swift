import Foundation
import Testing

@Suite("Names of sheets")
struct SheetNamesTests {
    @Test("the second page of one pack and the first of another named like it are both there")
    func secondPage() async throws {
        let workshop = try Workshop(Settings(backgrounds: ["white": "#ffffff"]))
        // A page has room for eight.
        for number in 0..<9 { try workshop.drop(Art.disc(number), as: "cats/Disc \(number).svg") }
        try workshop.drop(Art.disc(20), as: "cats-2/Disc.svg")
        try #require(try await workshop.build().status == 0)
        for page in ["cats.png", "cats.2.png", "cats.html", "cats-2.png", "cats-2.html"] {
            #expect(workshop.has("out/sheets/\(page)"))
        }
        #expect(try workshop.read("out/sheets/cats.2.png") != workshop.read("out/sheets/cats-2.png"))
        // Nothing is drawn again, and nothing goes.
        let sheets = try FileManager.default.contentsOfDirectory(atPath: workshop.file("out/sheets")).sorted()
        try workshop.drop(Art.disc(21), as: "dogs/Disc.svg")
        try #require(try await workshop.build().status == 0)
        let later = try FileManager.default.contentsOfDirectory(atPath: workshop.file("out/sheets")).sorted()
        #expect(Set(later).subtracting(sheets) == ["dogs.html", "dogs.png"])
        #expect(Set(sheets).isSubset(of: later))
    }
}
