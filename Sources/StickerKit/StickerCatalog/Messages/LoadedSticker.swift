#if canImport(Messages) && canImport(UIKit)
    import Dispatch
    import Messages
    import StickerManifest

    /// A sticker of a set, with the object that Messages shows.
    public nonisolated struct LoadedSticker: Identifiable {
        public let item: StickerSet.Item
        public let sticker: MSSticker

        public var id: StickerName { item.name }
    }

    /// The error for a sticker that is not shown because Messages does not accept its file.
    public nonisolated struct RefusedSticker: Error, Sendable, CustomStringConvertible {
        public let name: StickerName
        /// The error message from Messages.
        public let reason: String

        public var description: String {
            "\(name): Messages does not accept the file (\(reason)). "
                + "Run `stickerd verify` on the exported folder that the app is built with."
        }
    }

    /// Makes `MSSticker` objects off the main thread, because Messages opens every file to make one.
    public nonisolated enum StickerLoader {
        /// The stickers of a pack, and the files that Messages did not accept.
        public struct Result {
            public var stickers: [LoadedSticker] = []
            public var refused: [RefusedSticker] = []
        }

        private static let queue = DispatchQueue(label: "stickers.loading", qos: .userInitiated)

        /// - Parameter items: the stickers in display order.
        public static func load(_ items: [StickerSet.Item]) async -> sending Result {
            await withCheckedContinuation { continuation in
                queue.async { continuation.resume(returning: make(items)) }
            }
        }

        private static func make(_ items: [StickerSet.Item]) -> Result {
            var result = Result()
            for item in items {
                do {
                    let sticker = try MSSticker(
                        contentsOfFileURL: item.fileURL, localizedDescription: item.localizedDescription)
                    result.stickers.append(LoadedSticker(item: item, sticker: sticker))
                } catch {
                    result.refused.append(RefusedSticker(name: item.name, reason: "\(error)"))
                }
            }
            return result
        }
    }
#endif
