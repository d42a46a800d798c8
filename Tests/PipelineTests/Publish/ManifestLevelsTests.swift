import Foundation
import Glibc
import JobModel
import Publishing
import StickerManifest
import Synchronization
import Testing

@Suite("A manifest in two levels")
struct ManifestLevelsTests {
    private let fixture: OutputFixture

    init() throws { fixture = try OutputFixture() }

    private typealias Sample = ManifestSample

    /// A manifest with all kinds of content: two packs, of which one has stickers that await approval, and hidden
    /// packs.
    private var catalog: Catalog {
        var cats = Sample.pack("cats", stickers: 3)
        cats.titles = ["de": "Katzen"]
        cats.icon = [Sample.icon("cats", 1024, 768), Sample.icon("cats", 54, 40)]
        cats.availability = Availability(from: Availability.moment("2026-12-01"))
        cats.productID = "com.example.cats"
        cats.stickers[0].review = Review(outcome: .approved, reviewer: "Ada")
        cats.stickers[1].review = Review(outcome: .sentBack, comment: "Too small.")
        cats.stickers[1].size = .small
        cats.stickers[2].findings = [
            Finding(rule: "touches-edge", level: .warning, message: "It does.", fix: "Move it.", measured: 3, limit: 2)
        ]
        var held = cats
        held.stickers = [Sample.sticker("cats", "cats-1", version: 2)]
        held.stickers[0].labels = [:]
        var catalog = Catalog(
            generator: "stickerd 9.9.9", packs: [cats, Sample.pack("dogs", stickers: 1)],
            rejected: [Sample.rejected("cats"), Sample.rejected("owls")], rulesOff: ["opaque-background"],
            awaitingApproval: [held, Sample.pack("hens", stickers: 2)])
        catalog.rejected.sort { $0.path < $1.path }
        catalog.messages = [Sample.message("cats", "hello"), Sample.message("words", "only")]
        catalog.messagesAwaitingApproval = [Sample.message("cats", "soon")]
        return catalog
    }

    @Test("the written manifest is read again, completely")
    func roundTrip() throws {
        try fixture.publish(catalog)
        #expect(try OutputFolder(fixture.out).manifest.catalog() == catalog)
        let empty = Catalog(generator: "stickerd 9.9.9", packs: [], rejected: [])
        try fixture.publish(empty)
        #expect(try OutputFolder(fixture.out).manifest.catalog() == empty)
        #expect(try fixture.files() == ["catalog.json"])
    }

    @Test("unchanged parts are written with the same bytes, and nothing of them is encoded again")
    func reused() throws {
        let first = try fixture.publish(catalog)
        let read = try #require(try OutputFolder(fixture.out).manifest.catalog())
        let again = try read.written()
        #expect(again.bytes == first.bytes && again.news.isEmpty && again.documents == first.documents)
    }

    @Test("one document of an earlier version is read as it was")
    func flat() throws {
        try fixture.write(String(decoding: catalog.json(), as: UTF8.self), to: "catalog.json")
        #expect(try OutputFolder(fixture.out).manifest.catalog() == catalog)
        try fixture.publish(try #require(try OutputFolder(fixture.out).manifest.catalog()))
        #expect(try OutputFolder(fixture.out).manifest.catalog() == catalog)
    }

    @Test("another sticker in one pack of many: two parts, one record and the index are written")
    func oneChange() throws {
        var catalog = Catalog(
            generator: "stickerd 9.9.9", packs: (10..<40).map { Sample.pack("pack-\($0)", stickers: 20) }, rejected: [])
        let before = try catalog.written()
        catalog.packs[7].stickers[3] = Sample.sticker("pack-17", "pack-17-3", version: 2)
        let after = try catalog.written(after: before)
        #expect(after.news.count == 3)
        #expect(after.bytes == (try catalog.written()).bytes)
        let gone = Set(before.documents.keys).subtracting(after.documents.keys)
        #expect(gone.count == 3)
    }

    @Test("an approval changes the files for reviewers, and not a byte for apps")
    func approval() throws {
        var catalog = catalog
        let before = try Parts(catalog)
        catalog.packs[0].stickers[2].review = Review(outcome: .approved, reviewer: "Ada")
        let after = try Parts(catalog)
        #expect(after.app == before.app && after.records == before.records && after.review != before.review)
    }

    @Test("another version of stickerd changes the index alone")
    func upgrade() throws {
        var catalog = catalog
        let before = try catalog.written()
        catalog.generator = "stickerd 9.9.10"
        let after = try catalog.written()
        #expect(after.documents == before.documents && after.bytes != before.bytes)
    }

    @Test("stickers with the same result share a record, whatever their names")
    func sharedRecord() throws {
        var pack = Sample.pack("cats", stickers: 1)
        var twin = pack.stickers[0]
        twin.id = "twin"
        twin.label = "Another name"
        twin.source.path = "cats/twin.png"
        pack.stickers.append(twin)
        let catalog = Catalog(generator: "stickerd 9.9.9", packs: [pack], rejected: [])
        #expect(try Parts(catalog).records.count == 1)
    }

    @Test("a line for apps has at most 220 bytes without its labels")
    func lineLength() throws {
        let text = try Catalog(generator: "stickerd 9.9.9", packs: [Sample.pack("cats", stickers: 50)], rejected: [])
            .written()
        let part = try #require(try Parts(text).app.first)
        let bytes = try #require(text.news[part.path])
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").filter { $0.hasPrefix("{\"") }
            .dropFirst()
        for line in lines {
            let label = line.firstRange(of: /"label":"[^"]*",("labels":\{[^}]*\},)?/).map { line[$0].utf8.count } ?? 0
            #expect(line.utf8.count - label <= 220, "\(line)")
        }
        #expect(lines.count == 50)
    }

