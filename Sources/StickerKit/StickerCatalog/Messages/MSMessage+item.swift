#if canImport(Messages) && canImport(UIKit)
    import struct Foundation.URL
    import Messages
    import StickerManifest
    import UIKit

    extension MSMessageTemplateLayout {
        /// An item's texts, with a picture that the app has drawn, such as the current board.
        ///
        /// - Parameter image: opaque and 300 points square; see `MessageImage.safeRectangle(size:)`.
        @MainActor
        public convenience init(_ item: StickerSet.MessageItem, image: UIImage) {
            self.init()
            self.image = image
            imageTitle = item.text.imageTitle
            imageSubtitle = item.text.imageSubtitle
            caption = item.text.caption
            subcaption = item.text.subcaption
            trailingCaption = item.text.trailingCaption
            trailingSubcaption = item.text.trailingSubcaption
        }
    }

    extension MSMessage {
        /// Makes a message of an item: its texts in the person's language, its picture or the app's, and a state.
        ///
        /// ```swift
        /// let message = try await MSMessage(item, session: session, state: state, base: server)
        /// conversation.insert(message) { error in … }
        /// ```
        ///
        /// - Parameters:
        ///   - session: the game's. Messages of one session take each other's place in the transcript: of all but the last
        ///     only the summary stays. The session of the message that a person answers is `selectedMessage?.session`.
        ///   - base: see `MessageState.url(base:)`.
        ///   - image: a picture that the app has drawn; nil for the item's.
        /// - Throws: `MessageStateError`, `UnreadablePicture`.
        @MainActor
        public convenience init<Payload>(
            _ item: StickerSet.MessageItem, session: MSSession, state: MessageState<Payload>, base: URL,
            image: UIImage? = nil
        ) async throws {
            // Errors in the state are found before the picture is read.
            let address = try state.url(base: base)
            let picture: UIImage = if let image { image } else { try await PictureLoader.load(item) }
            self.init(session: session)
            layout = MSMessageTemplateLayout(item, image: picture)
            url = address
            summaryText = item.text.summary
            accessibilityLabel = item.text.label
        }
    }

    extension MSConversation {
        /// Adds a message to the conversation's input field, so that the person can send it.
        ///
        /// - Parameters:
        ///   - session: nil for the session of the selected message, or a new one without a selection.
        ///   - base: see `MessageState.url(base:)`.
        ///   - image: a picture that the app has drawn. Nil for the item's.
        /// - Throws: `MessageStateError`, `UnreadablePicture`; the errors of `insert(_:completionHandler:)`, such as
        ///   that the person has not interacted with the app just before.
        @MainActor
        public func insert<Payload>(
            _ item: StickerSet.MessageItem, session: MSSession? = nil, state: MessageState<Payload>, base: URL,
            image: UIImage? = nil
        ) async throws {
            let message = try await MSMessage(
                item, session: session ?? selectedMessage?.session ?? MSSession(), state: state, base: base,
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
