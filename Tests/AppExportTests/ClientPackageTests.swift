import AppExport
import ClientSources
import Foundation
import PublishedSamples
import Testing

@Suite("The client's package that stickerd export app writes")
struct ClientPackageTests {
    private let tree: SampleTree
    private let target: URL

    init() throws {
        tree = try SampleTree()
        target = FileManager.default.temporaryDirectory.appending(path: "client-\(UUID().uuidString)")
        try tree.publish([SampleTree.Art("happy-cat")])
    }

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
        defer { try? FileManager.default.removeItem(at: target) }
        _ = try export()
        let ours = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/StickerKit")
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
        let root = ours.deletingLastPathComponent().deletingLastPathComponent()
        #expect(try license == String(contentsOf: root.appending(path: "LICENSE"), encoding: .utf8))
    }

    @Test("builds without anything else, and an app's code that uses it builds with it")
    func builds() throws {
        defer { try? FileManager.default.removeItem(at: target) }
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
        let build = try run("/usr/bin/env", "swift", "build", "--package-path", target.path)
        #expect(build.status == 0 && !build.output.contains("warning:"), "\(build.output)")
        let started = try run(
            target.appending(path: ".build/debug/App").path, target.appending(path: "StickerAssets").path)
        #expect(started.output == "happy-cat\n", "\(started.output)")
    }

    private func run(_ arguments: String...) throws -> (status: Int32, output: String) {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: arguments[0])
        process.arguments = Array(arguments.dropFirst())
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let printed = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: printed, as: UTF8.self))
    }

    @Test("is not written again without changes, and only files of an earlier stickerd are removed")
    func again() throws {
        defer { try? FileManager.default.removeItem(at: target) }
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
