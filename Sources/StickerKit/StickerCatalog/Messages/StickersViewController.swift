#if canImport(Messages) && canImport(UIKit)
    import Messages
    import UIKit

    /// A whole iMessage app: shows the stickers of a library, and newer ones as soon as they are there. Compact, in the
    /// keyboard's place, it shows one pack; expanded, also a row to choose the pack from.
    ///
    /// ```swift
    /// final class MessagesViewController: StickersViewController {
    ///     override func makeLibrary() throws -> StickerLibrary {
    ///         try StickerLibrary(.init(bundle: StickerAssets.folder, server: URL(string: "https://example.com/v1/")))
    ///     }
    /// }
    /// ```
    @MainActor
    open class StickersViewController: MSMessagesAppViewController {
        private let chooser = UISegmentedControl()
        private let content = UIStackView()
        private var library: StickerLibrary?
        private var packs: [StickerSet.Pack] = []
        private var chosen: String?
        private var browser: StickerPackBrowser?
        private var updating: Task<Void, Never>?

        /// The stickers to show. Overridden by the app.
        open func makeLibrary() throws -> StickerLibrary {
            try StickerLibrary(StickerLibrary.Settings())
        }

        /// Called with errors; the current stickers stay. Apps that keep a log override it.
        open func didFail(_ error: any Error) {}

        open override func viewDidLoad() {
            super.viewDidLoad()
            content.axis = .vertical
            content.translatesAutoresizingMaskIntoConstraints = false
            content.addArrangedSubview(chooser)
            view.addSubview(content)
            let safe = view.safeAreaLayoutGuide
            NSLayoutConstraint.activate([
                content.topAnchor.constraint(equalTo: safe.topAnchor),
                content.bottomAnchor.constraint(equalTo: safe.bottomAnchor),
                content.leadingAnchor.constraint(equalTo: safe.leadingAnchor),
                content.trailingAnchor.constraint(equalTo: safe.trailingAnchor),
            ])
            do {
                library = try makeLibrary()
            } catch {
                didFail(error)
            }
            showStickers()
        }

        open override func willBecomeActive(with conversation: MSConversation) {
            super.willBecomeActive(with: conversation)
            showStickers()
            update()
        }

        open override func didResignActive(with conversation: MSConversation) {
            super.didResignActive(with: conversation)
            // Messages may end the app at any moment; what was downloaded so far is kept.
            updating?.cancel()
        }

        open override func willTransition(to presentationStyle: MSMessagesAppPresentationStyle) {
            super.willTransition(to: presentationStyle)
            arrange(presentationStyle)
        }

        private func update() {
            guard let library, updating == nil else { return }
            updating = Task { [weak self] in
                do {
                    if try await library.update() { self?.showStickers() }
                } catch is CancellationError {
                    // The app was put away; the next start goes on.
                } catch {
                    self?.didFail(error)
                }
                self?.updating = nil
            }
        }

        /// Shows the packs whose time it is. What has not changed is left alone, so that nobody's scrolling is lost.
        private func showStickers() {
            let packs = (library?.stickers.available() ?? []).filter { !$0.stickers.isEmpty }
            guard packs != self.packs else { return arrange(presentationStyle) }
            self.packs = packs
            chooser.removeAllSegments()
            for (index, pack) in packs.enumerated() {
                let action = UIAction(title: pack.title) { [weak self] _ in self?.choose(pack.id) }
                chooser.insertSegment(action: action, at: index, animated: false)
            }
            choose(chosen ?? "")
            arrange(presentationStyle)
        }

        private func choose(_ id: String) {
            let index = packs.firstIndex { $0.id == id } ?? 0
            guard packs.indices.contains(index) else { return replaceBrowser(nil) }
            chosen = packs[index].id
            chooser.selectedSegmentIndex = index
            replaceBrowser(StickerPackBrowser(pack: packs[index]))
        }

        private func replaceBrowser(_ next: StickerPackBrowser?) {
            browser?.willMove(toParent: nil)
            browser?.view.removeFromSuperview()
            browser?.removeFromParent()
            browser = next
            guard let next else { return }
            addChild(next)
            content.addArrangedSubview(next.view)
            next.didMove(toParent: self)
        }

        private func arrange(_ style: MSMessagesAppPresentationStyle) {
            chooser.isHidden = style != .expanded || packs.count < 2
        }
    }
#endif
