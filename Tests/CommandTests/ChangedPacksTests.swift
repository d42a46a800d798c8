import Foundation
import Testing

/// A build after a change works on the packs of the folders that changed.
@Suite struct ChangedPacksTests {
    /// Two packs with one picture in common, built, and unreferenced files removed without a grace period.
    private func library() async throws -> CLIFixture {
        let cli = try CLIFixture()
        for number in 1...3 { try cli.drop(Art.disc(number), as: "cats/Cat \(number).svg") }
        for number in 3...5 { try cli.drop(Art.disc(number), as: "dogs/Dog \(number).svg") }
        #expect(try await cli.build().total("published") == 6)
        return cli
    }

    /// A record of a pack that no other pack has.
    private func record(of pack: String, in cli: CLIFixture) throws -> String {
        let index = try cli.text("out/catalog.json")
        let line = try #require(index.split(separator: "\n").first { $0.contains("\"id\":\"\(pack)\"") })
        let review = try #require(line.range(of: "\"review\":[{").map { line[$0.upperBound...] })
        let digest = try #require(review.range(of: "\"sha256\":\"").map { review[$0.upperBound...].prefix(64) })
        let part = try cli.text("out/assets/\(digest).json")
        // The one of the last sticker: the first has the picture that both packs share.
        let record = try #require(
            part.range(of: "\"sha256\":\"", options: .backwards)
                .map { part[$0.upperBound...].prefix(64) })
        return "out/assets/\(record).json"
    }

    @Test("nothing is read of other packs")
    func alone() async throws {
        let cli = try await library()
        let record = try record(of: "dogs", in: cli)
        // In place, as a disk damages a file.
        let file = try #require(FileHandle(forUpdatingAtPath: cli.file(record)))
        try file.write(contentsOf: Data("#".utf8))
        try file.close()
        try cli.drop(Art.disc(10), as: "cats/Cat 1.svg")
        let build = try await cli.build()
        #expect(build.status == 0)
        #expect(build.total("published") == 6)
        #expect(build.events.filter { $0.kind == "notice" }.isEmpty)
        #expect(try cli.text(record).hasPrefix("#"))
        #expect(try await cli.run("audit").status == 1)
    }

    @Test("files that another pack shares with the changed one stay, and all others are removed")
    func shared() async throws {
        let cli = try await library()
        try cli.remove("drop/cats/Cat 3.svg")
        try cli.drop(Art.disc(11), as: "cats/Cat 2.svg")
        #expect(try await cli.build().total("published") == 5)
        #expect(try cli.out.faults() == [])
        #expect(try await cli.run("audit").status == 0)
        try cli.remove("drop/dogs")
        #expect(try await cli.build().total("published") == 2)
        #expect(try cli.out.faults() == [])
    }

    @Test("it publishes the same as a build of everything")
    func same() async throws {
        let cli = try await library()
        try cli.drop(Art.disc(10), as: "cats/Cat 1.svg")
        try cli.drop("{\"title\": \"Hounds\"}", as: "dogs/pack.json")
        try cli.drop(["new pack/New.svg": 12, "At the root.svg": 13])
        try await cli.build()
        let before = try cli.out.contents
        try cli.remove(".out.stickerd/ledger.sqlite")
        try await cli.build()
        #expect(OutTree.differences(try cli.out.contents, before) == [])
    }

    @Test("an icon and a pack's settings count as a change of the pack")
    func icon() async throws {
        let cli = try await library()
        try cli.drop(Art.disc(20), as: "cats/icon.svg")
        try await cli.build()
        #expect(try cli.text("out/catalog.json").contains("\"icon\""))
        try cli.remove("drop/cats/icon.svg")
        try await cli.build()
        #expect(try !cli.text("out/catalog.json").contains("\"icon\""))
        #expect(try cli.out.faults() == [])
    }
}
