import Foundation
import JobModel
import Publishing
import Snapshots
import StickerConfiguration
import StickerManifest
import Testing

/// Tests the snapshot store alone, with files that are not pictures.
@Suite("The store of snapshots")
struct SnapshotStoreTests {
    private typealias Sample = ManifestSample

    private let fixture: OutputFixture
    private let configuration: Configuration

    private var store: SnapshotStore { SnapshotStore(configuration) }

    init() throws {
        fixture = try OutputFixture()
        var configuration = Configuration(drop: fixture.outside, out: fixture.out)
        configuration.snapshots = 3
        self.configuration = configuration
    }

    private func library(packs: Int) -> Catalog {
        Catalog(
            generator: "stickerd 9.9.9",
            packs: (0..<packs).map { Sample.pack("pack-\(String(format: "%04d", $0))", stickers: 10) }, rejected: [])
    }

    /// Publishes a manifest, and writes the files to which it refers.
    private func publish(_ catalog: Catalog) throws {
        let text = try catalog.written()
        var publication = Publication(catalog: text.bytes, names: [:], kept: catalog.assets)
        publication.manifest = text
        _ = try fixture.publisher.apply(publication)
        for asset in catalog.assets { try fixture.write(asset, to: asset) }
    }

    /// The files in the store, by hash.
    private var kept: Set<String> {
        Set(store.folder.listing("files").files.map { String($0.dropFirst("files/".count)) })
    }

    /// The hashes of all files of a manifest, except the manifest itself.
    private func files(of catalog: Catalog) throws -> Set<String> {
        Set(catalog.assets.union(try catalog.written().documents.keys).map(OutputNames.digest))
    }

    @Test("one sticker that changed takes as much in a library of 2,000 as in one of 100")
    func equalWork() throws {
        var works: [SnapshotWork] = []
        for packs in [10, 200] {
            let tests = try SnapshotStoreTests()
            var catalog = tests.library(packs: packs)
            try tests.publish(catalog)
            #expect(try tests.store.save() != nil)
            catalog.packs[7].stickers[3] = Sample.sticker("pack-0007", "pack-0007-3", version: 2)
            try tests.publish(catalog)
            var work = SnapshotWork()
            #expect(try tests.store.save(counting: &work) != nil)
            works.append(work)
        }
        #expect(works[0] == works[1])
        #expect(works[0].packsListed == 1)
        #expect(works[0].recordsRead == 1)
        // The snapshot adds the five files of the sticker, its record, two parts, the manifest, and the list of the
        // pack's files.
        #expect(works[0].filesAdded == 10)
    }

    @Test("a snapshot has every file of the manifest, also those of icons, messages and waiting stickers")
    func complete() throws {
        var catalog = library(packs: 3)
        catalog.packs[0].icon = [Sample.icon("pack-0000", 1024, 768), Sample.icon("pack-0000", 54, 40)]
        catalog.awaitingApproval = [Sample.pack("waiting", stickers: 2)]
        catalog.messages = [Sample.message("words", "only")]
        catalog.messagesAwaitingApproval = [Sample.message("words", "soon")]
        try publish(catalog)
        let snapshot = try #require(try store.save())
        #expect(try files(of: catalog).subtracting(kept).isEmpty)
        #expect(store.catalog(of: snapshot) == catalog)
        #expect(snapshot.stickers == 30 && snapshot.packs == 3)
    }

