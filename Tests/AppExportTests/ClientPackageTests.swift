import AppExport
import ClientSources
import Foundation
import PublishedSamples
import TestSupport
import Testing

@Suite("The client's package that stickerd export app writes")
struct ClientPackageTests {
    private let tree: SampleTree
    private let folder: TemporaryFolder

    init() throws {
        tree = try SampleTree()
        folder = try TemporaryFolder()
        try tree.publish([SampleTree.Art("happy-cat")])
    }

    private var target: URL { folder.url.appending(path: "client") }
    private var package: URL { target.appending(path: ClientPackage.name) }
    private var sources: URL { package.appending(path: ClientPackage.sourceFolder) }

    private func export() throws -> AppExport.Summary {
        try AppExport(out: tree.path, form: .bundle).run(to: target.path)
    }

    private static func swiftFiles(in folder: URL) -> [String] {
        let all = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return all.filter { $0.hasSuffix(".swift") }.sorted()
    }

    @Test("has every source of the client unchanged, below a line that names its origin")
    func sourcesAreOurs() throws {
        _ = try export()
        let ours = Repository.url.appending(path: "Sources/StickerKit")
        let names = ClientPackageTests.swiftFiles(in: ours).filter {
            $0.hasPrefix("StickerCatalog/") || $0.hasPrefix("StickerManifest/")
        }
        #expect(names.count > 25)
        #expect(ClientPackageTests.swiftFiles(in: sources) == names)
        for name in names {
            let text = try String(contentsOf: ours.appending(path: name), encoding: .utf8)
            let written = try String(contentsOf: sources.appending(path: name), encoding: .utf8)
            #expect(written == ClientPackage.header + text, "\(name)")
        }
        let license = try String(contentsOf: package.appending(path: "LICENSE"), encoding: .utf8)
        #expect(try license == Repository.text("LICENSE"))
    }

    @Test("builds without anything else, and an app's code that uses it builds with it")
    func builds() throws {
        _ = try export()
        let app = target.appending(path: "Sources/App")
        try FileManager.default.createDirectory(at: app, withIntermediateDirectories: true)
        try FileManager.default.moveItem(
            at: target.appending(path: "StickerNames.swift"), to: app.appending(path: "StickerNames.swift"))
        try """
        // swift-tools-version: 6.1
        import PackageDescription
        let package = Package(
            name: "App", dependencies: [.package(path: "StickerCatalog")],
            targets: [.executableTarget(name: "App", dependencies: ["StickerCatalog"])], swiftLanguageModes: [.v6])
        """.write(to: target.appending(path: "Package.swift"), atomically: false, encoding: .utf8)
        try """
        import Foundation
        import StickerCatalog

        @main struct App {
            static func main() throws {
                let library = try StickerLibrary(.init(bundle: URL(filePath: CommandLine.arguments[1])))
                print(library.stickers[StickerNames.Cats.happyCat]?.name.sticker ?? "nothing")
            }
        }
        """.write(to: app.appending(path: "App.swift"), atomically: false, encoding: .utf8)
        let build = try Tool.run(["swift", "build", "--package-path", target.path])
        #expect(build.status == 0 && !build.output.contains("warning:"), "\(build.output)")
        let started = try Tool.run(
            [target.appending(path: ".build/debug/App").path, target.appending(path: "StickerAssets").path])
        #expect(started.output == "happy-cat\n", "\(started.output)")
    }

    @Test("is not written again without changes, and only files of an earlier stickerd are removed")
    func again() throws {
        _ = try export()
        let old = sources.appending(path: "StickerCatalog/Client/Gone.swift")
        let own = sources.appending(path: "StickerCatalog/Mine.swift")
        try Data((ClientPackage.header + "struct Gone {}\n").utf8).write(to: old)
        try Data("struct Mine {}\n".utf8).write(to: own)
        let summary = try export()
        #expect(summary.written == 0 && summary.removed == 1)
        #expect(!FileManager.default.fileExists(atPath: old.path))
        #expect(FileManager.default.fileExists(atPath: own.path))
    }
}
