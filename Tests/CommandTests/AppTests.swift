import Foundation
import StickerCatalog
import StickerCatalogCrypto
import StickerManifest
import TestSupport
import Testing

/// Tests how a sticker gets from the drop folder into an app: `serve`, `watch --serve`, `keygen` and `export app`.
struct AppTests {
    private let cli: CLIFixture

    init() throws {
        cli = try CLIFixture()
    }

    private func build() async throws {
        try cli.drop(Art.disc(1), as: "cats/Happy Cat.svg")
        try cli.drop(
            #"{ "available": { "until": "2999-01-01" }, "productID": "com.example.cats" }"#, as: "cats/pack.json")
        #expect(try await cli.build().status == 0)
    }

    /// The library of a newly started app, with a separate cache.
    private func library(_ port: Int, key: String? = nil) throws -> StickerLibrary {
        var settings = StickerLibrary.Settings(
            server: URL(string: "http://127.0.0.1:\(port)/v1/"), cache: URL(filePath: cli.file("cache")))
        settings.verifier = try key.map { try .ed25519(publicKeys: [$0]) }
        return try StickerLibrary(settings)
    }

    private func port(_ command: Command) async throws -> Int {
        var port: Int?
        try await eventually("the server does not start: \(command.complaint)") {
            port = command.complaint.firstMatch(of: /Serving.*(?::|port=)([0-9]+)/).flatMap { Int($0.1) }
            return port != nil
        }
        return try #require(port)
    }

    @Test("serve sends apps the built stickers, signed, and a stop ends it with status 0")
    func serve() async throws {
        try await build()
        let key = try await cli.run("keygen", "signing.key").output.trimmingCharacters(in: .newlines)
        #expect(try await cli.run("keygen", "signing.key").output == key + "\n")
        let server = try cli.start(["serve", "--address", "127.0.0.1:0", "--sign-with", "signing.key"])
        let library = try library(try await port(server), key: key)
        #expect(try await library.update())
        let cat = try #require(library.stickers[StickerName(pack: "cats", sticker: "happy-cat")])
        let sticker = try #require(try cli.sticker("cats", "happy-cat"))
        #expect(cat.localizedDescription == "Happy Cat")
        #expect(try Data(contentsOf: cat.fileURL) == cli.read("out/\(sticker.renditions[0].path)"))
        #expect(library.stickers.packs[0].availability == Availability(until: Availability.moment("2999-01-01")))
        #expect(library.stickers.productIDs == ["com.example.cats"])
        #expect(try await server.end(by: SIGTERM).status == 0)
    }

    @Test(
        "export xcode uses the configured language, unless --language is given",
        arguments: [([], "de"), (["--language", "fr"], "fr")] as [([String], String)])
    func xcodeLanguage(options: [String], language: String) async throws {
        try await build()
        try cli.put(#"{ "language": "de" }"#, at: "german.json")
        let words = ["export", "xcode", "--config", "german.json", "--to", "ios", "--project", "Cats"]
        let command = try cli.start(words + ["--bundle-id", "com.example.cats"] + options)
        #expect(try await command.ending().status == 0)
        #expect(try cli.text("ios/Cats.xcodeproj/project.pbxproj").contains("developmentRegion = \(language);"))
    }

    @Test("watch --serve sends apps a drop as soon as it is published")
    func watchServe() async throws {
        try cli.drop(Art.disc(1), as: "cats/One.svg")
        let watch = try cli.start(["watch", "--serve", "127.0.0.1:0"])
        let library = try library(try await port(watch))
        try await eventually("the sticker cats/one is not published") {
            try cli.has("out/catalog.json") && cli.sticker("cats", "one") != nil
        }
        try await library.update()
        try cli.drop(Art.disc(2), as: "cats/Two.svg")
        try await eventually("the sticker cats/two is not published") { try cli.sticker("cats", "two") != nil }
        try await library.update()
        #expect(library.stickers.packs.flatMap(\.stickers).map(\.name.sticker) == ["one", "two"])
        #expect(try await watch.end(by: SIGTERM).status == 0)
    }

    @Test("export app writes the files for an app's start without network")
    func exportApp() async throws {
        try await build()
        let ending = try await cli.run("export", "app", "--to", "app")
        #expect(ending.status == 0 && ending.output.contains(": 1 sticker, "))
        let bundle = URL(filePath: cli.file("app/StickerAssets"))
        let library = try StickerLibrary(.init(bundle: bundle, cache: URL(filePath: cli.file("cache"))))
        #expect(library.stickers.packs.flatMap(\.stickers).map(\.name.description) == ["cats/happy-cat"])
        #expect(try cli.text("app/StickerNames.swift").contains("static let happyCat"))
    }

    @Test("export app brings the package where the project of export xcode --app looks for it, and verify agrees")
    func exportedPackage() async throws {
        try await build()
        let project = ["--project", "Cats", "--bundle-id", "com.example.cats", "--app", "--team", "ABCDE12345"]
        #expect(try await cli.start(["export", "xcode", "--to", "ios"] + project).ending().status == 0)
        #expect(try await cli.run("export", "app", "--to", "ios/MessagesExtension").status == 0)
        let text = try cli.text("ios/Cats.xcodeproj/project.pbxproj")
        let path = try #require(text.firstMatch(of: /relativePath = "?([^;"]*)"?;/)?.1)
        #expect(try cli.text("ios/\(path)/Package.swift").contains("name: \"StickerCatalog\""))
        let verified = try await cli.run("verify", "ios")
        #expect(verified.status == 0, "\(verified.output)")
        #expect(try await cli.run("export", "app", "--to", "app", "--no-package").status == 0)
        #expect(!cli.has("app/StickerCatalog"))
    }

    @Test(
        "errors of exporting and serving are reported with the fix",
        arguments: [
            (["export", "app", "--to", "app"], "stickerd build", 3),
            (["export", "app", "--to", "out/app"], "--output", 2),
            (["serve", "--sign-with", "nothing"], "keygen", 2),
            (["serve", "--address", "somewhere"], "a host and a port", 2),
            (["watch", "--serve", "80"], "a host and a port", 2),
        ])
    func complaints(arguments: [String], part: String, status: Int32) async throws {
        if arguments.contains("out/app") { try await build() }
        let ending = try await cli.start(arguments).ending()
        #expect(ending.status == status && ending.complaint.contains(part), "\(ending.complaint)")
    }
}
