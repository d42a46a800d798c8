import Intake
import JobModel
import Publishing
import StickerConfiguration
import StickerManifest
import Testing

@Suite("Putting the manifest together")
struct CatalogAssemblerTests {
    private typealias Samples = CatalogSamples

    @Test("a sticker contains the facts about its source and its files")
    func sticker() throws {
        let catalog = Samples.catalog([Samples.entry("cats/Happy Cat.png")])
        let sticker = try #require(catalog.packs.first?.stickers.first)
        #expect(sticker.id == "happy-cat")
        #expect(sticker.label == "Happy Cat")
        #expect(
            sticker.source
                == SourceArt(
                    path: "cats/Happy Cat.png", sha256: "s", bytes: 1234, format: "png", width: 640, height: 480))
        #expect(sticker.renditions.map(\.scale) == [3, 2, 1])
        #expect(sticker.renditions.map(\.name) == [3, 2, 1].map { "packs/cats/happy-cat@\($0)x.png" })
        #expect(sticker.renditions[0].path == "assets/cats/Happy Cat.png-3.png")
        #expect(sticker.previews.map(\.name) == ["white", "photo"].map { "previews/cats/happy-cat/\($0).png" })
        #expect(sticker.fingerprint == "f")
        #expect(sticker.animation == nil)
    }

    @Test("the order is that of pack.json, followed by the others by id")
    func order() {
        let entries = ["a", "b", "c", "d"].map { Samples.entry("cats/\($0).png") }
        let settings = PackSettings(order: ["d", "B.png", "missing"])
        let catalog = Samples.catalog(entries, settings: settings)
        #expect(catalog.packs[0].stickers.map(\.id) == ["d", "b", "a", "c"])
        #expect(Samples.catalog(entries).packs[0].stickers.map(\.id) == ["a", "b", "c", "d"])
    }

    @Test("a name that pack.json has twice counts at its first position")
    func orderTwice() {
        let entries = ["a", "b"].map { Samples.entry("cats/\($0).png") }
        let catalog = Samples.catalog(entries, settings: PackSettings(order: ["b", "a", "b"]))
        #expect(catalog.packs[0].stickers.map(\.id) == ["b", "a"])
    }

    @Test("packs are in the order of their ids, and one without stickers is left out")
    func packs() {
        let assembler = CatalogAssembler(configuration: Samples.configuration, previous: nil, assets: [])
        let catalog = assembler.assemble(
            packs: [Samples.pack("dogs"), Samples.pack("empty"), Samples.pack("cats")],
            entries: [Samples.entry("cats/a.png"), Samples.entry("dogs/a.png", pack: "dogs")])
        #expect(catalog.packs.map(\.id) == ["cats", "dogs"])
    }

    @Test("a pack's title is that of pack.json, else its folder's name, and for the root a word")
    func titles() {
        let assembler = CatalogAssembler(configuration: Samples.configuration, previous: nil, assets: [])
        let packs = [
            Samples.pack("a", PackSettings(title: "All Cats", titles: ["de": "Katzen"]), folder: "A"),
            Samples.pack("b", folder: "Büro Cats"), Samples.pack("default", folder: ""),
        ]
        let catalog = assembler.assemble(
            packs: packs, entries: packs.map { Samples.entry("\($0.folder)/x.png", pack: $0.id) })
        #expect(catalog.packs.map(\.title) == ["All Cats", "Büro Cats", "Stickers"])
        #expect(catalog.packs[0].titles == ["de": "Katzen"])
    }

    @Test("a pack's size is that of pack.json, else the configuration's")
    func sizes() {
        let entries = [Samples.entry("cats/a.png")]
        #expect(Samples.catalog(entries, settings: PackSettings(size: .large)).packs[0].size == .large)
        var configuration = Samples.configuration
        configuration.recipe.size = .small
        #expect(Samples.catalog(entries, configuration: configuration).packs[0].size == .small)
    }

    @Test("labels come from the sidecar, else from the name")
    func labels() {
        let sidecar = Sidecar(label: "A happy cat", labels: ["fr": "Un chat heureux"])
        let stickers = Samples.catalog([
            Samples.entry("cats/a.png", sidecar: sidecar), Samples.entry("cats/Grumpy Cat.png"),
        ]).packs[0].stickers
        #expect(stickers.map(\.label) == ["A happy cat", "Grumpy Cat"])
        #expect(stickers[0].labels == ["fr": "Un chat heureux"])
    }

    @Test("icons belong to their packs")
    func icons() {
        let icon = IconRendition(
            path: "assets/i.png", name: "packs/cats/icon/58x58.png", width: 58, height: 58, bytes: 1, sha256: "i")
        let catalog = CatalogAssembler(configuration: Samples.configuration, previous: nil, assets: []).assemble(
            packs: [Samples.pack("cats"), Samples.pack("dogs")],
            entries: [Samples.entry("cats/a.png"), Samples.entry("dogs/a.png", pack: "dogs")], icons: ["cats": [icon]])
        #expect(catalog.packs.map(\.icon) == [[icon], []])
    }

    @Test("a finding with the level of an error excludes a sticker, and a warning is published with it")
    func levels() {
        let noticed = Samples.result("x", findings: [Rule.touchesEdge.finding("\(RuleFinding.pathToken) touches.")])
        let entries = [Samples.entry("cats/a.png", result: noticed)]
        let warned = Samples.catalog(entries)
        #expect(warned.packs[0].stickers[0].findings.map(\.message) == ["cats/a.png touches."])
        #expect(warned.rejected == [])
        var configuration = Samples.configuration
        configuration.rules.levels = ["touches-edge": .error]
        let refused = Samples.catalog(entries, configuration: configuration)
        #expect(refused.packs == [])
        #expect(refused.rejected.map(\.findings).map { $0.map(\.level) } == [[.error]])
        configuration.rules.levels = ["touches-edge": .off]
        let silent = Samples.catalog(entries, configuration: configuration)
        #expect(silent.packs[0].stickers[0].findings == [])
        #expect(silent.rulesOff.contains("touches-edge"))
    }

    @Test("an error in a pack's settings excludes all of its stickers")
    func badPack() {
        var pack = Samples.pack("cats")
        pack.findings = [Rule.badPackFile.finding("cats/pack.json: not JSON.")]
        let catalog = CatalogAssembler(configuration: Samples.configuration, previous: nil, assets: []).assemble(
            packs: [pack], entries: [Samples.entry("cats/a.png"), Samples.entry("cats/b.png")])
        #expect(catalog.packs == [])
        #expect(catalog.rejected.map(\.path) == ["cats/a.png", "cats/b.png"])
    }

    @Test("rejected sources are in the order of their paths, with their errors")
    func rejected() {
        let catalog = Samples.catalog(["c", "a", "b"].map { Samples.entry("cats/\($0).png", result: Samples.refused) })
        #expect(catalog.rejected.map(\.path) == ["cats/a.png", "cats/b.png", "cats/c.png"])
        #expect(catalog.rejected[0].findings.map(\.message) == ["cats/a.png is cut off."])
        #expect(catalog.rejected.allSatisfy { !$0.keepsEarlierVersion && $0.sha256 == "s" && $0.bytes == 1234 })
    }

    @Test("the same entries give the same manifest, byte for byte")
    func deterministic() throws {
        let make = {
            try Samples.catalog(
                ["b", "a"].map {
                    Samples.entry("cats/\($0).png", sidecar: Sidecar(labels: ["de": "x", "fr": "y", "es": "z"]))
                }
            ).json()
        }
        #expect(try make() == make())
    }
}
