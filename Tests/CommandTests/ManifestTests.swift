import Foundation
import Publishing
import StickerManifest
import Testing

/// Tests the divided manifest on the command line: `stickerd manifest`, manifests of earlier versions, and unused files
/// that are kept for a while.
@Suite struct ManifestTests {
    /// Converts the published files to the format of an earlier version of stickerd.
    private func makeFlat(_ cli: CLIFixture) throws -> Catalog {
        let catalog = try cli.catalog()
        for document in try cli.out.documents() { try cli.remove("out/" + document) }
        try cli.put([UInt8](catalog.json()), at: "out/catalog.json")
        return catalog
    }

    private func built(_ settings: Settings = Settings()) async throws -> CLIFixture {
        let cli = try await CLIFixture.built(["cats/One.svg": 1, "cats/Two.svg": 2, "dogs/Three.svg": 3], settings)
        return cli
    }

    @Test("stickerd manifest prints everything as one document, which follows the schema of version 1")
    func flat() async throws {
        let (cli, _) = try await SharedBuild.built
        let ending = try await cli.run("manifest")
        #expect(ending.status == 0)
        #expect(try Catalog(json: Data(ending.output.utf8)) == cli.catalog())
        let apps = try await cli.run("manifest", "--apps")
        #expect(try Catalog(json: Data(apps.output.utf8)) == cli.catalog().delivered)
        guard SchemaCheck.isInstalled else { return }
        let copy = try CLIFixture()
        try copy.put(ending.output, at: "flat.json")
        #expect(try await SchemaCheck.problems(of: copy.file("flat.json"), by: "catalog") == "")
    }

    @Test("stickerd manifest reports that nothing is published")
    func nothing() async throws {
        let ending = try await CLIFixture().run("manifest")
        #expect(ending.status == 3 && ending.complaint.contains("catalog.json is missing"))
    }

    @Test("after an upgrade the next build renders nothing, and has the result of a current build")
    func upgrade() async throws {
        let cli = try await built()
        let today = try cli.out.contents
        _ = try makeFlat(cli)
        let build = try await cli.build()
        #expect(build.status == 0 && build.total("rendered") == 0)
        #expect(OutTree.differences(try cli.out.contents, today).filter { !$0.hasPrefix("report.") } == [])
        #expect(try await cli.run("audit").status == 0)
    }

    @Test("a rollback to a state of an earlier version works, and forward again")
    func earlierSnapshot() async throws {
        let cli = try await built()
        let before = try makeFlat(cli)
        try cli.drop(Art.disc(4), as: "dogs/Three.svg")
        #expect(try await cli.build().status == 0)
        let after = try cli.catalog()
        // The second snapshot is the previous state.
        let states = try await cli.history().compactMap { $0.text("id") }
        #expect(try await cli.run("rollback", states[1]).status == 0)
        #expect(try cli.catalog() == before)
        #expect(try cli.out.faults() == [])
        #expect(try await cli.run("rollback", "--release").status == 0)
        #expect(try await cli.build().status == 0)
        #expect(try cli.catalog() == after && cli.out.faults() == [])
    }

    @Test("one sticker of another look: two parts and one record change")
    func oneChange() async throws {
        let cli = try await built()
        let before = try cli.out.documents()
        try cli.drop(Art.disc(5), as: "dogs/Three.svg")
        try await cli.build()
        let after = try cli.out.documents()
        #expect(before.subtracting(after).count == 3 && after.subtracting(before).count == 3)
    }

    @Test("files of the previous manifest stay for some minutes, and audit, verify and rebuild accept them")
    func kept() async throws {
        var settings = Settings()
        settings.keepMinutes = 10
        let cli = try await built(settings)
        let before = try cli.out.files.filter { $0.hasPrefix("assets/") }
        try cli.remove("drop/cats/Two.svg")
        try cli.drop(Art.disc(5), as: "dogs/Three.svg")
        try await cli.build()
        #expect(try before.subtracting(cli.out.files) == [])
        #expect(try await cli.run("audit").status == 0)
        #expect(try await cli.run("verify", "out").status == 0)
        #expect(try await cli.rebuild().status == 0)
        #expect(try before.subtracting(cli.out.files) == [])
        settings.keepMinutes = 0
        try cli.configure(settings)
        try cli.drop(Art.disc(6), as: "dogs/Three.svg")
        try await cli.build()
        let named = try Set(cli.catalog().promises.map(\.path)).union(cli.out.documents())
        #expect(try cli.out.files.filter { $0.hasPrefix("assets/") } == named)
    }

    @Test("a record, a part or an index that is damaged is found by audit, and a build or rebuild writes it again")
    func damaged() async throws {
        let cli = try await built()
        let whole = try cli.out.contents
        let index = try JSONDecoder().decode(ManifestIndex.self, from: cli.read("out/catalog.json"))
        let review = try #require(index.packs[0].review?.first)
        let app = try #require(index.packs[1].app?.first)
        let lines = try JSONDecoder().decode(ReviewPart.self, from: cli.read("out/\(review.path)"))
        for part in [lines.stickers[0].record, review, app] {
            try cli.remove("out/\(part.path)")
            let audit = try await cli.run("audit")
            #expect(audit.status == 1 && audit.output.contains(part.name))
            #expect(try await cli.build().status == 0)
            #expect(OutTree.differences(try cli.out.contents, whole).filter { !$0.hasPrefix("report.") } == [])
            try cli.put("{}", at: "out/\(part.path)")
            #expect(try await cli.run("audit").status == 1)
            _ = try await cli.rebuild()
            #expect(OutTree.differences(try cli.out.contents, whole).filter { !$0.hasPrefix("report.") } == [])
        }
        #expect(try await cli.run("audit").status == 0)
    }
}
