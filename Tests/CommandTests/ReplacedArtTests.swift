import Foundation
import TestSupport
import Testing

/// Tests a sticker whose art is replaced by art of another format that is rejected. The published sticker remains
/// unchanged.
@Suite struct ReplacedArtTests {
    private static let blank = "<svg xmlns='http://www.w3.org/2000/svg' width='64' height='64'></svg>\n"

    /// A watch of a library in which a sticker's art was replaced by rejected art, so that the sticker is kept.
    private func replaced() async throws -> (cli: CLIFixture, watch: EngineWatch) {
        let cli = try CLIFixture(Settings.withoutGrace)
        try cli.drop(Art.disc(1), as: "cats/Other.svg")
        try cli.drop(Art.png(320), as: "cats/Leaf.png")
        let watch = try await cli.engineWatch()
        try await eventually("cats/Leaf.png is not published") { try watch.count("published", "cats/Leaf.png") == 1 }
        try cli.drop(Self.blank, as: "cats/Leaf.svg")
        try await eventually("the rejection of cats/Leaf.svg is not reported") {
            try watch.count("rejected", "cats/Leaf.svg") == 1
        }
        try cli.remove("drop/cats/Leaf.png")
        return (cli, watch)
    }

    @Test("a sticker that stays for rejected art is removed with this art, whatever is published at the same time")
    func goes() async throws {
        let (cli, watch) = try await replaced()
        try cli.drop(Art.disc(2), as: "cats/Other.svg")
        try await eventually("cats/Other.svg is not published") { try watch.count("published", "cats/Other.svg") == 2 }
        #expect(try cli.sticker("cats", "leaf") != nil)
        #expect(try watch.count("retired") == 0)
        try cli.drop(Art.disc(3), as: "cats/Other.svg")
        try cli.remove("drop/cats/Leaf.svg")
        try await eventually("the sticker is not removed") { try cli.sticker("cats", "leaf") == nil }
        try await eventually("the removal of the sticker of cats/Leaf.png is not reported") {
            try watch.count("retired", "cats/Leaf.png") == 1
        }
        try await watch.stop()
        #expect(try cli.out.faults() == [])
    }

    @Test("a sticker that stays for rejected art is removed with it, even if another pack now has the folder's name")
    func goesFromARenamedFolder() async throws {
        let (cli, watch) = try await replaced()
        try cli.move("drop/cats", to: "drop/CATS")
        try await eventually("the renamed folder is not published") {
            try cli.source("cats", "other") == "CATS/Other.svg"
        }
        #expect(try cli.source("cats", "leaf") == "cats/Leaf.png")
        try cli.drop(Art.disc(2), as: "cats/New.svg")
        try await eventually("the new folder is not published") { try cli.source("cats-2", "new") != nil }
        #expect(try cli.source("cats", "leaf") == "cats/Leaf.png")
        try await watch.stop()
        // At first, the sticker is kept, because the incomplete file could be the missing art.
        try cli.remove("drop/CATS/Leaf.svg")
        try cli.drop(Array(Art.png(320).prefix(40)), as: "cats/Half.png")
        let next = try await cli.engineWatch()
        try await eventually("the sticker is not removed") { try cli.source("cats", "leaf") == nil }
        try await next.stop()
        #expect(try cli.out.faults() == [])
    }
}

extension CLIFixture {
    /// The path of the art from which a sticker was made. Nil if there is no such sticker.
    fileprivate func source(_ pack: String, _ sticker: String) throws -> String? {
        try self.sticker(pack, sticker)?.source.path
    }
}