    @Test("files that only removed snapshots had are removed, and files that another pack also has stay")
    func pruned() throws {
        var catalog = library(packs: 4)
        // The sticker now has the same picture as a sticker of another pack.
        catalog.packs[1].stickers[0].renditions[0].path = catalog.packs[2].stickers[5].renditions[0].path
        catalog.packs[1].stickers[0].renditions[0].sha256 = catalog.packs[2].stickers[5].renditions[0].sha256
        var states: [Catalog] = []
        for version in 1...6 {
            catalog.packs[2].stickers[5] = Sample.sticker("pack-0002", "pack-0002-5", version: version)
            try publish(catalog)
            try store.saveIfChanged()
            states.append(catalog)
        }
        let snapshots = store.all()
        #expect(snapshots.count == 3)
        let wanted = try states.suffix(3).reduce(into: Set<String>()) { $0.formUnion(try files(of: $1)) }
        let lists = snapshots.flatMap { snapshot in
            String(decoding: store.folder.read("\(snapshot.id).files") ?? [], as: UTF8.self)
                .split(separator: "\n").map { String($0.prefix(64)) }
        }
        #expect(kept == wanted.union(lists))
        for (snapshot, state) in zip(snapshots, states.reversed()) { #expect(store.catalog(of: snapshot) == state) }
    }

    @Test("a state that is published again becomes the newest one, and its files stay")
    func renewed() throws {
        let one = library(packs: 2)
        var other = one
        other.packs[1].stickers.removeLast()
        for catalog in [one, other, one] {
            try publish(catalog)
            try store.saveIfChanged()
        }
        let snapshots = store.all()
        #expect(snapshots.count == 2)
        #expect(store.catalog(of: snapshots[0]) == one)
        #expect(try files(of: one).subtracting(kept).isEmpty)
    }

    @Test("of a state with a file that is missing nothing is left in the store")
    func incomplete() throws {
        var catalog = library(packs: 2)
        try publish(catalog)
        try store.saveIfChanged()
        let before = kept
        catalog.packs[0].stickers[1] = Sample.sticker("pack-0000", "pack-0000-1", version: 2)
        try publish(catalog)
        try FileManager.default.removeItem(
            atPath: fixture.out + "/" + catalog.packs[0].stickers[1].renditions[1].path)
        #expect(try store.save() == nil)
        #expect(kept == before)
        #expect(store.all().count == 1)
    }

    @Test("leftovers of a killed run are removed with the next snapshot")
    func leftovers() throws {
        var catalog = library(packs: 2)
        try publish(catalog)
        try store.saveIfChanged()
        let lost = Digest.sha256("lost")
        try store.folder.write(Array("lost".utf8), to: SnapshotStore.place(lost))
        try store.folder.write([], to: "unfinished")
        catalog.packs[0].stickers.removeLast()
        try publish(catalog)
        try store.saveIfChanged()
        #expect(!kept.contains(lost))
        #expect(!store.folder.exists("unfinished"))
        #expect(try files(of: catalog).subtracting(kept).isEmpty)
    }

    @Test("after a snapshot of an earlier version, whose list names every file, the next one is complete")
    func earlierLists() throws {
        var catalog = library(packs: 3)
        try publish(catalog)
        let first = try #require(try store.save())
        // The list of files in the format of earlier versions, which had no lists of packs.
        var lines = try catalog.assets.union(catalog.written().documents.keys)
            .map { "\(OutputNames.digest(ofAsset: $0)) \($0)" }
        lines.append("\(first.catalog) catalog.json")
        try store.folder.write(Array((lines.sorted().joined(separator: "\n") + "\n").utf8), to: "\(first.id).files")
        catalog.packs[0].stickers[1] = Sample.sticker("pack-0000", "pack-0000-1", version: 2)
        try publish(catalog)
        try store.saveIfChanged()
        #expect(store.all().count == 2)
        #expect(try files(of: catalog).subtracting(kept).isEmpty)
        for _ in 0..<3 {
            catalog.packs[0].stickers.removeLast()
            try publish(catalog)
            try store.saveIfChanged()
        }
        #expect(try files(of: catalog).subtracting(kept).isEmpty)
        #expect(!kept.contains(OutputNames.digest(ofAsset: library(packs: 3).packs[0].stickers[1].renditions[0].path)))
    }

    @Test("a published manifest in one document is saved, and so is the next one")
    func flat() throws {
        var catalog = library(packs: 2)
        try publish(catalog)
        try fixture.write(String(decoding: catalog.json(), as: UTF8.self), to: "catalog.json")
        let first = try #require(try store.save())
        #expect(store.catalog(of: first) == catalog)
        #expect(Set(catalog.assets.map(OutputNames.digest)).subtracting(kept).isEmpty)
        catalog.packs[0].stickers.removeLast()
        try publish(catalog)
        let second = try #require(try store.save())
        #expect(store.catalog(of: second) == catalog)
    }

    @Test("added, changed and removed stickers are counted from the parts of changed packs")
    func history() throws {
        var catalog = library(packs: 3)
        catalog.messages = [Sample.message("words", "hello")]
        try publish(catalog)
        try store.saveIfChanged()
        catalog.packs[0].stickers[0] = Sample.sticker("pack-0000", "pack-0000-0", version: 2)
        catalog.packs[0].stickers[1].label = "Another label"
        catalog.packs[0].stickers[2].review = Review(outcome: .approved)
        catalog.packs[1].stickers.removeLast(2)
        catalog.packs[2].stickers.append(Sample.sticker("pack-0002", "new"))
        catalog.messages?[0].text = MessageText(caption: "Another text", label: "A board")
        try publish(catalog)
        try store.saveIfChanged()
        let states = History(configuration).states
        #expect(states.map(\.added) == [1, 31])
        #expect(states.map(\.changed) == [3, 0])
        #expect(states.map(\.removed) == [2, 0])
        #expect(states.map(\.isPublished) == [true, false])
    }
}
