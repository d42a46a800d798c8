import AppExport
import Foundation
import PublishedSamples
import TestSupport
import Testing

/// Apple's SDK is not available on Linux. Code for Messages is therefore compiled with Objective-C headers that were
/// written from Apple's documentation, and that the compiler imports like Apple's headers. The tests find mistakes in
/// the code, but not in these headers. See docs/decisions/app-client.md.
@Suite("Code for Apple's platforms only")
struct MessagesTypeCheckTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Runs the compiler with Xcode's settings: Swift 6, warnings are errors.
    ///
    /// - Returns: the exit status and the output of the compiler.
    private func compile(_ arguments: [String]) throws -> Tool.Ending {
        let options = ["-swift-version", "6", "-parse-as-library", "-warnings-as-errors", "-I", folder.path]
        return try Tool.run(["swiftc"] + options + arguments, in: folder.path)
    }

    private func makeModule(_ name: String, _ arguments: [String], sourceLocation: SourceLocation = #_sourceLocation)
        throws
    {
        let result = try compile(["-emit-module", "-module-name", name] + arguments)
        #expect(result.status == 0, "\(name): \(result.output)", sourceLocation: sourceLocation)
    }

    private func header(_ name: String) throws -> String {
        try #require(Bundle.module.url(forResource: "AppleHeaders", withExtension: nil)).appending(path: name).path
    }

    /// The compiler flags that make it possible to import Objective-C on Linux.
    private func interop() throws -> [String] {
        ["-Xfrontend", "-enable-objc-interop"] + ["-I", try header("UIKit"), "-I", try header("Messages")]
    }

    /// Creates modules with the names of Apple's modules, from the headers and from Swift code.
    private func makeAppleModules() throws {
        for (name, isInObjectiveC) in [("ObjectiveC", false), ("UIKit", true), ("Messages", true), ("SwiftUI", false)] {
            let file = folder.file("\(name).swift")
            try FileManager.default.copyItem(atPath: try header("\(name).swift.txt"), toPath: file)
            try makeModule(name, try interop() + (isInObjectiveC ? ["-import-underlying-module"] : []) + [file])
        }
    }

    /// - Parameter isForApple: whether the files that need Messages are returned, or the other files.
    private func sources(of module: String, isForApple: Bool = false) -> [String] {
        let root = Repository.url.appending(path: "Sources/StickerKit/\(module)")
        let files = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
        return files.filter { $0.hasSuffix(".swift") && $0.hasPrefix("Messages/") == isForApple }
            .map { root.appending(path: $0).path }
    }

    /// Compiles the client. The files for Apple's platforms are a separate module, because Foundation on Linux lacks
    /// types that the other files need if Objective-C is enabled.
    private func makeClient(isolation: String) throws {
        let inPackage = ["-package-name", "stickerd"]
        for module in ["StickerManifest", "StickerCatalog"] {
            try makeModule(module, inPackage + sources(of: module))
        }
        let files = sources(of: "StickerCatalog", isForApple: true)
        #expect(files.count > 5)
        let client = ["-Xfrontend", "-import-module", "-Xfrontend", "StickerCatalog", "-default-isolation", isolation]
        let arguments = try interop() + inPackage + client + files
        try makeModule("StickerMessages", arguments)
        let result = try check(["-module-name", "StickerMessages"] + arguments)
        #expect(result.status == 0, "\(result.output)")
    }

    /// Compiles up to the step in which the compiler finds the last errors. Values that are sent between threads are
    /// checked after the types.
    private func check(_ arguments: [String]) throws -> Tool.Ending {
        try compile(["-emit-sil", "-wmo", "-o", folder.file("checked.sil")] + arguments)
    }

    /// - Parameter text: the source code of a file in an app.
    private func checkApp(_ text: String, isolation: String) throws -> Tool.Ending {
        let app = folder.url.appending(path: "App.swift")
        try text.write(to: app, atomically: false, encoding: .utf8)
        return try check(try interop() + ["-module-name", "App", "-default-isolation", isolation, app.path])
    }

    /// The code of an app that overrides or calls all available declarations.
    private static let app = """
        import Messages
        import StickerCatalog
        import StickerMessages
        import SwiftUI

        final class MessagesViewController: StickersViewController {
            override func makeLibrary() throws -> StickerLibrary {
                try StickerLibrary(.init(bundle: nil, server: URL(string: "https://example.com/v2/")))
            }
            override func didFail(_ error: any Error) {
                if let refused = error as? RefusedSticker { print(refused.name) }
            }
            override func mayShow(_ pack: StickerSet.Pack) -> Bool { pack.productID != "com.example.cats" }
            override var stickersBackground: UIColor? { .systemYellow }
            override func makePackBar() -> PackBar { Bar(frame: .zero) }
            override func makeBrowser(for pack: StickerSet.Pack, stickers: [LoadedSticker]) -> UIViewController {
                Framed(pack: pack, stickers: stickers, background: stickersBackground)
            }
            override func makeScreen(
                for style: MSMessagesAppPresentationStyle, selected message: MSMessage?
            ) -> UIViewController? {
                switch (style, message) {
                case (.compact, _): nil
                case (_, nil): UIViewController(nibName: nil, bundle: nil)
                case (_, let message?): message.isPending ? nil : UIViewController(nibName: nil, bundle: nil)
                }
            }
            override func didTransition(to style: MSMessagesAppPresentationStyle) { super.didTransition(to: style) }
            func startGame() { requestPresentationStyle(.expanded) }
            func finishMove() {
                reloadScreen()
                dismiss()
            }
            func bought() { reloadPacks() }
            func play(_ item: StickerSet.MessageItem, drawn: UIImage?) async throws {
                guard let conversation = activeConversation, let base = URL(string: "data:,game") else { return }
                let selected = conversation.selectedMessage
                let last = try? MessageState<[Int]>(url: selected?.url, version: 1)
                let state = try last?.next([1]) ?? MessageState(version: 1, payload: [0])
                try await conversation.insert(item, state: state, base: base, image: drawn)
                let own = try await MSMessage(item, session: MSSession(), state: state, base: base)
                own.shouldExpire = false
                conversation.insert(own) { error in print(error as Any) }
            }
            override func didReceive(_ message: MSMessage, conversation: MSConversation) {
                super.didReceive(message, conversation: conversation)
                let safe = MessageImage.safeRectangle(size: CGSize(width: 300, height: 300), hasTitle: true)
                print(safe.size.width)
            }
            func send(_ item: StickerSet.Item) {
                Task {
                    do { try await insert(item) } catch { didFail(error) }
                }
            }
        }

        final class Bar: PackBar {
            override func makeButton(for pack: StickerSet.Pack) -> UIButton {
                let button = super.makeButton(for: pack)
                button.setTitle(pack.id, for: .normal)
                return button
            }
        }

        final class Framed: StickerCollectionViewController {
            override var ownCells: [String] { ["new"] }
            override func configure(_ cell: UICollectionViewCell, named name: String) {
                cell.backgroundColor = .systemYellow
            }
            override func configure(_ cell: StickerCell, with sticker: LoadedSticker) {
                super.configure(cell, with: sticker)
                cell.backgroundColor = .systemYellow
            }
            override func makeLayout() -> UICollectionViewLayout { super.makeLayout() }
        }

        struct Packs: View {
            let pack: StickerSet.Pack
            var body: some View { StickerGrid(pack) { error in print(error) } }
        }
        """

    @Test(
        "compiles in Swift 6 against headers without actors, and so does an app that overrides everything",
        arguments: ["nonisolated", "MainActor"])
    func typeCheck(isolation: String) throws {
        try makeAppleModules()
        try makeClient(isolation: isolation)
        let result = try checkApp(MessagesTypeCheckTests.app, isolation: isolation)
        #expect(result.status == 0, "\(result.output)")
    }

    @Test("compiles the sample game with the names that are exported for it", arguments: ["nonisolated", "MainActor"])
    func sampleGame(isolation: String) throws {
        try makeAppleModules()
        try makeClient(isolation: isolation)
        let catalog = SampleTree.catalog(
            [], messages: ["invitation", "your-move", "game-over"].map { SampleTree.Art($0, pack: "pond") },
            pieces: ["frog", "duckling", "lily-pad", "water-lily"].map { SampleTree.Art($0, pack: "pond-pieces") })
        let names = folder.url.appending(path: "StickerNames.swift")
        try SwiftNames(catalog).text.write(to: names, atomically: false, encoding: .utf8)
        let game = Repository.url.appending(path: "samples/game/MessagesExtension")
        let sources = try FileManager.default.contentsOfDirectory(atPath: game.path).filter { $0.hasSuffix(".swift") }
        #expect(sources.count == 6)
        // This module is added only after the client was compiled, because the client needs more of CryptoKit than this
        // module declares.
        let crypto = folder.file("CryptoKit.swift")
        try FileManager.default.copyItem(atPath: try header("CryptoKit.swift.txt"), toPath: crypto)
        try makeModule("CryptoKit", [crypto])
        // For an app, the client is one module. In this test, it consists of two modules.
        let client = ["-Xfrontend", "-import-module", "-Xfrontend", "StickerMessages"]
        let result = try check(
            try interop() + client + ["-module-name", "App", "-default-isolation", isolation, names.path]
                + sources.map { game.appending(path: $0).path })
        #expect(result.status == 0, "\(result.output)")
    }

    @Test("is compiled with the actors of the headers: main-actor code is refused elsewhere")
    func findsMistakes() throws {
        try makeAppleModules()
        let wrong = """
            import Messages

            nonisolated func load(_ view: MSStickerView) { view.startAnimating() }

            @MainActor func send(_ sticker: MSSticker) {
                Task.detached { print(sticker) }
            }
            """
        let result = try checkApp(wrong, isolation: "nonisolated")
        #expect(result.output.contains("main actor-isolated instance method 'startAnimating()'"), "\(result.output)")
        let sent = try checkApp(wrong.replacing(/nonisolated func.*\n/, with: ""), isolation: "nonisolated")
        #expect(sent.output.contains("data race"), "\(sent.output)")
    }
}
