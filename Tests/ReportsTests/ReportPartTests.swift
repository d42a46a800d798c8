import JobModel
import Publishing
import Reports
import StickerManifest
import Testing
import Texts

@Suite("A report on some packs")
struct ReportPartTests {
    private func pack(_ id: String, bytes: [Int], findings: [Finding] = []) -> Pack {
        Sample.pack(
            bytes.enumerated().map {
                Sample.sticker(
                    "\(id)-\($0.offset)", path: "assets/\(id)-\($0.offset).png", bytes: $0.element,
                    findings: findings)
            }, id: id)
    }

    private func report(_ packs: [Pack]) -> BuildReport {
        BuildReport(catalog: Sample.catalog(packs), previous: nil)
    }

    /// Merges the report on a change of one pack into the report on all packs.
    private func merged(_ before: [Pack], _ id: String, _ now: Pack?) -> BuildReport {
        let old = before.filter { $0.id == id }
        let new = now.map { [$0] } ?? []
        let part = BuildReport.Part(packs: [id], before: report(old), after: report(new))
        return report(before).replacing(part, contains: { $0.hasPrefix("\(id)/") }) {
            BuildReport.weight(of: Sample.catalog((before.filter { $0.id != id } + new).sorted { $0.id < $1.id }))
        }
    }

    @Test(
        "has the sizes and the largest files of a report on everything",
        arguments: [[900], [9000], [1, 2], [8000], []])
    func weights(bytes: [Int]) {
        let others = [pack("ants", bytes: [3000, 4000]), pack("dogs", bytes: [8000])]
        for old in [[5000], [9000, 1]] {
            let before = [others[0], pack("cats", bytes: old), others[1]]
            let now = bytes.isEmpty ? nil : pack("cats", bytes: bytes)
            let merged = merged(before, "cats", now)
            let whole = report([others[0]] + (now.map { [$0] } ?? []) + [others[1]])
            let largest: BuildReport.Largest? = whole.bytes.largest
            #expect(merged.bytes.largest == largest)
            #expect(merged.bytes == whole.bytes)
            #expect(merged.counts == whole.counts)
        }
    }

    @Test("has the warnings of all packs in their order")
    func warnings() {
        let before = [
            pack("ants", bytes: [1], findings: [Sample.warning]), pack("cats", bytes: [1], findings: [Sample.warning]),
            pack("dogs", bytes: [1], findings: [Sample.warning]),
        ]
        let merged = merged(before, "cats", pack("cats", bytes: [1, 1], findings: [Sample.warning]))
        let warned: [BuildReport.Warned] = merged.warnings
        #expect(warned.map(\.id) == ["ants-0", "cats-0", "cats-1", "dogs-0"])
        #expect(
            merged.warnings
                == report([before[0], pack("cats", bytes: [1, 1], findings: [Sample.warning]), before[2]]).warnings)
    }

    @Test("sizes that are too large together count as the largest number, and negative ones as nothing")
    func outOfRange() {
        let huge = pack("ants", bytes: [.max, .max])
        let cats = pack("cats", bytes: [.max])
        #expect(report([huge, cats]).bytes.total == .max)
        #expect(report([huge, cats]).bytes.shipped == .max)
        #expect(report([pack("cats", bytes: [-5])]).bytes.total == 0)
        #expect(merged([huge, cats], "cats", pack("cats", bytes: [1])).bytes.largest?.pack == "ants")
        var weight = report([huge]).bytes
        weight.add(report([cats]).bytes)
        #expect(weight.total == .max)
    }

    @Test("the kinds of changes keep their names in report.json", arguments: BuildReport.Change.Kind.allCases)
    func kinds(kind: BuildReport.Change.Kind) throws {
        let one = Sample.catalog([Sample.pack([Sample.sticker("a")])])
        let other = Sample.catalog([Sample.pack([Sample.sticker("a", label: "Other")])])
        let pairs: [BuildReport.Change.Kind: (Catalog, Catalog)] = [
            .added: (Sample.catalog([]), one), .changed: (one, other), .removed: (one, Sample.catalog([])),
        ]
        let (before, now) = try #require(pairs[kind])
        let json = String(decoding: try BuildReport(catalog: now, previous: before).json(), as: UTF8.self)
        #expect(json.contains("\"kind\" : \"\(kind.rawValue)\""))
    }
}

