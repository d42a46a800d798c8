import Foundation
import TestSupport
import Testing

/// A build requires a confirmation before it removes most of a library, by the same rule as a watch.
@Suite struct BuildRemovalTests {
    private func built(_ count: Int) async throws -> CLIFixture {
        let cli = try CLIFixture()
        for number in 0..<count { try cli.drop(Art.disc(number), as: "cats/Disc \(number).svg") }
        #expect(try await cli.build().status == 0)
        return cli
    }

    @Test("if most sources are missing a build removes none, continues with the rest, and ends with status 1")
    func held() async throws {
        let cli = try await built(6)
        for number in 0..<5 { try cli.remove("drop/cats/Disc \(number).svg") }
        try cli.drop(Art.disc(20), as: "cats/New.svg")
        for _ in 0..<2 {
            #expect(try await cli.build().status == 1)
            #expect(try cli.catalog().packs.first?.stickers.count == 7)
        }
        #expect(try await cli.run("accept-removals").status == 0)
        #expect(try await cli.build().status == 0)
        #expect(try cli.catalog().packs.first?.stickers.count == 2)
    }

    @Test("sources that return end the hold")
    func back() async throws {
        let cli = try await built(6)
        let kept = cli.file("kept")
        try FileManager.default.moveItem(atPath: cli.file("drop/cats"), toPath: kept)
        try cli.drop(Art.disc(20), as: "dogs/New.svg")
        #expect(try await cli.build().status == 1)
        #expect(try cli.catalog().packs.count == 2)
        try FileManager.default.moveItem(atPath: kept, toPath: cli.file("drop/cats"))
        #expect(try await cli.build().status == 0)
        #expect(try cli.catalog().packs.map(\.stickers.count) == [6, 1])
    }

    @Test("a few missing ones are removed immediately")
    func few() async throws {
        let cli = try await built(6)
        for number in 0..<2 { try cli.remove("drop/cats/Disc \(number).svg") }
        #expect(try await cli.build().status == 0)
        #expect(try cli.catalog().packs.first?.stickers.count == 4)
    }

    @Test("a watch that starts on an emptied drop folder keeps a small library that a build made")
    func emptiedBeforeWatch() async throws {
        let cli = try await built(3)
        try FileManager.default.moveItem(atPath: cli.file("drop"), toPath: cli.file("away"))
        try FileManager.default.createDirectory(atPath: cli.file("drop"), withIntermediateDirectories: true)
        let watch = try await cli.engineWatch()
        try await eventually("the hold on removals is not reported") { try watch.count("frozen") == 1 }
        #expect(try cli.catalog().packs.first?.stickers.count == 3)
        try await watch.stop()
    }
}
