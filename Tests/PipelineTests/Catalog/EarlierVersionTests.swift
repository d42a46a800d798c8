import JobModel
import Publishing
import StickerConfiguration
import StickerManifest
import Testing

@Suite("The last good version stays published")
struct EarlierVersionTests {
    private typealias Samples = CatalogSamples

    private let published = CatalogSamples.catalog([
        CatalogSamples.entry("cats/a.png"), CatalogSamples.entry("cats/b.png"),
    ])

    @Test("until a good one replaces it, and the rejection mentions it")
    func kept() {
        let catalog = Samples.catalog(
            [Samples.entry("cats/a.png", result: Samples.refused), Samples.entry("cats/b.png")], previous: published)
        #expect(catalog.packs == published.packs)
        #expect(catalog.rejected.map(\.path) == ["cats/a.png"])
        #expect(catalog.rejected.map(\.keepsEarlierVersion) == [true])
    }

    @Test("and is replaced by the next good one")
    func replaced() {
        let catalog = Samples.catalog(
            [Samples.entry("cats/a.png", result: Samples.result("new")), Samples.entry("cats/b.png")],
            previous: published)
        #expect(catalog.packs[0].stickers[0].pixels == "new")
        #expect(catalog.rejected == [])
    }

    @Test("but is removed when its source is removed")
    func removed() {
        let catalog = Samples.catalog([Samples.entry("cats/b.png")], previous: published)
        #expect(catalog.packs[0].stickers.map(\.id) == ["b"])
    }

    @Test("even if pack.json gives it another position")
    func order() {
        let catalog = Samples.catalog(
            [Samples.entry("cats/a.png", result: Samples.refused), Samples.entry("cats/b.png")],
            settings: PackSettings(order: ["b", "a"]), previous: published)
        #expect(catalog.packs[0].stickers.map(\.id) == ["b", "a"])
    }

    @Test("only as long as all of its files exist")
    func filesGone() throws {
        let sticker = published.packs[0].stickers[0]
        for path in sticker.renditions.map(\.path) + sticker.previews.map(\.path) {
            let catalog = Samples.catalog(
                [Samples.entry("cats/a.png", result: Samples.refused)], previous: published,
                assets: published.assets.subtracting([path]))
            #expect(catalog.packs == [])
            #expect(catalog.rejected.map(\.keepsEarlierVersion) == [false])
        }
    }

    @Test("while its source cannot be judged")
    func waiting() {
        let assembler = CatalogAssembler(
            configuration: Samples.configuration, previous: published, assets: AssetNames(published.assets))
        let catalog = assembler.assemble(
            packs: [Samples.pack("cats")], entries: [Samples.entry("cats/b.png")],
            waiting: [Samples.art("cats/a.png"), Samples.art("cats/new.png")])
        #expect(catalog.packs == published.packs)
        #expect(catalog.rejected == [])
    }

    @Test("when its whole folder cannot be read, but not when the folder is removed")
    func unreadableFolder() {
        let assembler = CatalogAssembler(
            configuration: Samples.configuration, previous: published, assets: AssetNames(published.assets))
        let empty = assembler.assemble(packs: [], entries: [])
        #expect(assembler.keeping(empty, unreadable: ["cats"]).packs == published.packs)
        #expect(assembler.keeping(empty, unreadable: ["cat", "dogs"]).packs == [])
        #expect(assembler.keeping(empty, unreadable: []).packs == [])
    }

    @Test("a result that is read from a published sticker gives the same sticker again")
    func roundTrip() {
        let noticed = Samples.result(
            "x", findings: [Rule.touchesEdge.finding("\(RuleFinding.pathToken) touches.", measured: 40)])
        let entry = Samples.entry(
            "cats/a.jpg", sidecar: Sidecar(label: String(repeating: "x", count: 20)), result: noticed)
        let first = Samples.catalog([entry])
        let sticker = first.packs[0].stickers[0]
        let again = Samples.entry(entry.art, StickerResult(of: sticker), fingerprint: sticker.fingerprint)
        #expect(Samples.catalog([again]) == first)
        #expect(sticker.findings.map(\.rule) == ["wrong-extension", "touches-edge"])
    }
}
