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
    private let compiler: AppleCompiler

    init() throws { compiler = try AppleCompiler() }

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
        try compiler.makeClient(isolation: isolation)
        let result = try compiler.checkApp(MessagesTypeCheckTests.app, isolation: isolation)
        #expect(result.status == 0, "\(result.output)")
    }

    @Test("compiles the sample game with the names that are exported for it", arguments: ["nonisolated", "MainActor"])
    func sampleGame(isolation: String) throws {
        try compiler.makeClient(isolation: isolation)
        let catalog = SampleTree.catalog(
            [], messages: ["invitation", "your-move", "game-over"].map { SampleTree.Art($0, pack: "pond") },
            pieces: ["frog", "duckling", "lily-pad", "water-lily"].map { SampleTree.Art($0, pack: "pond-pieces") })
        try compiler.folder.write(SwiftNames(catalog).text, to: "StickerNames.swift")
        let game = Repository.url.appending(path: "samples/game/MessagesExtension")
        let sources = try FileManager.default.contentsOfDirectory(atPath: game.path).filter { $0.hasSuffix(".swift") }
        #expect(sources.count == 6)
        // This module is added only after the client was compiled, because the client needs more of CryptoKit than this
        // module declares.
        try compiler.makeAppleModule("CryptoKit")
        // For an app, the client is one module. In this test, it consists of two modules.
        let client = ["-Xfrontend", "-import-module", "-Xfrontend", "StickerMessages"]
        let result = try compiler.checkApp(
            [compiler.folder.file("StickerNames.swift")] + sources.map { game.appending(path: $0).path },
            isolation: isolation, options: client)
        #expect(result.status == 0, "\(result.output)")
    }

    @Test("is compiled with the actors of the headers: main-actor code is refused elsewhere")
    func findsMistakes() throws {
        let wrong = """
            import Messages

            nonisolated func load(_ view: MSStickerView) { view.startAnimating() }

            @MainActor func send(_ sticker: MSSticker) {
                Task.detached { print(sticker) }
            }
            """
        let result = try compiler.checkApp(wrong, isolation: "nonisolated")
        #expect(result.output.contains("main actor-isolated instance method 'startAnimating()'"), "\(result.output)")
        let sent = try compiler.checkApp(wrong.replacing(/nonisolated func.*\n/, with: ""), isolation: "nonisolated")
        #expect(sent.output.contains("data race"), "\(sent.output)")
    }
}
