import Foundation
import Publishing
import Snapshots
import StickerManifest
import TestSupport
import Testing

@Suite("The files of a new snapshot")
struct SnapshotSavingTests {
    /// Collects the files of the published state.
    private func saving(_ library: PublishedLibrary, after last: Snapshot?) throws -> (SnapshotSaving, isComplete: Bool)
    {
        let json = try #require(library.folder.bytes("out/catalog.json"))
        var saving = SnapshotSaving(store: SnapshotStore(library.configuration), last: last)
        let isComplete = try saving.take(try ManifestDocument(json: Data(json)), json: json)
        return (saving, isComplete)
    }

    @Test("of an unchanged state are those of the last one: no pack is listed, and no file is added")
    func unchanged() async throws {
        let library = try await PublishedLibrary()
        let last = try #require(SnapshotStore(library.configuration).all().first)
        let (saving, isComplete) = try saving(library, after: last)
        #expect(isComplete && saving.added.isEmpty && saving.work.packsListed == 0 && saving.work.filesAdded == 0)
    }

    @Test("are listed and added only for the packs that changed")
    func onePack() async throws {
        let library = try await PublishedLibrary()
        let store = SnapshotStore(library.configuration)
        let last = try #require(store.all().first)
        try await library.publish(["cats": ["Cat.png", "Kitten.png"], "dogs": ["Dog.png", "Puppy.png"]])
        try store.folder.remove(try #require(store.all().first).id + ".json")
        let (saving, isComplete) = try saving(library, after: last)
        #expect(isComplete && saving.work.packsListed == 1)
    }

    @Test("are incomplete if one of the manifest is missing")
    func missing() async throws {
        let library = try await PublishedLibrary()
        let asset = try #require(try library.catalog().packs.first?.stickers.first?.renditions.first?.path)
        try library.folder.remove("out/" + asset)
        try library.folder.remove("state/snapshots")
        try SnapshotStore(library.configuration).folder.makeFolder("files")
        #expect(try !saving(library, after: nil).isComplete)
    }
}
