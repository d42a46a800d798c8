#if canImport(Messages) && canImport(UIKit)
    import struct Foundation.URL
    import Messages
    import StickerManifest
    import UIKit

    extension MSMessageTemplateLayout {
        /// A layout with an item's texts and a picture that the app has drawn, such as the current board.
        ///
        /// - Parameter image: an opaque picture of 300 × 300 points; see `MessageImage.safeRectangle(size:)`.
        @MainActor
        public convenience init(_ item: StickerSet.MessageItem, image: UIImage) {
            self.init()
            self.image = image
            setTexts(of: item)
        }

        /// A layout with an item's texts and its film, which Messages plays in the bubble. Do not set `image` as well:
        /// Messages would then ignore the film.
        ///
        /// - Parameter filmURL: `StickerSet.MessageItem.filmURL`.
        @MainActor
        public convenience init(_ item: StickerSet.MessageItem, filmURL: URL) {
            self.init()
            mediaFileURL = filmURL
            setTexts(of: item)
        }

        @MainActor
        private func setTexts(of item: StickerSet.MessageItem) {
            imageTitle = item.text.imageTitle
            imageSubtitle = item.text.imageSubtitle
            caption = item.text.caption
            subcaption = item.text.subcaption
            trailingCaption = item.text.trailingCaption
            trailingSubcaption = item.text.trailingSubcaption
        }
    }

    extension MSMessage {
        /// Makes a message from an item and a state. The message shows the item's texts in the person's language. It
        /// also shows a picture that the app has drawn, the item's film, or the item's picture.
        ///
        /// ```swift
        /// let message = try await MSMessage(item, session: session, state: state, base: server)
        /// conversation.insert(message) { error in … }
        /// ```
        ///
        /// - Parameters:
        ///   - session: the session of the game. In the transcript, a message replaces the earlier messages of its
        ///     session, and Messages keeps only their summaries. To answer a message, pass `selectedMessage?.session`.
        ///   - base: see `MessageState.url(base:)`.
        ///   - image: a picture that the app has drawn. Nil for the item's film, or its picture if it has no film.
        /// - Throws: `MessageStateError`, `UnreadablePicture`.
        @MainActor
        public convenience init<Payload>(
            _ item: StickerSet.MessageItem, session: MSSession, state: MessageState<Payload>, base: URL,
            image: UIImage? = nil
        ) async throws {
            // The URL is made first, so that errors in the state are found before the picture is read.
            let address = try state.url(base: base)
            let chosen: MSMessageTemplateLayout
            if image == nil, let film = item.filmURL {
                chosen = MSMessageTemplateLayout(item, filmURL: film)
            } else {
                let picture: UIImage = if let image { image } else { try await PictureLoader.load(item) }
                chosen = MSMessageTemplateLayout(item, image: picture)
            }
            self.init(session: session)
            layout = chosen
            url = address
            summaryText = item.text.summary
            accessibilityLabel = item.text.label
            shouldExpire = item.expires
        }
    }

    extension MSConversation {
        /// Adds a message to the conversation's input field, so that the person can send it. The names of the
        /// participants replace `{sender}` and `{recipient}` in its texts.
        ///
        /// - Parameters:
        ///   - session: nil for the session of the selected message, or for a new session if no message is selected.
        ///   - base: see `MessageState.url(base:)`.
        ///   - image: a picture that the app has drawn. Nil for the item's film, or its picture if it has no film.
        /// - Throws: `MessageStateError`, `UnreadablePicture`; the errors of `insert(_:completionHandler:)`, for
        ///   example if the person has not just interacted with the app.
        @MainActor
        public func insert<Payload>(
            _ item: StickerSet.MessageItem, session: MSSession? = nil, state: MessageState<Payload>, base: URL,
            image: UIImage? = nil
        ) async throws {
            let named = item.naming(sender: localParticipantIdentifier, recipients: remoteParticipantIdentifiers)
            let message = try await MSMessage(
                named, session: session ?? selectedMessage?.session ?? MSSession(), state: state, base: base,
                image: image)
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                // Messages does not document the thread of its callback.
                insert(message) { @Sendable error in
                    if let error { continuation.resume(throwing: error) } else { continuation.resume() }
                }
            }
        }
    }
#endif
