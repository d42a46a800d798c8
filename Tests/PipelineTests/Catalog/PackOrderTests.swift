import JobModel
import Publishing
import StickerManifest
import TestSupport
import Testing

@Suite("The order of a pack's stickers")
struct PackOrderTests {
    private func stickers(_ ids: [String]) -> [Sticker] { ids.map { ManifestSample.sticker("cats", $0) } }

    @Test("those of pack.json come first, by the names of their files, and the others by their ids")
    func sorted() {
        let order = PackOrder(["Zebra", "Happy Cat.png"])
        #expect(
            order.sorted(stickers(["ant", "bee", "happy-cat", "zebra"])).map(\.id)
                == ["zebra", "happy-cat", "ant", "bee"])
    }

    @Test("a name that pack.json has twice counts at its first place, and an unknown one is ignored")
    func repeated() {
        let order = PackOrder(["b", "a", "B", "nothing"])
        #expect(order.sorted(stickers(["a", "b", "c"])).map(\.id) == ["b", "a", "c"])
    }

    @Test("merging two lists gives the order of sorting both together", arguments: 1...20 as ClosedRange<UInt64>)
    func merged(seed: UInt64) {
        var chance = Chance(seed: seed)
        let ids = (0..<30).map { "s\($0)" }
        let order = PackOrder(ids.filter { _ in chance.next(3) == 0 }.reversed())
        var halves: ([String], [String]) = ([], [])
        for id in ids { if chance.next(2) == 0 { halves.0.append(id) } else { halves.1.append(id) } }
        let merged = order.merged(order.sorted(stickers(halves.0)), order.sorted(stickers(halves.1)))
        #expect(merged.map(\.id) == order.sorted(stickers(ids)).map(\.id))
    }
}

@Suite("Stickers with the same ids in an earlier state")
struct KnownStickersTests {
    @Test(
        "each is found at its place, and is the same only if nothing differs",
        arguments: 1...40 as ClosedRange<UInt64>)
    func places(seed: UInt64) throws {
        var chance = Chance(seed: seed)
        let known = ManifestSample.pack("cats", stickers: 12).stickers
        var now = known
        for _ in 0..<(1 + chance.next(6)) {
            let place = chance.next(now.count)
            switch chance.next(4) {
            case 0: now.remove(at: place)
            case 1: now.insert(ManifestSample.sticker("cats", "new-\(chance.next(1000))"), at: place)
            case 2: now.swapAt(place, chance.next(now.count))
            default: now[place] = ManifestSample.sticker("cats", now[place].id, version: 2)
            }
        }
        let found = KnownStickers(now, since: known)
        for (number, sticker) in now.enumerated() {
            let place: KnownStickers.Place? = found[number]
            #expect(place?.place == known.firstIndex(where: { $0.id == sticker.id }))
            if let place { #expect(place.isSame == (known[place.place] == sticker)) }
        }
    }
}

@Suite("The ranges in which two lists differ")
struct ListDifferenceTests {
    @Test(
        "the elements before and after them are the same, and the ranges are as short as possible",
        arguments: 1...60 as ClosedRange<UInt64>)
    func ranges(seed: UInt64) {
        var chance = Chance(seed: seed)
        let old = (0..<chance.next(9)).map { _ in chance.next(3) }
        var new = old
        for _ in 0..<chance.next(4) {
            let place = chance.next(new.count + 1)
            if chance.next(2) == 0 || place == new.count {
                new.insert(chance.next(3), at: place)
            } else {
                new.remove(at: place)
            }
        }
        let found = ListDifference(from: old, to: new) { $0 == $1 }
        #expect(old[..<found.old.lowerBound] == new[..<found.new.lowerBound])
        #expect(old[found.old.upperBound...].elementsEqual(new[found.new.upperBound...]))
        if !found.old.isEmpty, !found.new.isEmpty {
            #expect(old[found.old.lowerBound] != new[found.new.lowerBound])
            #expect(old[found.old.upperBound - 1] != new[found.new.upperBound - 1])
        }
        #expect((old == new) == (found.old.isEmpty && found.new.isEmpty))
    }
}

@Suite("Some stickers of a pack")
struct PackScopePartTests {
    @Test("they are found by their ids and by the paths of their sources", arguments: 1...20 as ClosedRange<UInt64>)
    func places(seed: UInt64) {
        var chance = Chance(seed: seed)
        let stickers = ManifestSample.pack("cats", stickers: 40).stickers
        func some(_ count: Int) -> [Sticker] { (0..<count).map { _ in stickers[chance.next(stickers.count)] } }
        let (ids, paths) = (Set(some(chance.next(9)).map(\.id)), Set(some(chance.next(9)).map(\.source.path)))
        let part = PackScope.Part(ids: ids.union(["unknown"]), paths: paths, order: [])
        let expected = stickers.indices.filter {
            ids.contains(stickers[$0].id) || paths.contains(stickers[$0].source.path)
        }
        #expect(part.places(in: stickers) == expected)
        #expect(PackScope.Part(ids: [], paths: [], order: []).places(in: stickers) == [])
    }