@Suite("The differences between two published states")
struct CatalogComparisonTests {
    private func sticker(_ id: String, source: String, bytes: Int, pixels: String = "p") -> Sticker {
        var sticker = Sample.sticker(id, bytes: bytes, pixels: pixels)
        sticker.source.sha256 = source
        return sticker
    }

    private func compared(_ before: [Sticker], _ after: [Sticker]) -> CatalogComparison {
        CatalogComparison(
            before: Sample.catalog([Sample.pack(before)]), after: Sample.catalog([Sample.pack(after)]))
    }

    @Test("bytes are saved only for stickers with the same source, in all sizes together")
    func saved() {
        let comparison = compared(
            [sticker("a", source: "1", bytes: 6000), sticker("b", source: "2", bytes: 6000)],
            [sticker("a", source: "1", bytes: 3000), sticker("b", source: "3", bytes: 600)])
        #expect(comparison.saved == (6000 + 3000 + 2000) - (3000 + 1500 + 1000))
    }

    @Test("a change has the sizes before and after, and whether its source is the same")
    func changes() throws {
        let comparison = compared(
            [sticker("a", source: "1", bytes: 6000), sticker("b", source: "2", bytes: 600)],
            [sticker("a", source: "1", bytes: 3000, pixels: "q"), sticker("c", source: "2", bytes: 600)])
        let changes: [RebuildReport.Change] = comparison.changes
        #expect(changes.map(\.id) == ["a", "b", "c"])
        #expect(changes.map(\.hasSameSource) == [true, false, false])
        #expect(changes.map(\.bytesBefore) == [6000, 600, nil] && changes.map(\.bytesAfter) == [3000, nil, 600])
    }

    @Test("the largest files come first, with their share of the limit")
    func largest() {
        let catalog = Sample.catalog([
            Sample.pack([Sample.sticker("a", bytes: 100), Sample.sticker("b", bytes: 400)]),
            Sample.pack([Sample.sticker("c", bytes: 400)], id: "dogs"),
        ])
        let largest: [RebuildReport.Large] = CatalogComparison.largest(catalog, limit: 500, count: 2)
        #expect(largest.map(\.id) == ["b", "c"] && largest.map(\.share) == [0.8, 0.8])
    }

    @Test("changes that look different come first, then those with the larger difference in bytes")
    func ranked() {
        let comparison = compared(
            [
                sticker("a", source: "1", bytes: 600), sticker("b", source: "2", bytes: 600),
                sticker("c", source: "3", bytes: 600),
            ],
            [
                sticker("a", source: "1", bytes: 500), sticker("b", source: "2", bytes: 60),
                sticker("c", source: "3", bytes: 600, pixels: "q"),
            ])
        #expect(RebuildReportImages.ranked(comparison.changes).map(\.id) == ["c", "b", "a"])
    }

    @Test("changes are ranked by sizes that are out of range, too")
    func outOfRange() throws {
        let comparison = compared(
            [sticker("a", source: "1", bytes: 9), sticker("b", source: "2", bytes: .max)],
            [sticker("a", source: "1", bytes: 3, pixels: "q"), sticker("b", source: "2", bytes: -5, pixels: "q")])
        #expect(RebuildReportImages.ranked(comparison.changes).map(\.id) == ["b", "a"])
    }

    @Test("the pictures of a change are those of both states, and a removed sticker has one")
    func pictures() throws {
        let before = Sample.catalog([
            Sample.pack([Sample.sticker("a", path: "old.png"), Sample.sticker("b", path: "b.png")])
        ])
        let after = Sample.catalog([Sample.pack([Sample.sticker("a", path: "new.png", pixels: "q")])])
        let images = RebuildReportImages(before: before, after: after) { path, _ in Array(path.utf8) }
        let pair: RebuildReportImages.Pair = try #require(images.pairs["cats/a"])
        #expect(pair.before == DataAddress.picture(Array("old.png".utf8), path: "old.png"))
        #expect(pair.after == DataAddress.picture(Array("new.png".utf8), path: "new.png"))
        let removed = try #require(images.pairs["cats/b"])
        #expect(removed.before != nil && removed.after == nil)
    }

    @Test("no more pictures than a mail can have are read")
    func manyPictures() {
        let stickers = (0..<200).map { Sample.sticker("s\($0)") }
        var count = 0
        let images = RebuildReportImages(before: nil, after: Sample.catalog([Sample.pack(stickers)])) { _, _ in
            count += 1
            return [1]
        }
        #expect(images.pairs.count == RebuildReportImages.most && count == RebuildReportImages.most)
    }
}
