import BuildEngine
import Publishing
import TestSupport
import Testing

@Suite("The published state that a watch knows")
struct PublishedStateTests {
    @Test("a pack that was at rest is included when it is read")
    func include() async throws {
        let library = try await PublishedLibrary()
        let start = try #require(try await library.start())
        var published = PublishedState(start)
        #expect(
            published.catalog?.packs.isEmpty == true
                && published.savedManifest == library.folder.bytes("out/catalog.json"))
        let resting = try #require(start.resting)
        let packs = try #require(
            try await WatchStart.PublishedPacks.read(
                resting.entries(of: ["cats"]), folders: ["cats"], rulesOff: [], publisher: library.publisher,
                ledger: library.ledger))
        published.include(packs, besides: resting)
        #expect(published.catalog?.packIDs == ["cats"] && published.baseline?.packIDs == ["cats"])
        let asset = try #require(published.catalog?.packs.first?.stickers.first?.renditions.first?.path)
        #expect(published.publication?.names.isNamed(asset: asset) == true && published.assets.contains(asset))
    }

    @Test("a pack from another folder, or with a missing part, is not read alone")
    func unreadable() async throws {
        let library = try await PublishedLibrary()
        let resting = try #require(try await library.start()?.resting)
        func read(_ folder: String) async throws -> WatchStart.PublishedPacks? {
            try await WatchStart.PublishedPacks.read(
                resting.entries(of: ["cats"]), folders: [folder], rulesOff: [], publisher: library.publisher,
                ledger: library.ledger)
        }
        #expect(try await read("dogs") == nil)
        #expect(try await read("cats") != nil)
        let part = try #require(resting.entries(of: ["cats"]).first?.review?.first)
        try library.folder.remove("out/" + part.path)
        #expect(try await read("cats") == nil)
    }

    @Test("the manifest on the disk replaces everything that is known")
    func reread() async throws {
        let library = try await PublishedLibrary()
        var published = PublishedState(try #require(try await library.start()))
        published.reread(try library.catalog())
        #expect(published.catalog?.packIDs == ["cats", "dogs"] && published.publication == nil)
    }
}
