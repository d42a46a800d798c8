import Foundation
import Testing

/// Apple's SDK is not to be had here. What is written for Messages is held against modules that have the signatures of
/// Apple's documentation: this finds mistakes of ours, not those of the stubs.
@Suite("What is only for Apple's platforms")
struct MessagesTypeCheckTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "types-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// Runs the compiler as Xcode would have it: Swift 6, all warnings.
    ///
    /// - Returns: its exit status and what it said.
    private func compile(_ arguments: [String]) throws -> (status: Int32, said: String) {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["swiftc", "-swift-version", "6", "-parse-as-library", "-I", folder.path] + arguments
        process.currentDirectoryURL = folder
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let said = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: said, as: UTF8.self))
    }

    private func makeModule(_ name: String) throws {
        let stub = try #require(Bundle.module.url(forResource: "Stubs/\(name).swift", withExtension: "txt"))
        let file = folder.appending(path: "\(name).swift").path
        try FileManager.default.copyItem(atPath: stub.path, toPath: file)
        let result = try compile(["-emit-module", "-module-name", name, file])
        #expect(result.status == 0, "\(result.said)")
    }

    private var sources: [String] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/StickerKit/StickerCatalog")
        let files = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
        return files.filter { $0.hasSuffix(".swift") }.map { root.appending(path: $0).path }
    }

    @Test("uses Messages and UIKit with the signatures they have")
    func typeCheck() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try makeModule("UIKit")
        try makeModule("Messages")
        let checked = try compile(
            ["-typecheck", "-module-name", "StickerCatalog", "-package-name", "stickerd", "-warnings-as-errors"]
                + sources)
        #expect(checked.status == 0, "\(checked.said)")
        // That it was looked at at all: an app of one's own finds what is only there with Messages.
        let module = try compile(
            ["-emit-module", "-module-name", "StickerCatalog", "-package-name", "stickerd"] + sources)
        #expect(module.status == 0, "\(module.said)")
        let app = folder.appending(path: "App.swift")
        try """
        import Foundation
        import StickerCatalog
        final class MessagesViewController: StickersViewController {
            override func makeLibrary() throws -> StickerLibrary {
                try StickerLibrary(.init(bundle: nil, server: URL(string: "https://example.com/v1/")))
            }
        }
        """.write(to: app, atomically: false, encoding: .utf8)
        let appResult = try compile(["-typecheck", "-warnings-as-errors", app.path])
        #expect(appResult.status == 0, "\(appResult.said)")
    }
}
