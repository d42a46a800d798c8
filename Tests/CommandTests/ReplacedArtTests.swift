import Foundation
import TestSupport
import Testing

/// Art of another format takes the place of a sticker's art, and is rejected: the sticker stays as it was.
@Suite struct ReplacedArtTests {
    private static let blank = "<svg xmlns='http://www.w3.org/2000/svg' width='64' height='64'></svg>\n"

    @Test("a sticker that stays for art that is rejected goes with this art, whatever else is published with it")
    func goes() async throws {
        let cli = try CLIFixture(
            Settings(watch: ["quietMilliseconds": "50", "retireAfterSeconds": "0", "massChangeShare": "1"]))
        try cli.drop(Art.disc(1), as: "cats/Other.svg")
        try cli.drop(Art.png(320), as: "cats/Leaf.png")
        let watch = try await cli.watch()
        try await eventually("it is not published") { try watch.count("published", "cats/Leaf.png") == 1 }
        try cli.drop(Self.blank, as: "cats/Leaf.svg")
        try await eventually("it is not rejected") { try watch.count("rejected", "cats/Leaf.svg") == 1 }
        try cli.remove("drop/cats/Leaf.png")
        try cli.drop(Art.disc(2), as: "cats/Other.svg")
        try await eventually("it is not published") { try watch.count("published", "cats/Other.svg") == 2 }
        #expect(try cli.sticker("cats", "leaf") != nil)
        #expect(try watch.count("retired") == 0)
        try cli.drop(Art.disc(3), as: "cats/Other.svg")
        try cli.remove("drop/cats/Leaf.svg")
        try await eventually("it stays") { try cli.sticker("cats", "leaf") == nil }
        try await eventually("it is not said") { try watch.count("retired", "cats/Leaf.png") == 1 }
        try await watch.stop()
        #expect(try cli.out.faults() == [])
    }
}
