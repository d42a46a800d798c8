import Foundation
import StickerCatalog
import StickerCatalogCrypto
import TestSupport
import Testing

/// From the drop folder into an app: `serve`, `watch --serve`, `keygen` and `export app`.
struct AppTests {
    private let workshop: Workshop

    init() throws {
        workshop = try Workshop()
    }

    private func build() async throws {
        try workshop.drop(Art.disc(1), as: "cats/Happy Cat.svg")
        try workshop.drop(#"{ "available": { "until": "2999-01-01" } }"#, as: "cats/pack.json")
        #expect(try await workshop.build().status == 0)
    }

    /// An app that was just started, in a cache of its own.
    private func library(_ port: Int, key: String? = nil) throws -> StickerLibrary {
        var settings = StickerLibrary.Settings(
            server: URL(string: "http://127.0.0.1:\(port)/v1/"), cache: URL(filePath: workshop.file("cache")))
        settings.verifier = try key.map { try .ed25519(publicKeys: [$0]) }
        return try StickerLibrary(settings)
    }

    private func port(_ command: Command) async throws -> Int {
        var port: Int?
        try await eventually("it does not serve: \(command.complaint)") {
            port = command.complaint.firstMatch(of: /Serving.*(?::|port=)([0-9]+)/).flatMap { Int($0.1) }
            return port != nil
        }
        return try #require(port)
    }

    @Test("serve gives apps what was built, signed, and a stop ends it with status 0")
    func serve() async throws {
        try await build()
        let key = try await workshop.run("keygen", "signing.key").output.trimmingCharacters(in: .newlines)
        #expect(try await workshop.run("keygen", "signing.key").output == key + "\n")
        let server = try workshop.start(["serve", "--address", "127.0.0.1:0", "--sign-with", "signing.key"])
        let library = try library(try await port(server), key: key)
        #expect(try await library.update())
        let cat = try #require(library.stickers[StickerName(pack: "cats", sticker: "happy-cat")])
        let sticker = try #require(try workshop.sticker("cats", "happy-cat"))
        #expect(cat.localizedDescription == "Happy Cat")
        #expect(try Data(contentsOf: cat.fileURL) == workshop.read("out/\(sticker.renditions[0].path)"))
        #expect(library.stickers.packs[0].availability == Availability(until: Availability.moment("2999-01-01")))
        server.send(SIGTERM)
        #expect(try await server.ending().status == 0)
    }

    @Test("watch --serve gives apps a drop as soon as it is published")
    func watchServe() async throws {
        try workshop.drop(Art.disc(1), as: "cats/One.svg")
        let watch = try workshop.start(["watch", "--serve", "127.0.0.1:0"])
        let library = try library(try await port(watch))
        try await eventually("the first one is not published") {
            try workshop.has("out/catalog.json") && workshop.sticker("cats", "one") != nil
        }
        try await library.update()
        try workshop.drop(Art.disc(2), as: "cats/Two.svg")
        try await eventually("the second one is not published") { try workshop.sticker("cats", "two") != nil }
        try await library.update()
        #expect(library.stickers.packs.flatMap(\.stickers).map(\.name.sticker) == ["one", "two"])
        watch.send(SIGTERM)
        #expect(try await watch.ending().status == 0)
    }

    @Test("export app writes what an app starts with, without network")
    func exportApp() async throws {
        try await build()
        let ending = try await workshop.run("export", "app", "--to", "app")
        #expect(ending.status == 0 && ending.output.contains(": 1 sticker, "))
        let bundle = URL(filePath: workshop.file("app/StickerAssets"))
        let library = try StickerLibrary(.init(bundle: bundle, cache: URL(filePath: workshop.file("cache"))))
        #expect(library.stickers.packs.flatMap(\.stickers).map(\.name.description) == ["cats/happy-cat"])
        #expect(try workshop.text("app/StickerNames.swift").contains("static let happyCat"))
    }

    @Test(
        "what cannot be exported or served is said with what to do",
        arguments: [
            (["export", "app", "--to", "app"], "stickerd build", 3), (["export", "app", "--to", "out/app"], "--to", 3),
            (["serve", "--sign-with", "nothing"], "keygen", 3),
            (["serve", "--address", "somewhere"], "a host and a port", 2),
            (["watch", "--serve", "80"], "a host and a port", 2),
        ])
    func complaints(arguments: [String], part: String, status: Int32) async throws {
        if arguments.contains("out/app") { try await build() }
        let ending = try await workshop.start(arguments).ending()
        #expect(ending.status == status && ending.complaint.contains(part), "\(ending.complaint)")
    }
}
