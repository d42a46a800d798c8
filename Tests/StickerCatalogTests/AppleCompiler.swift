import Foundation
import TestSupport
import Testing

/// Compiles Swift code for Apple's platforms with headers that were written from Apple's documentation.
///
/// Each compiler has a folder for its own modules. The modules with the names of Apple's modules, and those of the client that
/// do not need Messages, are compiled once for all compilers.
struct AppleCompiler {
    let folder: TemporaryFolder
    private let shared: TemporaryFolder

    private static let sharedModules = Result {
        let folder = try TemporaryFolder()
        ExitCleanup.register(folder.path)
        let compiler = AppleCompiler(folder: folder, shared: folder)
        for name in ["ObjectiveC", "UIKit", "Messages", "SwiftUI"] { try compiler.makeAppleModule(name) }
        for module in ["StickerManifest", "StickerCatalog"] {
            try compiler.makeModule(module, AppleCompiler.inPackage + sources(of: module))
        }
        return folder
    }

    private init(folder: TemporaryFolder, shared: TemporaryFolder) {
        self.folder = folder
        self.shared = shared
    }

    init() throws {
        self.init(folder: try TemporaryFolder(), shared: try AppleCompiler.sharedModules.get())
    }

    private static let inPackage = ["-package-name", "stickerd"]

    /// - Parameter isForApple: whether the files that need Messages are returned, or the other files.
    private static func sources(of module: String, isForApple: Bool = false) -> [String] {
        let root = Repository.url.appending(path: "Sources/StickerKit/\(module)")
        let files = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
        return files.filter { $0.hasSuffix(".swift") && $0.hasPrefix("Messages/") == isForApple }
            .map { root.appending(path: $0).path }
    }

    private static func header(_ name: String) throws -> String {
        try #require(Bundle.module.url(forResource: "AppleHeaders", withExtension: nil)).appending(path: name).path
    }

    /// The compiler flags that make it possible to import Objective-C on Linux.
    private static func interop() throws -> [String] {
        ["-Xfrontend", "-enable-objc-interop"] + ["-I", try header("UIKit"), "-I", try header("Messages")]
    }

    /// Runs the compiler with Xcode's settings: Swift 6, warnings are errors.
    ///
    /// - Returns: the exit status and the output of the compiler.
    private func compile(_ arguments: [String]) throws -> Tool.Ending {
        let options = ["-swift-version", "6", "-parse-as-library", "-warnings-as-errors"]
        let modules = ["-I", folder.path, "-I", shared.path]
        return try Tool.run(["swiftc"] + options + modules + arguments, in: folder.path)
    }

    /// Compiles up to the step in which the compiler finds the last errors. Values that are sent between threads are
    /// checked after the types.
    private func check(_ arguments: [String]) throws -> Tool.Ending {
        try compile(["-emit-sil", "-wmo", "-o", folder.file("checked.sil")] + arguments)
    }

    private func makeModule(_ name: String, _ arguments: [String]) throws {
        let result = try compile(["-emit-module", "-module-name", name] + arguments)
        try #require(result.status == 0, "\(name): \(result.output)")
    }

    /// Creates a module with the name of one of Apple's modules, from Swift code and, if there are any, from headers.
    func makeAppleModule(_ name: String) throws {
        let file = folder.file("\(name).swift")
        try FileManager.default.copyItem(atPath: try AppleCompiler.header("\(name).swift.txt"), toPath: file)
        let hasHeaders = FileManager.default.fileExists(atPath: try AppleCompiler.header(name))
        let arguments = try AppleCompiler.interop() + (hasHeaders ? ["-import-underlying-module"] : []) + [file]
        try makeModule(name, arguments)
    }

    /// Compiles the part of the client that needs Messages. It is a separate module, because Foundation on Linux lacks types
    /// that the other files need if Objective-C is enabled.
    func makeClient(isolation: String) throws {
        let files = AppleCompiler.sources(of: "StickerCatalog", isForApple: true)
        #expect(files.count > 5)
        let client = ["-Xfrontend", "-import-module", "-Xfrontend", "StickerCatalog", "-default-isolation", isolation]
        let arguments = try AppleCompiler.interop() + AppleCompiler.inPackage + client + files
        try makeModule("StickerMessages", arguments)
        let result = try check(["-module-name", "StickerMessages"] + arguments)
        #expect(result.status == 0, "\(result.output)")
    }

    /// Checks the source files of an app.
    func checkApp(_ files: [String], isolation: String, options: [String] = []) throws -> Tool.Ending {
        let app = ["-module-name", "App", "-default-isolation", isolation]
        return try check(try AppleCompiler.interop() + options + app + files)
    }

    /// Checks an app of one source file with this text.
    func checkApp(_ text: String, isolation: String) throws -> Tool.Ending {
        try folder.write(text, to: "App.swift")
        return try checkApp([folder.file("App.swift")], isolation: isolation)
    }
}
