import PublishedSamples
import StickerManifest
import Testing

@Suite("The changes between two manifests")
struct CatalogChangesTests {
    private func name(_ sticker: String, _ pack: String = "cats") -> StickerName {
        StickerName(pack: pack, sticker: sticker)
    }

    @Test("lists added, removed and replaced stickers")
    func changes() {
        let older = SampleTree.catalog([.init("a"), .init("b"), .init("c")])
        let newer = SampleTree.catalog([.init("d"), .init("b", version: 2), .init("c"), .init("c", pack: "dogs")])
        let changes = newer.changes(since: older)
        #expect(changes.added == [name("d"), name("c", "dogs")])
        #expect(changes.removed == [name("a")] && changes.replaced == [name("b")])
    }

    @Test("is nothing between a manifest and itself")
    func nothing() {
        let catalog = SampleTree.catalog([.init("a")])
        #expect(catalog.changes(since: catalog).isEmpty)
    }
}
