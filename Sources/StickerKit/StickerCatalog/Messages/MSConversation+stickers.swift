#if canImport(Messages) && canImport(UIKit)
    import Messages

    extension MSConversation {
        /// Puts a sticker into the conversation's input field, as if a person had chosen it in the browser.
        ///
        /// - Throws: `RefusedSticker` if Messages does not accept the file; the errors of
        ///   `insert(_:completionHandler:)`, for example if the person has not just interacted with the app.
        @MainActor
        public func insert(_ item: StickerSet.Item) async throws {
            let loaded = await StickerLoader.load([item])
            if let refused = loaded.refused.first { throw refused }
            guard let sticker = loaded.stickers.first?.sticker else { return }
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                // Messages does not document the thread of its callback.
                insert(sticker) { @Sendable error in
                    if let error { continuation.resume(throwing: error) } else { continuation.resume() }
                }
            }
        }
    }
#endif