    @Test("a sticker whose id is changed is found by its new id")
    func changed() {
        var stickers = ManifestSample.pack("cats", stickers: 3).stickers
        let before = stickers[1].id
        stickers[1].id = "renamed"
        func places(_ id: String) -> [Int] { PackScope.Part(ids: [id], paths: [], order: []).places(in: stickers) }
        #expect(places("renamed") == [1] && places(before) == [])
    }
}

@Suite("The canvases of a pack's game pieces")
struct PieceCanvasesTests {
    private func entry(_ name: String, _ width: Int, _ height: Int, isPiece: Bool = true) -> StickerEntry {
        var art = CatalogSamples.art("board/\(name).png", pack: "board")
        if isPiece { art.itemKind = .piece(box: 64) }
        var result = CatalogSamples.result(name)
        result.art?.width = width
        result.art?.height = height
        return CatalogSamples.entry(art, result)
    }

    private func unusual(_ entries: [StickerEntry]) -> [String] {
        let canvases = PieceCanvases(entries)
        return entries.filter { canvases.finding($0) != nil }.map(\.art.path)
    }

    @Test("a piece with another shape than most has a finding, whatever its size")
    func unusual() {
        #expect(
            unusual([entry("a", 100, 100), entry("b", 400, 400), entry("c", 100, 150)]) == ["board/c.png"])
    }

    @Test("of two equally common shapes, that of the first piece is the usual one")
    func tie() {
        #expect(unusual([entry("a", 100, 200), entry("b", 100, 100)]) == ["board/b.png"])
    }

    @Test("a shape that differs by the rounding of one pixel is the same")
    func rounding() {
        #expect(unusual([entry("a", 300, 300), entry("b", 300, 300), entry("c", 302, 300)]) == [])
    }

    @Test("stickers and files without a size neither count nor have a finding")
    func stickers() {
        #expect(
            unusual([
                entry("a", 100, 100), entry("b", 1, 9, isPiece: false), entry("c", 1, 9, isPiece: false),
                entry("d", 0, 0), entry("e", 0, 0),
            ]) == [])
    }
}

@Suite("Numbered stills that look like frames")
struct LooseFramesTests {
    private func entries(_ count: Int) -> [StickerEntry] {
        (0..<count).map { number in
            CatalogSamples.entry("cats/Walk_\(String(10_000 + number).dropFirst()).png")
        }
    }

    @Test("a series has one finding, at its first file, in any order of the files")
    func first() {
        let entries = entries(5)
        let series = LooseFrames(entries.reversed(), mostFrames: 100)
        #expect(entries.filter { series.finding($0) != nil }.map(\.art.path) == ["cats/Walk_0000.png"])
    }

    @Test("a series with more files than an animation may have frames is not one")
    func tooLong() {
        let entries = entries(5)
        #expect(LooseFrames(entries, mostFrames: 5).finding(entries[0]) != nil)
        #expect(LooseFrames(entries, mostFrames: 4).finding(entries[0]) == nil)
    }

    @Test("two series of one pack have a finding each")
    func two() {
        let other = (0..<3).map { CatalogSamples.entry("cats/Run_000\($0).png") }
        let series = LooseFrames(entries(3) + other, mostFrames: 100)
        #expect((entries(3) + other).compactMap(series.finding).count == 2)
    }
}
