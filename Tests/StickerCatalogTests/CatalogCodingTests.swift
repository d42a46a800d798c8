import Foundation
import Publishing
import StickerManifest
import Testing

@Suite("The manifest as JSON")
struct CatalogCodingTests {
    private let catalog = SampleCatalog.catalog

    private func text(_ catalog: Catalog) throws -> String {
        String(decoding: try catalog.json(), as: UTF8.self)
    }

    /// The JSON of the manifest with one value replaced.
    private func replacing(_ key: String, by value: Any?) throws -> Data {
        var object = try #require(try JSONSerialization.jsonObject(with: try catalog.json()) as? [String: Any])
        object[key] = value
        return try JSONSerialization.data(withJSONObject: object)
    }

    @Test("is read as it was written")
    func roundTrip() throws {
        #expect(try Catalog(json: catalog.json()) == catalog)
        let empty = Catalog(generator: "stickerd", packs: [], rejected: [])
        #expect(try Catalog(json: empty.json()) == empty)
    }

    @Test("is the same bytes every time, and after reading and writing it again")
    func deterministic() throws {
        let first = try catalog.json()
        for _ in 0..<20 { #expect(try catalog.json() == first) }
        #expect(try Catalog(json: first).json() == first)
    }

    @Test("equals the text that an encoder writes for everything")
    func pieces() throws {
        var tricky = catalog
        var pack = try #require(catalog.packs.first)
        pack.title = "]\n  \"stickers\" : [\n\n  ]"
        pack.titles = ["de": "\n  \"packs\" : [\n"]
        var bare = pack
        bare.stickers = []
        tricky.packs = [bare, pack, bare]
        tricky.awaitingApproval = [pack, bare]
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        for catalog in [catalog, tricky, Catalog(generator: "stickerd", packs: [], rejected: [])] {
            #expect(try text(catalog) == String(decoding: encoder.encode(catalog), as: UTF8.self) + "\n")
        }
    }

    @Test("written after another is the same text as written alone")
    func after() throws {
        let first = try catalog.written()
        var pack = try #require(catalog.packs.first)
        var changed = catalog
        changed.packs[0].stickers[0].label = "Another"
        var shuffled = catalog
        shuffled.packs[0].stickers.reverse()
        var moved = catalog
        pack.id = "moved"
        moved.packs = [pack] + moved.packs
        let none = Catalog(generator: "stickerd", packs: [], rejected: [])
        for next in [catalog, changed, shuffled, moved, none] {
            let text = try next.written(after: first)
            #expect(try text.bytes == next.written().bytes)
            #expect(try catalog.written(after: text).bytes == first.bytes)
        }
    }

    @Test("has its keys in order, slashes as they are, and a newline at the end")
    func shape() throws {
        let text = try text(catalog)
        #expect(text.hasSuffix("}\n"))
        #expect(text.contains("assets/aa.png"))
        let keys = ["\"generator\"", "\"packs\"", "\"rejected\"", "\"rulesOff\"", "\"schemaVersion\""]
        let places = try keys.map { key in
            try #require(text.components(separatedBy: "\n").lastIndex { $0.hasPrefix("  \(key)") })
        }
        #expect(places == places.sorted())
    }

    @Test("writes fidelity in its shortest form")
    func fidelity() throws {
        #expect(try text(catalog).contains("\"fidelity\" : 0.997123"))
    }

    @Test("omits missing values")
    func absent() throws {
        let text = try text(catalog)
        #expect(!text.contains("null"))
        #expect(!text.contains("\"colours\" : null"))
    }

    @Test(
        "of a newer schema is refused with a sentence that has both versions and the fix", arguments: [0, 2, 99])
    func unknownVersion(version: Int) throws {
        let json = try replacing("schemaVersion", by: version)
        let error = #expect(throws: CatalogError.unknownSchemaVersion(version)) { try Catalog(json: json) }
        let sentence = try #require(error).description
        #expect(sentence.contains("\(version)") && sentence.contains("versions 1 and 2"))
        #expect(sentence.contains("Update") && sentence.hasSuffix("."))
    }

    @Test("of a newer version is refused for its version, even if the rest cannot be decoded")
    func unknownShape() {
        let json = Data("{\"schemaVersion\": 7, \"packs\": \"elsewhere\"}".utf8)
        #expect(throws: CatalogError.unknownSchemaVersion(7)) { try Catalog(json: json) }
    }

    @Test(
        "that is invalid is refused with a sentence",
        arguments: ["", "hello", "[]", "{}", "{\"schemaVersion\": 1}", "{\"schemaVersion\": \"1\"}"])
    func noCatalog(text: String) {
        let error = #expect(throws: CatalogError.self) { try Catalog(json: Data(text.utf8)) }
        guard case .notACatalog = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error?.description.contains("stickerd build") == true)
    }

    @Test("with unknown keys is read")
    func newFields() throws {
        #expect(try Catalog(json: replacing("somethingNew", by: ["a": 1])) == catalog)
    }

    @Test("with a size or level that does not exist is refused")
    func unknownWords() throws {
        let wrong = try text(catalog).replacingOccurrences(of: "\"regular\"", with: "\"huge\"")
        #expect(throws: CatalogError.self) { try Catalog(json: Data(wrong.utf8)) }
    }
}
