import AppExport
import Foundation
import Hummingbird
import Logging
import PublishedSamples
import Publishing
import StickerCatalog
import StickerCatalogCrypto
import StickerManifest
import Testing
import Web

@Suite("An app's stickers from an index and parts")
struct PartsTests {
    private let app: AppFixture
    private let cat = AppFixture.Art("cat")
    private let dog = AppFixture.Art("dog", pack: "dogs")
    private let owl = AppFixture.Art("owl", pack: "owls")

    init() throws {
        app = try AppFixture()
    }

    /// Starts the app with a server that has a divided manifest.
    private func start(
        _ port: Int, change: (inout StickerLibrary.Settings) -> Void = { _ in }
    ) throws -> StickerLibrary {
        try app.start(port) {
            $0.server = URL(string: "http://127.0.0.1:\(port)/v2/")
            change(&$0)
        }
    }

    private func serving(
        _ delivery: IndexDelivery = IndexDelivery(), logger: Logger = Serving.silent,
        _ body: @escaping @Sendable (_ port: Int) async throws -> Void
    ) async throws {
        let tree = PublishedTree(out: app.tree.path, delivery: delivery)
        try await Serving.routes([CatalogRoutes(tree: tree, logger: logger)], body)
    }

    @Test("an update downloads the parts and the stickers, and is shown at the next start without network")
    func update() async throws {
        try app.ship([cat])
        try app.tree.publish([cat, dog], inLevels: true)
        try await serving { [app, cat, dog] port in
            let library = try start(port)
            #expect(try await library.update())
            try expect(library.stickers, is: [cat, dog])
            #expect(library.stickers.packs.map(\.title) == ["Cats", "Dogs"])
            #expect(try await !library.update())
            let next = try start(port)
            #expect(next.stickers.origin == .server)
            try expect(next.stickers, is: [cat, dog])
            #expect(app.cached.count == 3)
        }
    }

    @Test("if one of five hundred packs has changed, one part is loaded")
    func oneOfMany() async throws {
        let art = (100..<600).map { AppFixture.Art("one", pack: "pack-\($0)", size: 50) }
        try app.tree.publish(art, inLevels: true)
        try await serving { [app, art] port in
            let proxy = try UnreliableProxy(to: port, breakingAfter: .max)
            #expect(try await start(proxy.port).update())
            var changed = art
            changed[250] = AppFixture.Art("one", pack: "pack-350", version: 2, size: 50)
            try app.tree.publish(changed, inLevels: true)
            let nodes = try app.nodes()
            let index = app.tree.bytes(of: "catalog.json").count
            proxy.allow(index + 3000)
            let library = try start(proxy.port)
            #expect(try await library.update())
            #expect(library.stickers.packs.count == 500 && library.stickers.missing == 0)
            #expect(try app.nodes().filter { nodes[$0.key] != $0.value }.count == 2)
        }
    }

