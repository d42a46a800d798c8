import Foundation
import JobModel
import Publishing
import Snapshots
import StickerConfiguration
import StickerManifest
import Testing

@Suite("The lists of a snapshot's files")
struct SnapshotListTests {
    private static func name(_ word: String, _ fileExtension: String = "png") -> String {
        "\(Digest.sha256(word)).\(fileExtension)"
    }

    private var list: PackFiles {
        var list = PackFiles()
        for (document, files) in [("part", []), ("record", ["a", "b"]), ("other", ["b"])] as [(String, [String])] {
            var entry: PackFiles.Document? = PackFiles(text: Array("\(Self.name(document, "json"))\n".utf8))?
                .documents.first
            entry?.files = files.map { Self.name($0) }
            list.documents += entry.map { [$0] } ?? []
        }
        return list
    }

    @Test("a pack's list is read as it was written, and has each file once")
    func packFiles() {
        #expect(list.documents.count == 3)
        #expect(PackFiles(text: list.text) == list)
        #expect(
            list.names
                == Set(["part", "record", "other"].map { Self.name($0, "json") } + ["a", "b"].map { Self.name($0) }))
    }

    @Test(
        "a text whose names could leave the store is not a list",
        arguments: [
            "../catalog.json", "\(name("a"))/../x", " \(name("a"))", "\(name("a").dropLast(4))", "a.png",
            "\(name("a"))\n  \(name("b"))",
        ])
    func hostile(text: String) {
        #expect(PackFiles(text: Array(text.utf8)) == nil)
    }

    @Test("a snapshot's list is read as it was written, sorted by name, with the packs' lists apart")
    func snapshotFiles() throws {
        var files = SnapshotFiles()
        files.files = ["report.json": Digest.sha256("r"), "catalog.json": Digest.sha256("c")]
        files.lists = ["cats": Digest.sha256("cats"), "name with spaces": Digest.sha256("s")]
        #expect(SnapshotFiles(text: files.text) == files)
        let names = String(decoding: files.text, as: UTF8.self).split(separator: "\n").map { $0.dropFirst(65) }
        #expect(names == ["catalog.json", "lists/cats", "lists/name with spaces", "report.json"])
    }

    @Test("a damaged line makes the whole list unreadable, so that no file of it is taken for unused")
    func damaged() {
        let line = "\(Digest.sha256("r")) report.json"
        for text in ["\(line)\nx", "\(line)\n\(Digest.sha256("c"))", "\(line)\n\(Digest.sha256("c"))_catalog.json"] {
            #expect(SnapshotFiles(text: Array(text.utf8)) == nil)
        }
    }

    @Test("the files of a list, and its parts, are taken out of a set of digests, and no others")
    func digestSet() {
        var digests = DigestSet(Set(["record", "a", "c"].map { Digest.sha256($0) }))
        digests.subtract(list: list.text)
        #expect(digests.digests == [Digest.sha256("c")])
        digests.subtract(list: Array("cut off".utf8))
        digests.subtract(list: [])
        #expect(digests.digests == [Digest.sha256("c")])
    }

    @Test("a digest with the same first digits as one of the list stays")
    func sameStart() {
        let other = String(Digest.sha256("a").prefix(8)) + String(repeating: "0", count: 56)
        var digests = DigestSet([other])
        digests.subtract(list: list.text)
        #expect(digests.digests == [other])
    }
}

@Suite("The differences between two snapshots")
struct SnapshotComparisonTests {
    private typealias Sample = ManifestSample

    private let fixture: OutputFixture
    private let store: SnapshotStore

    init() throws {
        fixture = try OutputFixture()
        store = SnapshotStore(Configuration(drop: fixture.outside, out: fixture.out))
    }

    private func library() -> Catalog {
        Catalog(
            generator: "stickerd 9.9.9", packs: ["cats", "dogs"].map { Sample.pack($0, stickers: 3) }, rejected: [])
    }

    private func saved(_ catalog: Catalog, isFlat: Bool = false) throws -> Snapshot {
        let text = try catalog.written()
        var publication = Publication(catalog: text.bytes, names: [:], kept: catalog.assets)
        publication.manifest = text
        _ = try fixture.publisher.apply(publication)
        for asset in catalog.assets { try fixture.write(asset, to: asset) }
        if isFlat { try fixture.write(String(decoding: catalog.json(), as: UTF8.self), to: "catalog.json") }
        return try #require(try store.save())
    }

    private func counts(_ before: Snapshot?, _ now: Snapshot) -> [Int] {
        var comparison = SnapshotComparison(store: store)
        let changes: SnapshotComparison.Changes = comparison.changes(from: before, to: now)
        return [changes.added, changes.changed, changes.removed]
    }

    @Test(
        "stickers are counted by what happened to them, also if one manifest is a single document",
        arguments: [false, true])
    func counted(isFlat: Bool) throws {
        var catalog = library()
        let before = try saved(catalog, isFlat: isFlat)
        catalog.packs[0].stickers[0] = Sample.sticker("cats", "cats-0", version: 2)
        catalog.packs[1].stickers.removeLast()
        catalog.packs.append(Sample.pack("new", stickers: 2))
        let now = try saved(catalog)
        #expect(counts(before, now) == [2, 1, 1])
        #expect(counts(now, before) == [1, 1, 2])
        #expect(counts(nil, before) == [6, 0, 0])
    }

    @Test("a decision about a sticker is not a change of it")
    func reviewed() throws {
        var catalog = library()
        let before = try saved(catalog)
        catalog.packs[0].stickers[0].review = Review(outcome: .approved, reviewer: "Ada")
        #expect(counts(before, try saved(catalog)) == [0, 0, 0])
    }

    @Test("a message counts as a sticker does, also if a sticker has its id")
    func messages() throws {
        var catalog = library()
        let before = try saved(catalog)
        catalog.messages = [Sample.message("cats", "cats-0")]
        #expect(counts(before, try saved(catalog)) == [1, 0, 0])
    }

    @Test("a snapshot whose manifest cannot be read has no changes")
    func unreadable() throws {
        var catalog = library()
        let before = try saved(catalog)
        catalog.packs[0].stickers.removeLast()
        let now = try saved(catalog)
        try store.folder.write(Array("{".utf8), to: SnapshotStore.place(now.catalog))
        #expect(counts(before, now) == [0, 0, 0])
    }

    @Test("a summary has the packs with published stickers, from an index as from a single document")
    func summary() throws {
        var catalog = library()
        catalog.messages = [Sample.message("words", "only")]
        catalog.awaitingApproval = [Sample.pack("waiting", stickers: 2)]
        let index = Snapshot.Summary(try ManifestDocument(json: Data(try catalog.written().bytes)))
        let flat = Snapshot.Summary(.flat(catalog))
        for summary in [index, flat] {
            #expect(summary.generator == "stickerd 9.9.9")
            #expect(summary.packs == 2 && summary.stickers == 6)
            #expect(summary.bytes == 6 * 123_456)
        }
    }
}