    @Test("a large pack has several parts, and a new sticker changes one of them")
    func split() throws {
        var catalog = Catalog(generator: "stickerd 9.9.9", packs: [Sample.pack("cats", stickers: 6000)], rejected: [])
        let before = try Parts(catalog)
        #expect(before.app.count > 2 && before.app.count == before.review.count)
        catalog.packs[0].stickers.insert(Sample.sticker("cats", "newcomer"), at: 1500)
        let after = try Parts(catalog)
        #expect(Set(after.app).subtracting(before.app).count == 1)
        #expect(Set(after.review).subtracting(before.review).count == 1)
        try fixture.publish(catalog)
        #expect(try OutputFolder(fixture.out).manifest.catalog() == catalog)
    }

    @Test(
        "of a large pack only the parts with added, changed or removed stickers are encoded again, with the same bytes as ever"
    )
    func partsAgain() throws {
        var catalog = Catalog(generator: "stickerd 9.9.9", packs: [Sample.pack("cats", stickers: 6000)], rejected: [])
        // If a part was read from a file, its lines are not known.
        var last = try catalog.written()
        catalog.packs[0].stickers[10].label = "Another label"
        last = try catalog.written(after: last)
        for change in [
            { $0.insert(Sample.sticker("cats", "newcomer"), at: 1500) }, { $0[1500].label = "Newer" },
            { $0[1500] = Sample.sticker("cats", "newcomer", version: 2) }, { $0.remove(at: 1500) },
            { $0.swapAt(100, 101) }, { $0.removeLast() },
        ] as [(inout [Sticker]) -> Void] {
            change(&catalog.packs[0].stickers)
            let next = try catalog.written(after: last)
            let fresh = try catalog.written(after: ManifestText(bytes: [], encoding: ManifestEncoding()))
            #expect(next.bytes == fresh.bytes && next.documents == fresh.documents)
            #expect(next.news.count <= 5 && next.news.allSatisfy { fresh.news[$0] == $1 })
            let gone = Set(last.documents.keys).subtracting(next.documents.keys)
            #expect(next.dropped(from: last) == gone)
            last = next
        }
    }

    @Test("a reader that requests a part too late starts again with the current index")
    func replaced() throws {
        let before = try catalog.written()
        var changed = catalog
        changed.packs[0].title = "Other cats"
        changed.awaitingApproval?[0].title = "Other cats"
        changed.packs[0].stickers.removeLast()
        let after = try changed.written()
        let indexes = Answers([before.bytes, after.bytes])
        let reader = CatalogReader(
            index: { Data(indexes.next()) }, part: { name, _ in after.news["assets/\(name)"].map { Data($0) } },
            digest: { Digest.sha256($0) })
        #expect(try reader.catalog() == changed)
    }

    @Test("a missing part, and one with another content, are errors that name it")
    func damaged() throws {
        let text = try catalog.written()
        let part = try #require(try Parts(text).app.first)
        func reader(_ change: @escaping @Sendable ([UInt8]) -> [UInt8]?) -> CatalogReader {
            CatalogReader(
                index: { Data(text.bytes) },
                part: { name, _ in
                    let bytes = text.news["assets/\(name)"]
                    return (name == part.name ? bytes.flatMap(change) : bytes).map { Data($0) }
                }, digest: { Digest.sha256($0) })
        }
        #expect(throws: CatalogError.notACatalog("\(part.path) is missing")) { try reader { _ in nil }.catalog() }
        #expect(throws: CatalogError.damaged(part.path)) { try reader { $0.dropLast() }.catalog() }
        #expect(throws: CatalogError.damaged(part.path)) { try reader { $0.reversed() }.catalog() }
        let found = try #require(try reader { $0.reversed() }.intactCatalog())
        #expect(found.catalog.packs.map(\.id) == ["dogs"] && found.faults.map(\.path) == [part.path])
    }

