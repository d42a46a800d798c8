#if canImport(Messages) && canImport(UIKit) && canImport(SwiftUI)
    import Messages
    import SwiftUI
    import UIKit

    /// A pack of a set as a scrolling grid for SwiftUI. A person can tap, peel off and drag its stickers.
    @MainActor
    public struct StickerGrid: View {
        private let pack: StickerSet.Pack
        private let didFail: (any Error) -> Void
        @State private var stickers: [LoadedSticker] = []

        /// - Parameter didFail: called with each file that Messages does not accept.
        public init(_ pack: StickerSet.Pack, didFail: @escaping (any Error) -> Void = { _ in }) {
            self.pack = pack
            self.didFail = didFail
        }

        public var body: some View {
            ScrollView {
                LazyVGrid(columns: [GridItem(.adaptive(minimum: CGFloat(pack.size.points) * 0.75))]) {
                    ForEach(stickers) { sticker in
                        StickerView(sticker).aspectRatio(1, contentMode: .fit)
                    }
                }
            }
            .task(id: pack) {
                let loaded = await StickerLoader.load(pack.stickers)
                stickers = loaded.stickers
                for refused in loaded.refused { didFail(refused) }
            }
        }
    }

    /// One sticker, for SwiftUI.
    @MainActor
    public struct StickerView: UIViewRepresentable {
        private let sticker: LoadedSticker

        /// - Parameter sticker: see `StickerLoader`.
        public init(_ sticker: LoadedSticker) {
            self.sticker = sticker
        }

        public func makeUIView(context: Context) -> MSStickerView {
            MSStickerView(frame: .zero, sticker: sticker.sticker)
        }

        public func updateUIView(_ view: MSStickerView, context: Context) {
            view.sticker = sticker.sticker
            if sticker.item.animation != nil { view.startAnimating() }
        }
    }
#endif
