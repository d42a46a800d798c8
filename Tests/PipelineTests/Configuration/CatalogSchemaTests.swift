import Foundation
import JobModel
import StickerManifest
import Testing

/// Tests that the schema of the manifest agrees with the types that write the manifest.
@Suite(.enabled(if: SchemaValidator.isInstalled, "needs python3-jsonschema"))
struct CatalogSchemaTests {
    private let schema = SchemaValidator(name: "catalog")
    private static let digest = String(repeating: "0a", count: 32)

    private var rendition: Rendition {
        Rendition(
            scale: 3, path: "assets/\(Self.digest).png", name: "packs/cats/happy-cat@3x.png", width: 408, height: 408,
            bytes: 1234, sha256: Self.digest, format: "png", colours: 64, fidelity: 0.998)
    }

    private var sticker: Sticker {
        Sticker(
            id: "käse-2", label: "Cheese", labels: ["de": "Käse"], size: .regular,
            source: SourceArt(
                path: "Cats/Käse 2.png", sha256: Self.digest, bytes: 9, format: "apng", width: 600, height: 500),
            animation: Animation(frames: 8, duration: 800, loopCount: 0),
            renditions: [rendition, rendition, rendition],
            previews: [
                Preview(
                    background: "white", path: "assets/a.png", name: "previews/cats/a/white.png", sha256: Self.digest,
                    bytes: 3)
            ],
            fit: Fit(
                summary: "64 colours.", gaveUp: "colours",
                attempts: [.init(method: "dithered-palette", colours: 64, bytes: 1234, fidelity: 1)]),
            findings: [
                Finding(
                    rule: "touches-edge", level: .warning, message: "It does.", fix: "Move it.", measured: 3, limit: 2,
                    unit: "percent")
            ],
            fingerprint: Self.digest, pixels: Self.digest,
            filmstrip: Filmstrip(
                path: "assets/b.png", name: "previews/cats/happy-cat.filmstrip.png", sha256: Self.digest, bytes: 5,
                width: 300, height: 50, times: [0, 200]),
            review: Review(outcome: .approved, reviewer: "Ada", comment: "Good."))
    }

    private var catalog: Catalog {
        let icon = IconRendition(
            path: "assets/icon.png", name: "packs/cats/icon-27x20@2x.png", width: 54, height: 40, bytes: 5,
            sha256: Self.digest)
        let rejected = RejectedSource(
            pack: "cats", id: "sad-cat", path: "Cats/Sad Cat.png", sha256: Self.digest, bytes: 0,
            findings: [Finding(rule: "empty-file", level: .error, message: "No bytes.", fix: "Export it again.")],
            keepsEarlierVersion: true)
        return Catalog(
            generator: "stickerd 0.1.0",
            packs: [
                Pack(
                    id: "cats", title: "Cats", titles: ["de": "Katzen"], size: .large, icon: [icon], stickers: [sticker]
                )
            ], rejected: [rejected])
    }

    @Test("a manifest with everything in it follows the schema")
    func whole() throws {
        #expect(try schema.problems(in: catalog.json()) == [])
    }

    /// The properties of an object in a schema.
    private func properties(of object: String, in name: String) throws -> [String: Any] {
        let json = try JSONSerialization.jsonObject(with: Data(contentsOf: SchemaValidator(name: name).schema))
        let objects = (json as? [String: Any])?["$defs"] as? [String: [String: Any]]
        return try #require(objects?[object]?["properties"] as? [String: Any])
    }