    @Test("an index that names anything but a digest, or a part of any size, is refused")
    func foreignIndex() throws {
        let text = String(decoding: try catalog.written().bytes, as: UTF8.self)
        let digest = try #require(try Parts(catalog).app.first)
        for (old, new) in [
            (digest.sha256, "../../../etc/passwd"), (digest.sha256, digest.sha256.uppercased()),
            ("\"bytes\":\(digest.bytes)", "\"bytes\":0"), ("\"bytes\":\(digest.bytes)", "\"bytes\":99999999"),
        ] {
            let changed = text.replacing(old, with: new)
            #expect(changed != text)
            #expect(throws: CatalogError.self) { try ManifestDocument(json: Data(changed.utf8)) }
        }
    }

    @Test("parts and records that are missing in the output folder are written again")
    func repaired() throws {
        let text = try fixture.publish(catalog)
        for path in text.documents.keys.sorted().prefix(4) { try OutputFolder(fixture.out).remove(path) }
        try fixture.publish(catalog, encoding: text)
        #expect(try OutputFolder(fixture.out).manifest.catalog() == catalog)
    }

    @Test("unreferenced files are kept for a grace period, and then removed")
    func retired() throws {
        let before = try fixture.publish(catalog, grace: 600)
        var changed = catalog
        changed.packs[0].stickers.removeLast()
        let after = try fixture.publish(changed, grace: 600)
        let gone = Set(before.documents.keys).subtracting(after.documents.keys)
        #expect(!gone.isEmpty && RetiredFiles.names(in: OutputFolder(fixture.out)) == gone)
        for path in gone { #expect(OutputFolder(fixture.out).isFile(path)) }
        // A client that has read the previous index can still read all files of that index.
        #expect(try OutputFolder(fixture.out).catalog(json: before.bytes) == catalog)
        let list = try #require(fixture.text(RetiredFiles.fileName))
        try fixture.write(list.replacing(/(?m)^\d+/, with: "1000000000"), to: RetiredFiles.fileName)
        try fixture.publish(changed, grace: 600)
        for path in gone { #expect(!OutputFolder(fixture.out).exists(path)) }
        #expect(fixture.text(RetiredFiles.fileName) == nil)
        #expect(try OutputFolder(fixture.out).manifest.catalog() == changed)
    }

    @Test(
        "readers that pause between the index, the parts and the files find all of it, during any publications")
    func readersInFlight() async throws {
        let (out, publisher) = (fixture.out, fixture.publisher)
        try Edition(number: 0).publish(publisher, out: out)
        let readers = Readers()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    await BlockingReader.run {
                        while !readers.isOver.load(ordering: .relaxed) {
                            let faults = Edition.faults(out)
                            readers.seen.withLock { $0 = ($0.rounds + 1, $0.faults + faults) }
                        }
                    }
                }
            }
            group.addTask {
                await BlockingReader.run {
                    for number in 1...Edition.count { try? Edition(number: number).publish(publisher, out: out) }
                    readers.isOver.store(true, ordering: .relaxed)
                }
            }
        }
        let (rounds, faults) = readers.seen.withLock { $0 }
        #expect(faults == [] && rounds > 0)
        #expect(try OutputFolder(out).manifest.catalog() == Edition(number: Edition.count).catalog)
    }

    @Test("a retired file that is referenced again stays")
    func namedAgain() throws {
        try fixture.publish(catalog, grace: 600)
        var changed = catalog
        changed.packs[0].stickers.removeLast()
        try fixture.publish(changed, grace: 600)
        try fixture.publish(catalog, grace: 600)
        try fixture.publish(catalog, grace: 0)
        #expect(try OutputFolder(fixture.out).manifest.catalog() == catalog)
    }
}

/// The parts and records of a manifest.
private struct Parts {
    var app: [ManifestPart] = []
    var review: [ManifestPart] = []
    var records: Set<ManifestPart> = []

    init(_ catalog: Catalog) throws { try self.init(try catalog.written()) }

