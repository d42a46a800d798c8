import Foundation
import PublishedSamples
import Publishing
import StickerManifest
import Testing
import Web

@Suite("The downloads of apps: the index and its parts")
struct IndexRoutesTests {
    private let tree: SampleTree
    private let cat = SampleTree.Art("happy-cat")
    private let dog = SampleTree.Art("dog", pack: "dogs")
    private let secret = SampleTree.Art("secret", pack: "owls")

    init() throws {
        tree = try SampleTree()
        try tree.publish([cat, dog, secret], inLevels: true) { catalog in
            // The pack has no approved sticker, so no file for apps contains it.
            catalog.awaitingApproval = catalog.packs.filter { $0.id == "owls" }
            catalog.packs.removeAll { $0.id == "owls" }
            catalog.rulesOff = ["opaque-background"]
        }
    }

    private static func index(_ port: Int) throws -> ManifestIndex {
        try JSONDecoder().decode(
            ManifestIndex.self, from: Data(try Client.get("/v2/catalog.json", port: port).bytes))
    }

    @Test("the index is served with a tag, without reviews and hidden stickers")
    func index() async throws {
        try await Serving.tree(tree) { [tree] port in
            let answer = try Client.get("/v2/catalog.json", port: port)
            #expect(answer.status == 200 && answer.headers["content-type"] == "application/json")
            #expect(
                answer.headers["cache-control"] == "no-cache" && answer.headers["x-content-type-options"] == "nosniff")
            let index = try Self.index(port)
            #expect(index.packs.map(\.id) == ["cats", "dogs"] && index.hidden == nil && index.rulesOff == nil)
            #expect(index.packs.allSatisfy { $0.review == nil && $0.counts == nil && $0.app?.count == 1 })
            #expect(!answer.body.contains("owls") && !answer.body.contains("opaque-background"))
            let tag = try #require(answer.headers["etag"])
            #expect(try Client.get("/v2/catalog.json", port: port, fields: ["If-None-Match": tag]).status == 304)
            let serial = try #require(index.serial)
            try tree.publish([SampleTree.Art("sad-cat")], inLevels: true)
            #expect(try Self.index(port).serial ?? 0 > serial)
        }
    }

    @Test("a message has a web page, with its picture or its film and without scripts")
    func page() async throws {
        let move = SampleTree.Art("your-move")
        try tree.publish([cat], messages: [move], inLevels: true) {
            $0.messages?[0].translations = ["de": MessageText(caption: "Du bist dran")]
            var film = $0.messages?[0].renditions[0]
            film?.format = "mp4"
            $0.messages?[0].film = film
        }
        try await Serving.tree(tree) { port in
            let answer = try Client.get("/v2/messages/cats/your-move.html?state=1.0.e30", port: port)
            #expect(answer.status == 200 && answer.headers["content-type"]?.hasPrefix("text/html") == true)
            #expect(answer.headers["content-security-policy"]?.contains("default-src 'none'") == true)
            #expect(answer.body.contains("<video") && answer.body.contains("<p lang=\"de\">Du bist dran"))
            #expect(answer.body.contains("../../assets/\(move.sha256)"))
            #expect(try Client.get("/v2/messages/cats/other.html", port: port).status == 404)
        }
    }

    @Test("a part is served completely and compressed, and can be cached forever")
    func part() async throws {
        try await Serving.tree(tree) { [cat] port in
            let part = try #require(try Self.index(port).packs.first?.app?.first)
            let plain = try Client.get("/v2/\(part.path)", port: port)
            #expect(plain.status == 200 && plain.bytes.count == part.bytes)
            #expect(
                plain.headers["content-type"] == "application/json" && plain.headers["etag"] == "\"\(part.sha256)\"")
            #expect(plain.headers["cache-control"]?.contains("immutable") == true)
            #expect(plain.headers["x-content-type-options"] == "nosniff")
            let packed = try Client.get("/v2/\(part.path)", port: port, fields: ["Accept-Encoding": "gzip"])
            #expect(packed.headers["content-encoding"] == "gzip")
            #expect(try Gunzip.unpacked(packed.bytes) == plain.bytes)
            let tag = try #require(packed.headers["etag"])
            #expect(try Client.get("/v2/\(part.path)", port: port, fields: ["If-None-Match": tag]).status == 304)
            let app = try JSONDecoder().decode(AppPart.self, from: Data(plain.bytes))
            #expect(app.stickers.map(\.fileName) == ["\(cat.sha256).png"])
            #expect(try Client.get("/v2/\(cat.path)", port: port).bytes == cat.bytes)
        }
    }

    @Test("review parts, records and stickers that await approval are not found, and that answer is not cached")
    func hidden() async throws {
        let index = try JSONDecoder().decode(ManifestIndex.self, from: Data(tree.bytes(of: "catalog.json")))
        let reviews = (index.packs + (index.hidden ?? [])).flatMap { $0.review ?? [] }
        let records = try reviews.flatMap { part in
            let review = try JSONDecoder().decode(ReviewPart.self, from: Data(tree.bytes(of: part.path)))
            return (review.stickers + (review.awaiting ?? [])).map(\.record)
        }
        #expect(reviews.count == 3 && records.count == 3)
        try await Serving.tree(tree) { [secret] port in
            for path in (reviews + records).map(\.path) + [secret.path, "assets/x.png"] {
                for version in ["v1", "v2"] {
                    let answer = try Client.get("/\(version)/\(path)", port: port)
                    #expect(answer.status == 404, "\(version) \(path)")
                    #expect(answer.headers["cache-control"] == "no-store", "\(version) \(path)")
                }
            }
        }
    }

    @Test("the index is served even if a part is damaged, and files as soon as it is repaired")
    func damagedPart() async throws {
        let index = try JSONDecoder().decode(ManifestIndex.self, from: Data(tree.bytes(of: "catalog.json")))
        let part = try #require(index.packs.first?.app?.first)
        let bytes = tree.bytes(of: part.path)
        try tree.put(bytes.dropLast(), at: part.path)
        try await Serving.tree(tree) { [tree] port in
            #expect(try Self.index(port).packs.map(\.id) == ["cats", "dogs"])
            #expect(try Client.get("/v2/\(part.path)", port: port).status == 503)
            try tree.put(bytes, at: part.path)
            #expect(try Client.get("/v2/\(part.path)", port: port).bytes == bytes)
        }
    }

    @Test("a file that was recently in the manifest is served as long as it exists")
    func retired() async throws {
        try await Serving.tree(tree) { [tree, cat, dog] port in
            let part = try #require(try Self.index(port).packs.first { $0.id == "dogs" }?.app?.first)
            let bytes = tree.bytes(of: part.path)
            try tree.publish([cat], inLevels: true)
            #expect(try Self.index(port).packs.map(\.id) == ["cats"])
            #expect(try Client.get("/v2/\(part.path)", port: port).status == 404)
            try tree.put(bytes, at: part.path)
            try tree.put(dog.bytes, at: dog.path)
            #expect(try Client.get("/v2/\(part.path)", port: port).bytes == bytes)
            #expect(try Client.get("/v2/\(dog.path)", port: port).bytes == dog.bytes)
        }
    }

    @Test("a single document of an earlier version is also served as an index")
    func flat() async throws {
        try tree.publish([cat, dog])
        try await Serving.tree(tree) { [dog] port in
            let part = try #require(try Self.index(port).packs.last?.app?.first)
            let answer = try Client.get("/v2/\(part.path)", port: port)
            #expect(answer.status == 200 && answer.headers["etag"] == "\"\(part.sha256)\"")
            #expect(answer.body.contains(dog.sha256))
            #expect(try Client.get("/v2/\(dog.path)", port: port).bytes == dog.bytes)
        }
    }

    @Test("a document that is too large for its readers is answered with an error")
    func tooLarge() async throws {
        let published = PublishedTree(out: tree.path, deliver: { _ in [UInt8](repeating: 32, count: 64_000_001) })
        try await Serving.routes([CatalogRoutes(tree: published, logger: Serving.silent)]) { port in
            let answer = try Client.get("/v1/catalog.json", port: port)
            #expect(answer.status == 410 && answer.body.contains("StickerCatalog"))
        }
    }

    @Test("the serial number is stored, and grows even if it is lost")
    func serial() throws {
        let folder = FileManager.default.temporaryDirectory.path + "/serial-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (one, two) = (
            ManifestIndex(generator: "stickerd 1.0.0", packs: []), ManifestIndex(generator: "x", packs: [])
        )
        func serial(_ index: ManifestIndex, at seconds: Double, in folder: String?) throws -> Int {
            let bytes = try IndexDelivery(stateFolder: folder).bytes(
                of: index, at: Date(timeIntervalSince1970: seconds))
            return try #require(try JSONDecoder().decode(ManifestIndex.self, from: Data(bytes)).serial)
        }
        #expect(try serial(one, at: 1000, in: folder) == 1000)
        #expect(try serial(one, at: 2000, in: folder) == 1000)
        #expect(try serial(two, at: 900, in: folder) == 1001)
        #expect(try serial(one, at: 3000, in: folder) == 3000)
        #expect(try serial(one, at: 4000, in: nil) == 4000)
    }
}
