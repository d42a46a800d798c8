import Foundation
import PublishedSamples
import StickerManifest
import Testing

@Suite("An app's stickers under all conditions")
struct StickerLibraryTests {
    private let app: AppFixture
    private let cat = AppFixture.Art("cat")
    private let dog = AppFixture.Art("dog")
    private let owl = AppFixture.Art("owl")

    init() throws {
        app = try AppFixture()
    }

    @Test("the first start without network shows the app's own stickers")
    func firstStartOffline() async throws {
        try app.ship([cat, dog])
        let library = try app.start()
        #expect(library.stickers.origin == .bundle)
        try expect(library.stickers, is: [cat, dog])
        let error = await #expect(throws: CatalogError.self) { try await library.update() }
        guard case .unreachable = error else { throw error ?? .wrongSignature }
        try expect(library.stickers, is: [cat, dog])
    }

    @Test("the first start without network and without a bundle shows nothing, without an error")
    func nothing() throws {
        let library = try app.start()
        #expect(library.stickers.origin == .nothing && library.stickers.packs == [])
    }

    @Test("files that Xcode copied one by one are an error that names the setting")
    func flattened() throws {
        try app.ship([cat, dog])
        let root = app.bundle.deletingLastPathComponent()
        let files = FileManager.default
        for name in try files.contentsOfDirectory(atPath: app.bundle.appending(path: "assets").path) {
            // Xcode compresses the picture, so its size changes.
            try Data("CgBI".utf8).write(to: root.appending(path: name))
        }
        try files.moveItem(at: app.bundle.appending(path: "catalog.json"), to: root.appending(path: "catalog.json"))
        try files.removeItem(at: app.bundle)
        for bundle in [app.bundle, root] {
            let error = #expect(throws: CatalogError.flattened(root.path)) {
                try app.start { $0.bundle = bundle }
            }
            #expect(error?.description.contains("Build Folder Contents") == true)
        }
        // A file of the app with the same name is not the manifest of the stickers.
        try Data("{}".utf8).write(to: root.appending(path: "catalog.json"))
        let error = #expect(throws: CatalogError.self) { try app.start { [app] in $0.bundle = app.bundle } }
        guard case .notACatalog = error else { throw error ?? .wrongSignature }
    }

    @Test("an update downloads new stickers, keeps the app's own, and is shown at the next start without network")
    func update() async throws {
        try app.ship([cat, dog])
        try app.tree.publish([dog, owl])
        try await Serving.tree(app.tree) { [app, cat, dog, owl] port in
            let library = try app.start(port)
            let before = library.stickers
            #expect(try await library.update())
            #expect(library.stickers.origin == .server)
            try expect(library.stickers, is: [dog, owl])
            #expect(app.cached == ["\(owl.sha256).png"])
            // The previous stickers still exist, because a person may still see them.
            try expect(before, is: [cat, dog])
            #expect(try await !library.update())
            let next = try app.start(port) { $0.server = URL(string: "http://127.0.0.1:\(port)/v1/") }
            try expect(next.stickers, is: [dog, owl])
        }
    }

    @Test("where nothing changed, the server sends no manifest and no file")
    func unchanged() async throws {
        try app.tree.publish([cat, dog])
        try await Serving.tree(app.tree) { [app, cat, dog] port in
            let proxy = try UnreliableProxy(to: port, breakingAfter: .max)
            #expect(try await app.start(proxy.port).update())
            let nodes = try app.nodes()
            // This number of bytes is only sufficient for an answer without content.
            proxy.allow(600)
            let library = try app.start(proxy.port)
            #expect(try await !library.update())
            try expect(library.stickers, is: [cat, dog])
            #expect(try app.nodes() == nodes)
        }
    }

    @Test("an interrupted download changes nothing, and the next one only downloads missing files")
    func interrupted() async throws {
        let art = (0..<12).map { AppFixture.Art("sticker-\($0)", size: 40_000) }
        try app.ship([cat])
        try app.tree.publish(art)
        try await Serving.tree(app.tree) { [app, cat] port in
            let proxy = try UnreliableProxy(to: port, breakingAfter: 250_000)
            let address = URL(string: "http://127.0.0.1:\(proxy.port)/v1/")
            let library = try app.start(port) { $0.server = address }
            await #expect(throws: CatalogError.self) { try await library.update() }
            try expect(library.stickers, is: [cat])
            try expect(try app.start(port) { $0.server = address }.stickers, is: [cat])
            let first = try app.nodes()
            #expect(first.count < art.count)
            proxy.allow()
            #expect(try await library.update())
            try expect(library.stickers, is: art)
            let second = try app.nodes()
            #expect(first.allSatisfy { second[$0.key] == $0.value })
        }
    }

    @Test("a file that is damaged on the server or on its way is not taken, and the old set stays")
    func damaged() async throws {
        try app.ship([cat])
        try app.tree.publish([dog, owl])
        try app.tree.put(Array(dog.bytes.reversed()), at: dog.path)
        try await Serving.tree(app.tree) { [app, cat, dog, owl] port in
            let library = try app.start(port)
            await #expect(throws: CatalogError.damaged("/v1/\(dog.path)")) { try await library.update() }
            try expect(library.stickers, is: [cat])
            #expect(!app.cached.contains("\(dog.sha256).png"))
            try app.tree.put(dog.bytes, at: dog.path)
            #expect(try await library.update())
            try expect(library.stickers, is: [dog, owl])
        }
    }

    @Test("while the server fails, the old set stays")
    func serverError() async throws {
        try app.ship([cat])
        try app.tree.put(Array("{".utf8), at: "catalog.json")
        try await Serving.tree(app.tree) { [app, cat, dog] port in
            let library = try app.start(port)
            await #expect(throws: CatalogError.refused(status: 503, path: "/v1/catalog.json")) {
                try await library.update()
            }
            try expect(library.stickers, is: [cat])
            try app.tree.publish([dog])
            try app.tree.remove(dog.path)
            await #expect(throws: CatalogError.refused(status: 404, path: "/v1/\(dog.path)")) {
                try await library.update()
            }
            try expect(library.stickers, is: [cat])
        }
    }

    @Test("a removed sticker leaves the set immediately, and its file is deleted when it is no longer shown")
    func removed() async throws {
        try app.tree.publish([cat, dog])
        try await Serving.tree(app.tree) { [app, cat, dog] port in
            let library = try app.start(port)
            try await library.update()
            let before = library.stickers
            try app.tree.publish([dog])
            #expect(try await library.update())
            try expect(library.stickers, is: [dog])
            try expect(before, is: [cat, dog])
            try expect(try app.start(port).stickers, is: [dog])
            #expect(app.cached == ["\(dog.sha256).png"])
        }
    }

    @Test("two simultaneous updates are one, and two apps with one cache do not affect each other")
    func twoAtOnce() async throws {
        let art = (0..<20).map { AppFixture.Art("sticker-\($0)") }
        try app.tree.publish(art)
        try await Serving.tree(app.tree) { [app] port in
            let one = try app.start(port) { $0.grace = 3600 }
            let other = try app.start(port) { $0.grace = 3600 }
            async let first = one.update()
            async let second = one.update()
            async let third = other.update()
            _ = try await (first, second, third)
            try expect(one.stickers, is: art)
            try expect(other.stickers, is: art)
            try expect(try app.start(port).stickers, is: art)
        }
    }

    @Test(
        "an app that is closed and reopened immediately is up to date, although its update was cancelled"
    )
    func reopened() async throws {
        try await Serving.tree(app.tree) { [app] port in
            let library = try app.start(port)
            for version in 0..<10 {
                let art = (0..<20).map { AppFixture.Art("sticker-\($0)", version: version) }
                try app.tree.publish(art)
                let closed = Task { try await library.update() }
                await Task.yield()
                closed.cancel()
                try await library.update()
                try expect(library.stickers, is: art)
                _ = await closed.result
            }
        }
    }

    @Test("an update continues while one of its callers waits")
    func sharedUpdate() async throws {
        try await Serving.tree(app.tree) { [app] port in
            let library = try app.start(port)
            for version in 0..<10 {
                let art = (0..<20).map { AppFixture.Art("sticker-\($0)", version: version) }
                try app.tree.publish(art)
                let first = Task { try await library.update() }
                await Task.yield()
                async let second = library.update()
                await Task.yield()
                first.cancel()
                _ = try await second
                try expect(library.stickers, is: art)
                _ = await first.result
            }
        }
    }

    @Test("an update that is cancelled before it begins does nothing")
    func cancelledBefore() async throws {
        try app.ship([cat])
        let library = try app.start()
        let update = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await library.update()
        }
        await #expect(throws: CancellationError.self) { try await update.value }
    }

    @Test("an update while the server publishes again and again ends with a set that was published")
    func movingTarget() async throws {
        let art = (0..<30).map { round in (0..<3).map { AppFixture.Art("sticker-\($0)", version: round) } }
        try app.tree.publish(art[0])
        try await Serving.tree(app.tree) { [app] port in
            let library = try app.start(port)
            let publishing = Task { for round in art { try app.tree.publish(round) } }
            for _ in 0..<10 {
                _ = try? await library.update()
                let ids = Set(library.stickers.packs.flatMap(\.stickers).map(\.sha256))
                #expect(ids.isEmpty || art.contains { Set($0.map(\.sha256)) == ids })
            }
            try await publishing.value
            try await library.update()
            try expect(library.stickers, is: art[29])
        }
    }

    @Test("a full cache has as many stickers as fit, in the manifest's order, and reports the number of others")
    func fullCache() async throws {
        try app.tree.publish([cat, dog, owl])
        try await Serving.tree(app.tree) { [app, cat, dog, owl] port in
            let library = try app.start(port) { $0.cacheLimit = 4100 }
            try await library.update()
            try expect(library.stickers, is: [cat, dog], missing: 1)
            #expect(app.cached.count == 2)
            let next = try app.start(port)
            try await next.update()
            try expect(next.stickers, is: [cat, dog, owl])
        }
    }

    @Test("with a cache that cannot be written, the app's own stickers are shown")
    func unwritable() async throws {
        try app.ship([cat])
        try app.tree.publish([dog])
        try Data("a file, where the folder should be".utf8).write(to: app.cache)
        try await Serving.tree(app.tree) { [app, cat] port in
            let library = try app.start(port)
            let error = await #expect(throws: CatalogError.self) { try await library.update() }
            guard case .cache = error else { throw error ?? .wrongSignature }
            try expect(library.stickers, is: [cat])
        }
    }

    @Test("a cache that was damaged or cleared away in the meantime is repaired by the next update")
    func damagedCache() async throws {
        try app.tree.publish([cat, dog, owl])
        try await Serving.tree(app.tree) { [app, cat, dog, owl] port in
            try await app.start(port).update()
            let files = app.cache.appending(path: "files")
            try Data(cat.bytes.reversed()).write(to: files.appending(path: "\(cat.sha256).png"))
            try Data(dog.bytes.dropLast()).write(to: files.appending(path: "\(dog.sha256).png"))
            let library = try app.start(port)
            #expect(library.stickers.missing == 1)
            try await library.update()
            try expect(library.stickers, is: [cat, dog, owl])
            try FileManager.default.removeItem(at: files)
            let next = try app.start(port)
            #expect(next.stickers.missing == 3)
            try await next.update()
            try expect(next.stickers, is: [cat, dog, owl])
            try Data("{".utf8).write(to: app.cache.appending(path: "current.json"))
            try await app.start(port).update()
            try expect(try app.start(port).stickers, is: [cat, dog, owl])
        }
    }

    @Test("a new version of the app begins with its own stickers, until the server has been asked")
    func newVersion() async throws {
        try app.ship([cat])
        try app.tree.publish([dog])
        try await Serving.tree(app.tree) { [app, dog, owl] port in
            try await app.start(port).update()
            try expect(try app.start(port).stickers, is: [dog])
            try app.ship([owl])
            let library = try app.start(port)
            try expect(library.stickers, is: [owl])
            try await library.update()
            try expect(library.stickers, is: [dog])
            #expect(app.cached == ["\(dog.sha256).png"])
        }
    }
}
