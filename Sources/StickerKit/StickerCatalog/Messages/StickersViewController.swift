#if canImport(Messages) && canImport(UIKit)
    import Messages
    import StickerManifest
    import UIKit

    /// A complete iMessage app: shows the stickers of a library, one pack per page, with a bar for choosing a pack.
    /// Newer stickers appear as soon as they are downloaded.
    ///
    /// ```swift
    /// final class MessagesViewController: StickersViewController {
    ///     override func makeLibrary() throws -> StickerLibrary {
    ///         try StickerLibrary(.init(bundle: StickerAssets.folder, server: URL(string: "https://example.com/v2/")))
    ///     }
    /// }
    /// ```
    @MainActor
    open class StickersViewController: MSMessagesAppViewController {
        private lazy var bar = makePackBar()
        private lazy var pager = PackPager(owner: self)
        private lazy var content = UIStackView()
        private var screen: UIViewController?
        private var library: StickerLibrary?
        private var packs: [StickerSet.Pack] = []
        private var chosen: String?
        private var updating: Task<Void, Never>?

        // MARK: For overriding

        /// The stickers to show.
        open func makeLibrary() throws -> StickerLibrary {
            try StickerLibrary(StickerLibrary.Settings())
        }

        /// Called with each error. The current stickers stay on the screen. For a file that Messages does not accept,
        /// the error is a `RefusedSticker`. Prints the error unless an app overrides it.
        open func didFail(_ error: any Error) {
            print("StickerCatalog: \(error)")
        }

        /// Whether this person may use a pack. Sold packs are hidden unless the app returns true here for
        /// packs that StoreKit reports as purchased. After a purchase, the app calls `reloadPacks()`.
        open func mayShow(_ pack: StickerSet.Pack) -> Bool {
            pack.productID == nil
        }

        /// The background of the stickers. Nil for the default of Messages.
        open var stickersBackground: UIColor? { nil }

        /// Makes the controller for one pack, by default the grid of Messages. An app with a custom layout or cells
        /// makes a `StickerCollectionViewController`, or any other controller.
        open func makeBrowser(for pack: StickerSet.Pack, stickers: [LoadedSticker]) -> UIViewController {
            StickerPackBrowser(
                stickers: stickers.map { $0.sticker }, size: pack.size, background: stickersBackground)
        }

        /// Makes the bar for choosing a pack, which is shown if the library has several packs.
        open func makePackBar() -> PackBar {
            PackBar(frame: .zero)
        }

        /// The screen for a presentation style and the selected message. Nil to show the stickers.
        ///
        /// Called when the app becomes active, when its style has changed, when the person selects another message, and
        /// by `reloadScreen()`. A compact screen covers about a quarter of the display, without a keyboard or
        /// horizontal gestures.
        open func makeScreen(
            for style: MSMessagesAppPresentationStyle, selected message: MSMessage?
        ) -> UIViewController? {
            nil
        }

        // MARK: For calling

        /// Shows the result of `makeScreen(for:selected:)` for the current style and message.
        public func reloadScreen() {
            showScreen(for: presentationStyle, selected: activeConversation?.selectedMessage)
        }

        /// Shows the packs that are available now.
        public func reloadPacks() {
            showStickers()
        }

        /// Adds a sticker to the input field of the open conversation. Does nothing if no conversation is open.
        ///
        /// - Throws: the errors of `MSConversation.insert(_:)`.
        public func insert(_ item: StickerSet.Item) async throws {
            try await activeConversation?.insert(item)
        }

        // MARK: The life of the app

        open override func viewDidLoad() {
            super.viewDidLoad()
            content.axis = .vertical
            content.translatesAutoresizingMaskIntoConstraints = false
            view.addSubview(content)
            let safe = view.safeAreaLayoutGuide
            NSLayoutConstraint.activate([
                content.topAnchor.constraint(equalTo: safe.topAnchor),
                content.bottomAnchor.constraint(equalTo: safe.bottomAnchor),
                content.leadingAnchor.constraint(equalTo: safe.leadingAnchor),
                content.trailingAnchor.constraint(equalTo: safe.trailingAnchor),
            ])
            content.addArrangedSubview(bar)
            addChild(pager)
            content.addArrangedSubview(pager.view)
            pager.didMove(toParent: self)
            bar.isHidden = true
            bar.didChoose = { [weak self] pack in self?.pager.turn(to: pack.id) }
            do {
                library = try makeLibrary()
            } catch {
                didFail(error)
            }
            showStickers()
        }

        open override func willBecomeActive(with conversation: MSConversation) {
            super.willBecomeActive(with: conversation)
            showScreen(for: presentationStyle, selected: conversation.selectedMessage)
            showStickers()
            update()
        }

        open override func didSelect(_ message: MSMessage, conversation: MSConversation) {
            super.didSelect(message, conversation: conversation)
            showScreen(for: presentationStyle, selected: message)
        }

        open override func didTransition(to presentationStyle: MSMessagesAppPresentationStyle) {
            super.didTransition(to: presentationStyle)
            showScreen(for: presentationStyle, selected: activeConversation?.selectedMessage)
        }

        open override func didResignActive(with conversation: MSConversation) {
            super.didResignActive(with: conversation)
            // The update is cancelled, because Messages may end the app at any moment. Downloaded files are kept.
            updating?.cancel()
            updating = nil
        }

        /// Replaces the current screen, unless the app returns the same one again.
        private func showScreen(for style: MSMessagesAppPresentationStyle, selected message: MSMessage?) {
            let next = makeScreen(for: style, selected: message)
            guard next !== screen else { return }
            if let screen {
                screen.willMove(toParent: nil)
                screen.view.removeFromSuperview()
                screen.removeFromParent()
            }
            screen = next
            content.isHidden = next != nil
            guard let next else { return }
            addChild(next)
            view.fill(with: next.view)
            next.didMove(toParent: self)
        }

        /// Requests newer stickers. If a cancelled update has not ended yet, the library waits for its end.
        private func update() {
            guard let library, updating == nil else { return }
            updating = Task { [weak self] in
                do {
                    if try await library.update() { self?.showStickers() }
                } catch is CancellationError {
                    // The app was closed. The next launch continues the update.
                } catch {
                    self?.didFail(error)
                }
            }
        }

        /// Shows the packs that are currently available. Unchanged pages are kept, so that scroll positions are not
        /// lost.
        private func showStickers() {
            let packs = (library?.stickers.available() ?? []).filter { !$0.stickers.isEmpty && mayShow($0) }
            guard packs != self.packs else { return }
            self.packs = packs
            if !packs.contains(where: { $0.id == chosen }) { chosen = packs.first?.id }
            bar.isHidden = packs.count < 2
            bar.show(packs, chosen: chosen)
            pager.show(packs, chosen: chosen)
        }

        /// Called when a pack's page has come into view.
        func didShow(_ id: String) {
            guard chosen != id else { return }
            chosen = id
            bar.choose(id)
        }
    }
#endif
