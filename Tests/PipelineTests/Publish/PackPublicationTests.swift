import Intake
import JobModel
import Publishing
import StickerManifest
import Testing

/// Tests publications in which some packs are replaced and the others are unchanged. The result must equal a
/// publication of the whole library.
@Suite("Publishing some packs of a library")
struct PackPublicationTests {
    private func sticker(_ id: String, in pack: String, pixels: String) -> Sticker {
        Sticker(
            id: id, label: id, labels: [:], size: .regular,
            source: SourceArt(path: "\(pack)/\(id).svg", sha256: pixels, bytes: 1, format: "svg", width: 1, height: 1),
            animation: nil,
            renditions: [
                Rendition(
                    scale: 3, path: "assets/\(pixels).png", name: "packs/\(pack)/\(id)@3x.png", width: 1, height: 1,
                    bytes: 1, sha256: pixels, format: "png", colours: nil, fidelity: 1)
            ], previews: [], fit: Fit(summary: "", gaveUp: "nothing", attempts: []), findings: [], fingerprint: pixels,
            pixels: pixels)
    }

    /// - Parameter pixels: the pixels of each pack's stickers, by sticker id.
    private func catalog(_ packs: [String: [String: String]], rejected: [String] = []) -> Catalog {
        Catalog(
            generator: "stickerd 0",
            packs: packs.sorted { $0.key < $1.key }.map { id, pixels in
                Pack(
                    id: id, title: id, titles: [:], size: .regular, icon: [],
                    stickers: pixels.sorted { $0.key < $1.key }.map { sticker($0.key, in: id, pixels: $0.value) })
            },
            rejected: rejected.map {
                RejectedSource(
                    pack: String($0.prefix { $0 != "/" }), id: "x", path: $0, sha256: "", bytes: 1, findings: [],
                    keepsEarlierVersion: false)
            })
    }

    @Test("a manifest in which some packs are replaced is the manifest of everything")
    func replacing() {
        let before = catalog(["cats": ["a": "1"], "dogs": ["b": "2"], "fish": ["c": "3"]], rejected: ["dogs/x.svg"])
        let part = catalog(["cats": ["a": "1", "d": "4"], "ants": ["e": "5"]], rejected: ["ants/y.svg"])
        let after = before.replacing(["cats", "fish", "ants"], by: part)
        #expect(
            after
                == catalog(
                    ["ants": ["e": "5"], "cats": ["a": "1", "d": "4"], "dogs": ["b": "2"]],
                    rejected: ["ants/y.svg", "dogs/x.svg"]))
        #expect(after.part(of: ["cats", "fish", "ants"]) == part)
    }

    @Test("the published files of some packs are recorded as after reading everything")
    func sources() {
        let before = catalog(["cats": ["a": "1", "b": "2"], "dogs": ["c": "1"]], rejected: ["cats/x.svg"])
        let part = catalog(["cats": ["a": "3"]])
        var sources = PublishedSources(before)
        sources.replace(["cats"], by: part)
        #expect(sources == PublishedSources(before.replacing(["cats"], by: part)))
        #expect(sources.fingerprints == ["1", "3"])
        #expect(sources.identity(of: "cats/b.svg", in: "cats") == nil)
        #expect(!sources.hasRejected("cats/x.svg", sha256: ""))
    }

    @Test("some stickers of a pack are replaced, and the others stay in the pack's order")
    func replacingStickers() {
        let before = catalog(["cats": ["a": "1", "c": "3", "e": "5"], "dogs": ["b": "2"]], rejected: ["cats/x.svg"])
        var scope = PackScope()
        scope.add(
            PackScope.Part(ids: ["c", "d"], paths: ["cats/c.svg", "cats/d.svg", "cats/x.svg"], order: []), of: "cats")
        let part = catalog(["cats": ["d": "4"]])
        let after = before.replacing(scope, by: part)
        #expect(after == catalog(["cats": ["a": "1", "d": "4", "e": "5"], "dogs": ["b": "2"]]))
        #expect(after.part(of: scope) == part)
        var (sources, names) = (PublishedSources(before), PublishedNames(before))
        sources.replace(scope, by: part, earlier: before.part(of: scope))
        names.replace(scope, by: after)
        #expect(sources == PublishedSources(after))
        #expect(names.all == PublishedNames(after).all)
        #expect(!names.isNamed(asset: "assets/3.png") && names.isNamed(asset: "assets/4.png"))
    }

    @Test("a pack is removed with the last of its stickers, and stays while there is another")
    func lastSticker() {
        let before = catalog(["cats": ["a": "1", "b": "2"]])
        func without(_ ids: Set<String>) -> Catalog {
            var scope = PackScope()
            scope.add(
                PackScope.Part(ids: ids, paths: Set(ids.map { "cats/\($0).svg" }), order: []), of: "cats")
            return before.replacing(scope, by: catalog([:]))
        }
        #expect(without(["a"]) == catalog(["cats": ["b": "2"]]))
        #expect(without(["a", "b"]) == catalog([:]))
    }

    @Test("stickers that pack.json lists come first, also new ones")
    func order() {
        let before = catalog(["cats": ["a": "1", "b": "2"]])
        var scope = PackScope()
        scope.add(PackScope.Part(ids: ["z"], paths: ["cats/z.svg"], order: ["Z", "b"]), of: "cats")
        let after = catalog(["cats": ["b": "2"]])
        var ordered = after.replacing(scope, by: catalog(["cats": ["z": "9"]]))
        #expect(ordered.packs[0].stickers.map(\.id) == ["z", "b"])
        ordered = before.replacing(PackScope(["cats"]), by: after)
        #expect(ordered == after)
    }

    @Test("a file stays as long as any pack refers to it")
    func sharedAsset() throws {
        let fixture = try OutputFixture()
        let shared = try fixture.adopt("shared")[0]
        let digest = OutputNames.digest(ofAsset: shared)
        let both = catalog(["cats": ["a": digest], "dogs": ["b": digest]])
        var names = PublishedNames(both)
        let first = Publication(catalog: Array("1".utf8), names: names)
        _ = try fixture.publisher.apply(first)
        names.replace(PackScope(["cats"]), by: catalog([:]))
        let second = Publication(catalog: Array("2".utf8), names: names)
        _ = try fixture.publisher.apply(second, after: first)
        #expect(fixture.text(shared) == "shared")
        #expect(fixture.text("packs/cats/a@3x.png") == nil)
        #expect(fixture.text("packs/dogs/b@3x.png") == "shared")
        names.replace(PackScope(["dogs"]), by: catalog([:]))
        _ = try fixture.publisher.apply(Publication(catalog: Array("3".utf8), names: names), after: second)
        #expect(fixture.text(shared) == nil)
    }

    @Test("a finished file that the publication does not name is removed")
    func unusedAsset() throws {
        let fixture = try OutputFixture()
        let assets = try fixture.adopt("used", "unused")
        let used = catalog(["cats": ["a": OutputNames.digest(ofAsset: assets[0])]])
        let first = Publication(catalog: Array("1".utf8), names: PublishedNames(used))
        _ = try fixture.publisher.apply(first)
        let again = try fixture.adopt("unused")
        let work = try fixture.publisher.apply(first, after: first, unused: Set(again + assets.prefix(1)))
        #expect(work.files == 1)
        #expect(fixture.text(again[0]) == nil)
        #expect(fixture.text(assets[0]) == "used")
    }
}