    @Test("a part that does not exist yet is requested again, together with the index")
    func notThereYet() async throws {
        try app.tree.publish([cat, dog], inLevels: true)
        let part = try #require(try app.tree.part(of: "dogs"))
        let bytes = app.tree.bytes(of: part)
        let tree = app.tree
        let logger = Logger(label: "test") { _ in
            ErrorHandler { if $0.contains("missing") { try? tree.put(bytes, at: part) } }
        }
        try await serving(logger: logger) { [app, cat, dog] port in
            // The request makes the server read the part, so that it treats the part as available.
            _ = try Data(contentsOf: #require(URL(string: "http://127.0.0.1:\(port)/v2/catalog.json")))
            try app.tree.remove(part)
            let library = try start(port)
            #expect(try await library.update())
            try expect(library.stickers, is: [cat, dog])
        }
    }

    @Test("a part with another content is not accepted, and the previous set stays")
    func damaged() async throws {
        try app.ship([cat])
        try app.tree.publish([dog, owl], inLevels: true)
        let part = try #require(try app.tree.part(of: "owls"))
        let bytes = app.tree.bytes(of: part)
        try await serving { [app, cat, dog, owl] port in
            _ = try Data(contentsOf: #require(URL(string: "http://127.0.0.1:\(port)/v2/catalog.json")))
            try app.tree.put(bytes.reversed(), at: part)
            let library = try start(port)
            await #expect(throws: CatalogError.damaged("/v2/\(part)")) { try await library.update() }
            try expect(library.stickers, is: [cat])
            try app.tree.put(bytes.dropLast(), at: part)
            await #expect(throws: CatalogError.refused(status: 404, path: "/v2/\(part)")) {
                try await library.update()
            }
            try expect(library.stickers, is: [cat])
            try app.tree.put(bytes, at: part)
            #expect(try await library.update())
            try expect(library.stickers, is: [dog, owl])
        }
    }

    @Test("a connection that breaks within a part changes nothing, and the next update continues")
    func truncated() async throws {
        let art = (0..<400).map { AppFixture.Art("sticker-\($0)", size: 60) }
        try app.ship([cat])
        try app.tree.publish(art, inLevels: true)
        let index = app.tree.bytes(of: "catalog.json").count
        try await serving { [cat] port in
            let proxy = try UnreliableProxy(to: port, breakingAfter: index + 4000)
            let library = try start(proxy.port)
            await #expect(throws: CatalogError.self) { try await library.update() }
            try expect(library.stickers, is: [cat])
            proxy.allow()
            #expect(try await library.update())
            try expect(library.stickers, is: art)
        }
    }

    @Test("an index without a signature, of another key or with a lower serial number is not taken")
    func trust() async throws {
        let (key, other) = (try Self.newKey(), try Self.newKey())
        try app.tree.publish([cat], inLevels: true)
        let signed = IndexDelivery(signers: [key.indexSigner])
        @Sendable func trusting(_ settings: inout StickerLibrary.Settings) {
            settings.verifier = try? .ed25519(publicKeys: [key.publicKey])
        }
        let servers = [IndexDelivery(), IndexDelivery(signers: [other.indexSigner])]
        for delivery in servers {
            try await serving(delivery) { port in
                let library = try start(port, change: trusting)
                await #expect(throws: CatalogError.wrongSignature) { try await library.update() }
            }
        }
        try await serving(signed) { [app, cat, dog] port in
            #expect(try await start(port, change: trusting).update())
            // An attacker serves an old manifest that the same key has signed.
            let record = app.cache.appending(path: "current.json")
            let later = try String(contentsOf: record, encoding: .utf8)
            var object = try #require(
                try JSONSerialization.jsonObject(with: Data(later.utf8)) as? [String: Any])
            let manifest = try #require((object["manifest"] as? String).flatMap { Data(base64Encoded: $0) })
            let index = try JSONDecoder().decode(ManifestIndex.self, from: manifest)
            let newer = try index.served(serial: (index.serial ?? 0) + 1_000_000, signers: [key.indexSigner])
            object["manifest"] = Data(newer).base64EncodedString()
            object["tag"] = nil
            try JSONSerialization.data(withJSONObject: object).write(to: record)
            try app.tree.publish([dog], inLevels: true)
            let library = try start(port, change: trusting)
            await #expect(throws: CatalogError.outdated("/v2/catalog.json")) { try await library.update() }
            try expect(library.stickers, is: [cat])
        }
    }

    @Test("while a key is replaced, apps that trust either of the two take the index")
    func twoKeys() async throws {
        let (old, new) = (try Self.newKey(), try Self.newKey())
        try app.tree.publish([cat, dog], inLevels: true)
        try await serving(IndexDelivery(signers: [old.indexSigner, new.indexSigner])) { [cat, dog] port in
            for key in [old, new] {
                let library = try start(port) { $0.verifier = try? .ed25519(publicKeys: [key.publicKey]) }
                _ = try await library.update()
                try expect(library.stickers, is: [cat, dog])
            }
        }
    }

    private static func newKey() throws -> SigningKey {
        let file = FileManager.default.temporaryDirectory.path + "/key-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: file) }
        return try SigningKey.make(at: file)
    }

    @Test("downloads of an earlier version of the app are shown, and not downloaded again")
    func earlierRecord() async throws {
        try app.tree.publish([cat, dog], inLevels: true)
        try await serving { [app, cat, dog] port in
            try await app.start(port).update()
            let nodes = try app.nodes()
            let library = try start(port)
            try expect(library.stickers, is: [cat, dog])
            try await library.update()
            try expect(library.stickers, is: [cat, dog])
            #expect(try app.nodes().filter { nodes[$0.key] != nil } == nodes)
        }
    }

