import Foundation
import JobModel
import Publishing
import StickerManifest
import Testing

@Suite("The parts of a manifest")
struct ManifestPartsTests {
    private typealias Sample = ManifestSample

    private func lines(_ count: Int, endsPart: (Int) -> Bool) -> [StickerLines] {
        let sticker = Sample.sticker("cats", "a")
        return (0..<count).map { StickerLines(sticker, app: [], review: [], endsPart: endsPart($0)) }
    }

    @Test(
        "a pack of up to 2,000 stickers has one part, also an empty one",
        arguments: [0, 1, 2000])
    func undivided(count: Int) {
        #expect(ManifestPartsWriter.pieces(of: lines(count) { $0 % 100 == 0 }) == [0..<count])
    }

    @Test("a larger one is divided where stickers end a part, and the rest is the last part")
    func divided() {
        let pieces = ManifestPartsWriter.pieces(of: lines(2500) { $0 == 499 || $0 == 1999 })
        #expect(pieces == [0..<500, 500..<2000, 2000..<2500])
    }

    @Test("no part has more than 8,192 stickers, and none is empty")
    func bounded() {
        #expect(ManifestPartsWriter.pieces(of: lines(20_000) { _ in false }).map(\.count) == [8192, 8192, 3616])
        #expect(ManifestPartsWriter.pieces(of: lines(8192 * 2) { _ in false }).map(\.count) == [8192, 8192])
    }

    @Test("the parts before a changed sticker are those of the earlier manifest, and the last part never is")
    func known() throws {
        let pack = Sample.pack("cats", stickers: 2500)
        let catalog = Catalog(generator: "stickerd 9.9.9", packs: [pack], rejected: [])
        let encoding = try #require(try catalog.written().encoding.packs["cats"])
        let lines = try #require(encoding.lines)
        let pieces = ManifestPartsWriter.pieces(of: lines)
        try #require(pieces.count > 1)
        let known = KnownParts(encoding)
        for (number, piece) in pieces.enumerated() {
            let parts: KnownParts.Parts? = known[lines[piece]]
            let isLast = number == pieces.count - 1
            #expect(parts?.app == (isLast ? nil : encoding.entry.app?[number]))
            #expect(parts?.review == (isLast ? nil : encoding.entry.review?[number]))
        }
        #expect(known[lines[pieces[0].dropLast()]]?.app == nil)
        #expect(KnownParts(nil)[lines[pieces[0]]]?.app == nil)
    }

    @Test("packs that were not read keep their lines, in the order of the ids, hidden ones apart")
    func others() throws {
        let catalog = Catalog(generator: "g", packs: [Sample.pack("m", stickers: 1)], rejected: [])
        let others = [("z", false), ("a", false), ("b", true)].map { id, isHidden in
            ManifestText.Line(id: id, isHidden: isHidden, text: Array(#"{"id":"\#(id)"}"#.utf8))
        }
        let last = ManifestText(bytes: [], encoding: ManifestEncoding(), others: others)
        let text = try catalog.written(after: last)
        let json = try JSONSerialization.jsonObject(with: Data(text.bytes)) as? [String: Any]
        let ids = { (key: String) in (json?[key] as? [[String: Any]])?.compactMap { $0["id"] as? String } }
        #expect(ids("packs") == ["a", "m", "z"])
        #expect(ids("hidden") == ["b"])
    }

    private func published() throws -> (fixture: OutputFixture, text: ManifestText) {
        let fixture = try OutputFixture()
        let text = try Catalog(generator: "g", packs: [Sample.pack("cats", stickers: 2)], rejected: []).written()
        var publication = Publication(catalog: text.bytes, names: [:])
        publication.manifest = text
        _ = try fixture.publisher.apply(publication)
        return (fixture, text)
    }

    @Test(
        "a record that is missing, or has other bytes, costs its sticker only, and is named",
        arguments: [(nil, .missing), ("{}", .damaged)] as [(String?, ManifestFault.Kind)])
    func faults(text: String?, kind: ManifestFault.Kind) throws {
        let (fixture, written) = try published()
        let record = try #require(written.encoding.packs["cats"]?.records.first)
        try OutputFolder(fixture.out).remove(record.path)
        if let text { try fixture.write(text, to: record.path) }
        let (intact, faults) = try #require(try OutputFolder(fixture.out).manifest.intactCatalog())
        #expect(intact.packs.map(\.stickers.count) == [1])
        #expect(faults.map(\.path) == [record.path] && faults.map(\.kind) == [kind])
    }

    @Test("a part with the right hash that is not JSON costs its pack, and is unreadable")
    func unreadable() throws {
        let (fixture, written) = try published()
        let part = try #require(written.encoding.packs["cats"]?.entry.review?.first)
        let other = "not JSON"
        try fixture.write(other, to: "assets/\(Digest.sha256(other)).json")
        let index = String(decoding: written.bytes, as: UTF8.self)
            .replacing(
                "{\"bytes\":\(part.bytes),\"sha256\":\"\(part.sha256)\"}",
                with: "{\"bytes\":\(other.utf8.count),\"sha256\":\"\(Digest.sha256(other))\"}")
        try fixture.write(index, to: "catalog.json")
        let (intact, faults) = try #require(try OutputFolder(fixture.out).manifest.intactCatalog())
        #expect(intact.packs.isEmpty)
        #expect(faults.map(\.kind) == [.unreadable])
    }
}

@Suite("The served index")
struct ServedIndexTests {
    private func index() throws -> ManifestIndex {
        let catalog = Catalog(generator: "g", packs: [ManifestSample.pack("cats", stickers: 1)], rejected: [])
        guard case .index(let index) = try ManifestDocument(json: Data(try catalog.written().bytes)) else {
            throw CatalogError.notACatalog("not an index")
        }
        return index.delivered
    }

    /// A signer that returns the signed bytes as the signature.
    private func signer(_ key: String) -> IndexSigner { IndexSigner(key: key) { $0 } }

    @Test("every key signs the same bytes: a prefix, and the index with empty signatures")
    func signedBytes() throws {
        let index = try index()
        let bytes = try index.served(serial: 7, signers: [signer("one"), signer("two")])
        let json = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
        let signatures = try #require(json?["signatures"] as? [[String: String]])
        #expect(signatures.compactMap { $0["key"] } == ["one", "two"])
        let messages = signatures.compactMap { $0["value"].flatMap { Data(base64Encoded: $0) } }
        #expect(messages.count == 2 && messages[0] == messages[1])
        let signed = try #require(messages.first)
        #expect(signed.starts(with: CatalogVerifier.indexPrefix))
        let emptied = signatures.reduce(String(decoding: bytes, as: UTF8.self)) { text, signature in
            text.replacing(signature["value"] ?? "", with: "")
        }
        #expect(signed.dropFirst(CatalogVerifier.indexPrefix.count).elementsEqual(emptied.utf8))
    }

    @Test("without keys there are no signatures")
    func unsigned() throws {
        let text = String(decoding: try index().served(serial: 7, signers: []), as: UTF8.self)
        #expect(text.contains("\"serial\":7") && !text.contains("signatures"))
    }

    @Test(
        "a serial number is the time, and grows also if the clock was set back",
        arguments: [(nil, 1000), (999, 1000), (1000, 1001), (5000, 5001)] as [(Int?, Int)])
    func serial(last: Int?, next: Int) {
        #expect(IndexDelivery.next(after: last, at: Date(timeIntervalSince1970: 1000.9)) == next)
    }
}
