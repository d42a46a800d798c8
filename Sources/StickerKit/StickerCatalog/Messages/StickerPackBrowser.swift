#if canImport(Messages) && canImport(UIKit)
    import Messages
    import UIKit

    /// Messages' own sticker browser, filled with one pack of a set.
    @MainActor
    open class StickerPackBrowser: MSStickerBrowserViewController {
        private let stickers: [MSSticker]

        /// - Parameter pack: its size class decides the grid. A file that Messages does not take is left out.
        public init(pack: StickerSet.Pack) {
            stickers = pack.stickers.compactMap {
                try? MSSticker(contentsOfFileURL: $0.fileURL, localizedDescription: $0.localizedDescription)
            }
            super.init(stickerSize: MSStickerSize(pack.size))
        }

        @available(*, unavailable, message: "a browser is made of a pack")
        public required init?(coder: NSCoder) {
            nil
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
        /// Messages' name of a size class.
        public init(_ size: StickerSize) {
            switch size {
            case .small: self = .small
            case .regular: self = .regular
            case .large: self = .large
            }
        }
    }
#endif
