import AppExport
import Foundation
import PublishedSamples
import StickerCatalogCrypto
import StickerManifest
import Testing
import Web

@Suite("Which manifests an app takes")
struct TrustTests {
    private let app: AppFixture
    private let key: SigningKey
    private let cat = AppFixture.Art("cat")
    private let dog = AppFixture.Art("dog")

    init() throws {
        app = try AppFixture()
        try app.ship([cat])
        try app.tree.publish([dog])
        key = try Self.newKey()
    }

    private static func newKey() throws -> SigningKey {
        let file = FileManager.default.temporaryDirectory.path + "/key-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: file) }
        return try SigningKey.make(at: file)
    }

    /// Serves the manifest that `deliver` returns.
    private func serving(
        _ deliver: @escaping @Sendable (Catalog) throws -> [UInt8],
        _ body: @escaping @Sendable (_ port: Int) async throws -> Void
    ) async throws {
        let tree = PublishedTree(out: app.tree.path, deliver: deliver)
        try await Serving.routes([CatalogRoutes(tree: tree, logger: Serving.silent)], body)
    }

    @Test("one with a trusted signature is accepted, also with two signatures")
    func signed() async throws {
        let other = try Self.newKey()
        try await serving(key.signed) { [app, key, dog] port in
            let library = try app.start(port) {
                $0.verifier = try? .ed25519(publicKeys: [other.publicKey, key.publicKey])
            }
            #expect(try await library.update())
            try expect(library.stickers, is: [dog])
        }
    }

    @Test("one that another key signed, one without a signature and one that was changed are not taken")
    func notSigned() async throws {
        let other = try Self.newKey()
        let wrong: [@Sendable (Catalog) throws -> [UInt8]] = [
            other.signed,
            { Array(try $0.json()) },
            { [key] catalog in
                let signed = String(decoding: try key.signed(catalog), as: UTF8.self)
                return Array(signed.replacing("Label of dog", with: "Label of hog").utf8)
            },
            { [key] catalog in
                // The signature is moved into the label of a sticker.
                var changed = try Catalog(json: Data(try key.signed(catalog)))
                changed.packs[0].stickers[0].label = changed.signature ?? ""
                return Array(try changed.json())
            },
        ]
        for deliver in wrong {
            try await serving(deliver) { [app, key, cat] port in
                let library = try app.start(port) { $0.verifier = try? .ed25519(publicKeys: [key.publicKey]) }
                await #expect(throws: CatalogError.wrongSignature) { try await library.update() }
                try expect(library.stickers, is: [cat])
            }
        }
    }

    @Test("stickers that were downloaded before the app required signatures are not shown")
    func laterVerifier() async throws {
        try await serving({ Array(try $0.json()) }) { [app, key, cat] port in
            try await app.start(port).update()
            let library = try app.start(port) { $0.verifier = try? .ed25519(publicKeys: [key.publicKey]) }
            try expect(library.stickers, is: [cat])
        }
    }

    @Test("a text that is not a key is refused", arguments: ["", "hello", "AAAA"])
    func badKey(text: String) {
        #expect(throws: CatalogError.badKey(text)) { try CatalogVerifier.ed25519(publicKeys: [text]) }
    }

    @Test("one with a newer schema is not accepted, and the old one stays")
    func newerShape() async throws {
        let newer: @Sendable (Catalog) throws -> [UInt8] = { catalog in
            var catalog = catalog
            catalog.schemaVersion = 3
            return Array(try catalog.json())
        }
        try await serving(newer) { [app, cat] port in
            let library = try app.start(port)
            await #expect(throws: CatalogError.unknownSchemaVersion(3)) { try await library.update() }
            try expect(library.stickers, is: [cat])
        }
    }

    @Test("one of an older stickerd, without the newer keys, is accepted")
    func olderShape() async throws {
        let older: @Sendable (Catalog) throws -> [UInt8] = { catalog in
            var object = try JSONSerialization.jsonObject(with: catalog.json()) as? [String: Any] ?? [:]
            object["signature"] = nil
            object["generator"] = "stickerd 0.1.0"
            return Array(try JSONSerialization.data(withJSONObject: object))
        }
        try await serving(older) { [app, dog] port in
            let library = try app.start(port)
            try await library.update()
            try expect(library.stickers, is: [dog])
        }
    }

    @Test(
        "one that names files as stickerd does not is not taken",
        arguments: [
            "../../etc/passwd", "assets/../x.png", "/etc/passwd", "assets/short.png", "https://example.com/x.png",
        ])
    func strangePaths(path: String) async throws {
        let strange: @Sendable (Catalog) throws -> [UInt8] = { catalog in
            var catalog = catalog
            catalog.packs[0].stickers[0].renditions[0].path = path
            return Array(try catalog.json())
        }
        try await serving(strange) { [app, cat] port in
            let library = try app.start(port)
            let error = await #expect(throws: CatalogError.self) { try await library.update() }
            guard case .notACatalog = error else { throw error ?? .wrongSignature }
            try expect(library.stickers, is: [cat])
        }
    }

    @Test("a login page of a hotel's network is not a manifest")
    func captivePortal() async throws {
        try await serving({ _ in Array("<html>Welcome!</html>".utf8) }) { [app, cat] port in
            let library = try app.start(port)
            let error = await #expect(throws: CatalogError.self) { try await library.update() }
            guard case .notACatalog = error else { throw error ?? .wrongSignature }
            try expect(library.stickers, is: [cat])
        }
    }
}
