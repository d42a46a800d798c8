import Foundation
import JobModel
import Publishing
import StickerManifest
import Synchronization
import Testing

/// Tests a manifest that is read and printed pack by pack.
@Suite("A manifest, pack by pack")
struct PackwiseManifestTests {
    private typealias Sample = ManifestSample

    /// Packs of several sizes, one with stickers that await approval, and one with only rejected sources.
    private var catalog: Catalog {
        var packs = (0..<12).map { Sample.pack("pack-\($0)", stickers: 1 + $0) }.sorted { $0.id < $1.id }
        packs[1].stickers[0].review = Review(outcome: .approved, reviewer: "Ada")
        var held = packs[3]
        held.stickers = [Sample.sticker(held.id, "\(held.id)-0", version: 2)]
        let rejected = ["hidden", "pack-2"].map {
            RejectedSource(
                pack: $0, id: "broken", path: "\($0)/Broken.png", sha256: Digest.sha256($0), bytes: 3, findings: [],
                keepsEarlierVersion: false)
        }
        return Catalog(generator: "stickerd 9.9.9", packs: packs, rejected: rejected, awaitingApproval: [held])
    }

    private func published(_ catalog: Catalog) throws -> OutputFixture {
        let fixture = try OutputFixture()
        let text = try catalog.written()
        var publication = Publication(catalog: text.bytes, names: [:])
        publication.manifest = text
        _ = try fixture.publisher.apply(publication)
        return fixture
    }

    private func packs(_ out: OutputFolder, isTolerant: Bool = false) throws -> [PackManifest] {
        let json = try #require(out.read("catalog.json"))
        var packs: [PackManifest] = []
        try out.manifest.eachPack(of: ManifestDocument(json: Data(json)), isTolerant: isTolerant) { packs.append($0) }
        return packs
    }

    @Test("the packs equal the manifest's, in its order")
    func everything() throws {
        let fixture = try published(catalog)
        let packs = try packs(OutputFolder(fixture.out))
        #expect(packs.flatMap(\.catalog.packs) == catalog.packs)
        #expect(packs.flatMap { $0.catalog.awaitingApproval ?? [] } == catalog.awaitingApproval)
        #expect(packs.flatMap(\.catalog.rejected) == catalog.rejected)
        let manifest = OutputFolder(fixture.out).manifest
        let documents = try manifest.read { _, document in manifest.documents(of: document) }
        #expect(packs.reduce(into: Set<ManifestPart>()) { $0.formUnion($1.documents) } == documents)
    }

    @Test("the text equals that of the whole manifest, to the byte")
    func printed() throws {
        for catalog in [catalog, Catalog(generator: "stickerd 9.9.9", packs: [], rejected: catalog.rejected)] {
            let fixture = try published(catalog)
            defer { withExtendedLifetime(fixture) {} }
            let out = OutputFolder(fixture.out)
            for apps in [false, true] {
                let text = Mutex(Data())
                #expect(try out.printManifest(apps: apps) { piece in text.withLock { $0 += piece } })
                #expect(try text.withLock { $0 } == (apps ? catalog.delivered : catalog).json())
            }
        }
    }

    @Test("a single document of an earlier version is printed too, and nothing where nothing is published")
    func flat() throws {
        let fixture = try OutputFixture()
        let out = OutputFolder(fixture.out)
        #expect(try !out.printManifest(apps: false) { _ in })
        try out.makeFolder("")
        try out.write([UInt8](catalog.json()), to: "catalog.json")
        let text = Mutex(Data())
        #expect(try out.printManifest(apps: false) { piece in text.withLock { $0 += piece } })
        #expect(try text.withLock { $0 } == catalog.json())
    }

    @Test("some packs alone are read without the others")
    func some() throws {
        let fixture = try published(catalog)
        defer { withExtendedLifetime(fixture) {} }
        let out = OutputFolder(fixture.out)
        let packs = try packs(out)
        let own = try #require(packs.first { $0.catalog.packs.first?.id == "pack-5" }).documents
        for document in Set(packs.flatMap(\.documents)).subtracting(own) { try out.remove(document.path) }
        #expect(try out.manifest.catalog(ofPacks: ["pack-5"])?.packs == catalog.packs.filter { $0.id == "pack-5" })
        #expect(try out.manifest.catalog(ofPacks: ["nobody"])?.packs == [])
    }

    @Test("of a pack with a missing record the others are read, and the record is named")
    func missing() throws {
        let fixture = try published(catalog)
        defer { withExtendedLifetime(fixture) {} }
        let out = OutputFolder(fixture.out)
        let whole = try packs(out)
        let encoding = try #require(
            whole.first { $0.catalog.packs.first?.id == "pack-5" }?.catalog.origin.encoding?.packs["pack-5"])
        let place = try #require(encoding.content.pack?.stickers.firstIndex { $0.id == "pack-5-2" })
        let gone = encoding.records[place]
        try out.remove(gone.path)
        let found = try packs(out, isTolerant: true)
        let pack = try #require(found.first { $0.catalog.packs.first?.id == "pack-5" })
        #expect(pack.faults.map(\.path) == [gone.path] && pack.documents.contains(gone))
        #expect(pack.catalog.packs.first?.stickers.count == 5)
        #expect(found.map(\.catalog.packs.count) == whole.map(\.catalog.packs.count))
        #expect(throws: (any Error).self) { try packs(out) }
    }
}
