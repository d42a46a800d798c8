#if canImport(Messages) && canImport(UIKit)
    import Messages
    import StickerManifest
    import UIKit

    /// Messages' own sticker browser, filled with one pack of a set.
    @MainActor
    open class StickerPackBrowser: MSStickerBrowserViewController {
        private let stickers: [MSSticker]
        private let background: UIColor?

        /// - Parameters:
        ///   - stickers: the stickers in display order; see `StickerLoader`.
        ///   - size: the grid size of Messages.
        ///   - background: the background of the stickers. Nil for the default of Messages.
        public init(stickers: [MSSticker], size: StickerSize, background: UIColor? = nil) {
            self.stickers = stickers
            self.background = background
            super.init(stickerSize: MSStickerSize(size))
        }

        /// Opens every file of the pack before it returns.
        ///
        /// - Parameter pack: its size class determines the grid. Files that Messages does not accept are left out.
        public convenience init(pack: StickerSet.Pack) {
            let stickers = pack.stickers.compactMap {
                try? MSSticker(contentsOfFileURL: $0.fileURL, localizedDescription: $0.localizedDescription)
            }
            self.init(stickers: stickers, size: pack.size)
        }

        @available(*, unavailable, message: "a browser is made of a pack")
        public required init?(coder: NSCoder) {
            nil
        }

        open override func viewDidLoad() {
            super.viewDidLoad()
            if let background { stickerBrowserView.backgroundColor = background }
        }

        open override func numberOfStickers(in stickerBrowserView: MSStickerBrowserView) -> Int {
            stickers.count
        }

        open override func stickerBrowserView(
            _ stickerBrowserView: MSStickerBrowserView, stickerAt index: Int
        ) -> MSSticker {
            stickers[index]
        }
    }

    extension MSStickerSize {
        /// The size that Messages uses for a size class.
        public nonisolated init(_ size: StickerSize) {
            switch size {
            case .small: self = .small
            case .regular: self = .regular
            case .large: self = .large
            }
        }
    }
#endif