    init(_ text: ManifestText) throws {
        let index = try JSONDecoder().decode(ManifestIndex.self, from: Data(text.bytes))
        for entry in index.packs + (index.hidden ?? []) {
            app += entry.app ?? []
            review += entry.review ?? []
        }
        for part in review {
            let lines = try JSONDecoder().decode(ReviewPart.self, from: Data(text.news[part.path] ?? []))
            records.formUnion((lines.stickers + (lines.awaiting ?? [])).map(\.record))
        }
    }
}

/// Returns one value after the other, and then repeats the last one.
private final class Answers: Sendable {
    private let values: [[UInt8]]
    private let place = Mutex(0)

    init(_ values: [[UInt8]]) { self.values = values }

    func next() -> [UInt8] {
        place.withLock { place in
            defer { place += 1 }
            return values[min(place, values.count - 1)]
        }
    }
}

extension OutputFixture {
    /// Publishes a manifest without the files of its stickers.
    @discardableResult
    fileprivate func publish(_ catalog: Catalog, grace: Int = 0, encoding: ManifestText? = nil) throws -> ManifestText {
        let text = try catalog.written(after: encoding)
        var publication = Publication(catalog: text.bytes, names: [:])
        publication.manifest = text
        publication.graceSeconds = grace
        _ = try publisher.apply(publication)
        return text
    }
}

/// Collects the errors of readers.
private final class Readers: Sendable {
    let isOver = Atomic(false)
    let seen = Mutex<(rounds: Int, faults: [String])>((0, []))
}

/// One of many manifests that are published one after the other. In each manifest, a sticker of one pack has changed.
private struct Edition {
    static let count = ProcessInfo.processInfo.environment["STICKERD_EDITIONS"].flatMap(Int.init) ?? 100
    private static let packs = 6

    let number: Int

    private func content(_ pack: Int) -> String {
        let version = (number - pack + Edition.packs) / Edition.packs
        return "pack \(pack), version \(version)"
    }

    var catalog: Catalog {
        let packs = (0..<Edition.packs).map { place in
            var pack = ManifestSample.pack("pack-\(place)", stickers: 3)
            pack.stickers[1] = ManifestSample.sticker("pack-\(place)", "pack-\(place)-1", version: 7)
            let digest = Digest.sha256(content(place))
            pack.stickers[1].renditions = [
                Rendition(
                    scale: 3, path: "assets/\(digest).png", name: "packs/pack-\(place)/pack-\(place)-1@3x.png",
                    width: 408, height: 408, bytes: content(place).utf8.count, sha256: digest, format: "png",
                    colours: nil, fidelity: 1)
            ]
            return pack
        }
        return Catalog(generator: "stickerd 9.9.9", packs: packs, rejected: [])
    }

    func publish(_ publisher: Publisher, out: String) throws {
        let folder = OutputFolder(out)
        try folder.makeFolder("assets")
        for pack in 0..<Edition.packs {
            let asset = "assets/\(Digest.sha256(content(pack))).png"
            if !folder.exists(asset) { try folder.write(Array(content(pack).utf8), to: asset) }
        }
        let catalog = catalog
        let text = try catalog.written()
        let names = catalog.packs.map { ($0.stickers[1].renditions[0].name, $0.stickers[1].renditions[0].path) }
        var publication = Publication(catalog: text.bytes, names: Dictionary(names) { first, _ in first })
        publication.manifest = text
        publication.graceSeconds = 600
        _ = try publisher.apply(publication)
    }

    /// The files of the published index that are missing or have a wrong content.
    static func faults(_ out: String) -> [String] {
        let folder = OutputFolder(out)
        func pause() { usleep(.random(in: 0...20_000)) }
        do {
            guard let json = folder.read("catalog.json") else { return ["there is no manifest"] }
            pause()
            let reader = CatalogReader(
                index: { Data(json) },
                part: { name, _ in
                    if Int.random(in: 0..<10) == 0 { usleep(.random(in: 0...20_000)) }
                    return folder.data(of: "assets/\(name)")
                }, digest: { Digest.sha256($0) })
            let catalog = try reader.catalog()
            pause()
            return (catalog?.packs ?? []).compactMap { pack in
                let file = pack.stickers[1].renditions[0]
                return folder.digest(of: file.path) == file.sha256 ? nil : "\(file.path) is torn"
            }
        } catch {
            return ["\(error)"]
        }
    }
}

/// Runs blocking calls on a separate thread.
private enum BlockingReader {
    static func run(_ body: @escaping @Sendable () -> Void) async {
        await withCheckedContinuation { continuation in
            Thread {
                body()
                continuation.resume()
            }.start()
        }
    }
}