    private func json(_ sticker: Sticker) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: JSONEncoder().encode(sticker)) as? [String: Any])
    }

    @Test("the sticker of these tests has every property of the schema, and keeps them in compact form")
    func complete() throws {
        let written = try json(sticker)
        #expect(Set(written.keys) == Set(try properties(of: "sticker", in: "catalog").keys))
        let compact = sticker
        compact.compact()
        #expect(compact.isCompact)
        #expect(try NSDictionary(dictionary: json(compact)).isEqual(to: written))
    }

    @Test("apps get a sticker without the properties for reviewers")
    func deliveredProperties() throws {
        let sticker = try #require(catalog.delivered.packs.first?.stickers.first)
        let properties = try json(sticker).filter { ($0.value as? [Any])?.isEmpty != true }
        #expect(
            properties.keys.sorted() == [
                "animation", "fingerprint", "fit", "id", "label", "labels", "pixels", "renditions", "size", "source",
            ])
    }

    /// If `STICKERD_RENEW=1` is set, the list is written and not compared.
    @Test("the schemas have every format of a sticker", arguments: ["catalog", "record", "app-part"])
    func formats(name: String) throws {
        let file = SchemaValidator(name: name).schema
        let text = try String(contentsOf: file, encoding: .utf8)
        // The pattern does not match the list of source formats, because its order is different.
        let list = /\[(\s+)"png",\s+"apng",\s+"gif",[^\]]*\]/
        #expect(text.matches(of: list).count == 1)
        let words = StickerFormat.allCases.filter(\.isDelivered).map { "\"\($0.rawValue)\"" }
        let renewed = text.replacing(list) { match in
            "[\(match.1)\(words.joined(separator: ",\(match.1)"))\(match.1.dropLast(2))]"
        }
        if ProcessInfo.processInfo.environment["STICKERD_RENEW"] == "1" { try Data(renewed.utf8).write(to: file) }
        #expect(text == renewed, "run STICKERD_RENEW=1 scripts/test --filter CatalogSchema")
    }

    @Test("the schema of decisions has the file extension of every published picture")
    func extensions() throws {
        let schema = try String(contentsOf: SchemaValidator(name: "decisions").schema, encoding: .utf8)
        let pattern = try #require(schema.firstMatch(of: /\{64\}\\\\\.\(([a-z0-9|]+)\)/))
        #expect(Set(pattern.1.split(separator: "|").map(String.init)) == StickerFormat.fileExtensions)
    }

    @Test("a finding of every unit that a rule measures in follows the schema")
    func units() throws {
        let units = Set(RuleSet.rules.compactMap(\.unit)).sorted()
        let texts = try units.map { unit in
            var catalog = catalog
            catalog.packs[0].stickers[0].findings[0].unit = unit
            return try catalog.json()
        }
        #expect(units.count > 5)
        #expect(try schema.problems(inEach: texts) == Array(repeating: [], count: units.count))
    }

    @Test("what apps get follows it too, signed and with times")
    func delivered() throws {
        var catalog = catalog.delivered
        catalog.packs[0].availability = Availability(
            from: Availability.moment("2026-12-01"), until: Availability.moment("2026-12-27T09:00:00+01:00"))
        catalog.packs[0].productID = "com.example.stickers.cats"
        #expect(try schema.problems(in: catalog.json()) == [])
        let signed = try catalog.json(signedBy: { _ in Data(count: 64) })
        #expect(try schema.problems(in: signed) == [])
    }

    @Test("a manifest without anything that can be absent follows the schema")
    func least() throws {
        var catalog = catalog
        catalog.packs[0].icon = []
        catalog.packs[0].stickers[0].animation = nil
        catalog.packs[0].stickers[0].filmstrip = nil
        catalog.packs[0].stickers[0].review = nil
        catalog.packs[0].stickers[0].renditions[0].colours = nil
        catalog.packs[0].stickers[0].fit.attempts[0].bytes = nil
        catalog.packs[0].stickers[0].fit.attempts[0].colours = nil
        catalog.packs[0].stickers[0].findings[0].measured = nil
        catalog.packs[0].stickers[0].findings[0].limit = nil
        catalog.packs[0].stickers[0].findings[0].unit = nil
        catalog.rejected = []
        #expect(try schema.problems(in: catalog.json()) == [])
    }

    @Test("a key that is not the manifest's is refused, at every level")
    func unknownKeys() throws {
        let text = String(decoding: try catalog.json(), as: UTF8.self)
        let objects = text.count { $0 == "{" }
        let problems = try schema.problems(in: text.replacingOccurrences(of: "{", with: #"{ "extra": 1,"#))
        #expect(problems.count >= objects)
    }

    @Test("values that a manifest never contains are refused")
    func refused() throws {
        let text = String(decoding: try catalog.json(), as: UTF8.self)
        let changes = [
            (#""schemaVersion" : 1"#, #""schemaVersion" : 2"#), (#""bytes" : 1234"#, #""bytes" : 500000"#),
            (#""level" : "warning""#, #""level" : "error""#), (#""level" : "error""#, #""level" : "warning""#),
            (#""scale" : 3"#, #""scale" : 4"#), (#""Cats/"#, #""/Cats/"#), (#""assets/"#, #""../assets/"#),
            (#""packs/cats"#, #""packs/../cats"#), (#""size" : "large""#, #""size" : "huge""#),
            (Self.digest, Self.digest.uppercased()), (#""id" : "cats""#, #""id" : "Cats""#),
            (#""fidelity" : 1"#, #""fidelity" : 2"#), (#""de" : "#, #""german" : "#),
            (#""keepsEarlierVersion" : true,"#, ""),
        ]
        let texts = changes.map { text.replacingOccurrences(of: $0.0, with: $0.1) }
        for (change, (changed, problems)) in zip(changes, zip(texts, try schema.problems(inEach: texts))) {
            #expect(changed != text, "\(change)")
            #expect(!problems.isEmpty, "\(change)")
        }
    }
}