    @Test("from a server of an earlier version, without an index, one document is loaded")
    func earlierServer() async throws {
        try app.tree.publish([cat, dog])
        let folder = FileManager.default.temporaryDirectory.path + "/v1-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        _ = try AppExport(out: app.tree.path, form: .tree).run(to: folder)
        try await Serving.routes([FolderRoutes(folder: folder + "/v1", version: "v1")]) { [cat, dog] port in
            let library = try start(port)
            #expect(try await library.update())
            try expect(library.stickers, is: [cat, dog])
            #expect(try await !library.update())
            try expect(try start(port).stickers, is: [cat, dog])
        }
    }

    @Test("only requested packs are loaded; the others are offered, and loaded on request")
    func wanted() async throws {
        try app.tree.publish([cat, dog, owl], inLevels: true)
        try await serving { [app, cat, dog] port in
            let library = try start(port) { $0.packs = ["cats"] }
            #expect(try await library.update())
            try expect(library.stickers, is: [cat])
            #expect(app.cached.count == 2)
            #expect(library.stickers.offered.map(\.id) == ["dogs", "owls"])
            #expect(library.stickers.offered.map(\.bytes) == [2000, 2000])
            library.want(["cats", "dogs"])
            #expect(try await library.update())
            try expect(library.stickers, is: [cat, dog])
            library.want(["dogs"])
            #expect(try await library.update())
            try expect(library.stickers, is: [dog])
            try expect(try start(port) { $0.packs = ["dogs"] }.stickers, is: [dog])
            #expect(app.cached.count == 2)
        }
    }

    @Test("if the disk accepts one part and not the next, the previous set stays")
    func fullDisk() async throws {
        try app.ship([cat])
        try app.tree.publish([dog, owl], inLevels: true)
        let part = try #require(try app.tree.part(of: "owls"))
        // A folder at this path prevents the file from being written.
        let place = app.cache.appending(path: "files/\(part.split(separator: "/").last ?? "")")
        try FileManager.default.createDirectory(
            at: place.appending(path: "full"), withIntermediateDirectories: true)
        try await serving { [cat, dog, owl] port in
            let library = try start(port) { $0.grace = 3600 }
            let error = await #expect(throws: CatalogError.self) { try await library.update() }
            guard case .cache = error else { throw error ?? .wrongSignature }
            try expect(library.stickers, is: [cat])
            try FileManager.default.removeItem(at: place)
            #expect(try await library.update())
            try expect(library.stickers, is: [dog, owl])
        }
    }

    @Test("a part that the system has deleted is offered, and loaded with the next update")
    func cleared() async throws {
        try app.tree.publish([cat, dog], inLevels: true)
        let part = try #require(try app.tree.part(of: "dogs"))
        let place = app.cache.appending(path: "files/\(part.split(separator: "/").last ?? "")")
        try await serving { [cat, dog] port in
            try await start(port).update()
            try FileManager.default.removeItem(at: place)
            let library = try start(port) { $0.grace = 3600 }
            try expect(library.stickers, is: [cat])
            #expect(library.stickers.offered.map(\.id) == ["dogs"])
            #expect(try await library.update())
            try expect(library.stickers, is: [cat, dog])
        }
    }
}

/// Calls a function with each error in a log.
private struct ErrorHandler: LogHandler {
    let onError: @Sendable (String) -> Void
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.error

    init(_ onError: @escaping @Sendable (String) -> Void) { self.onError = onError }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        onError("\(event.message)")
    }
}

/// A simple web server for the files of one version of the manifest.
private struct FolderRoutes: WebRoutes {
    let folder: String
    let version: String

    func add(to router: Router<BasicRequestContext>) {
        router.get("\(version)/catalog.json") { _, _ in try file("catalog.json") }
        router.get("\(version)/assets/:name") { _, context in
            try file("assets/\(context.parameters.get("name") ?? "")")
        }
    }

    private func file(_ name: String) throws -> Response {
        guard let data = FileManager.default.contents(atPath: "\(folder)/\(name)") else { throw HTTPError(.notFound) }
        return Response(status: .ok, body: .init(byteBuffer: ByteBuffer(bytes: data)))
    }
}
