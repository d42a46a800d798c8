import Foundation
import StickerManifest

/// Identifies a message: the id of its pack and its own id. `stickerd export app` writes one for every message, so that
/// the compiler reports the use of a removed message.
public struct MessageName: Sendable, Hashable, CustomStringConvertible {
    public let pack: String
    public let message: String

    public init(pack: String, message: String) {
        self.pack = pack
        self.message = message
    }

    /// `stone-circle/your-move`
    public var description: String { "\(pack)/\(message)" }
}

extension StickerSet {
    /// The picture of an interactive message's bubble and the texts on and below it, ready for
    /// `MSMessageTemplateLayout`.
    public struct MessageItem: Sendable, Equatable, Identifiable {
        public let name: MessageName
        /// The opaque picture, which is not changed while its library exists.
        public let fileURL: URL
        /// The number of pixels per point in the picture.
        public let scale: Int
        /// The texts in the person's language. A missing text is taken from the next preferred language that has it.
        public var text: MessageText
        /// SHA-256 of the file, in lower-case hexadecimal.
        public let sha256: String
        /// The animated picture, an MP4 or a GIF, for `MSMessageTemplateLayout.mediaFileURL`. Nil for a still message,
        /// and while the film is not on this device.
        public var filmURL: URL?
        /// Whether Messages removes the message after it was read.
        public var expires = false

        public var id: MessageName { name }

        /// The item with the participants' names in place of `{sender}` and `{recipient}` in its texts. Messages shows
        /// each person the name from their own contacts.
        ///
        /// - Parameters:
        ///   - sender: `MSConversation.localParticipantIdentifier`.
        ///   - recipients: `MSConversation.remoteParticipantIdentifiers`. Several names are separated by commas. If
        ///     there are none, `{recipient}` becomes an ellipsis.
        public func naming(sender: UUID, recipients: [UUID]) -> MessageItem {
            var item = self
            let others = recipients.map { "$\($0.uuidString)" }.joined(separator: ", ")
            item.text = text.naming(sender: "$\(sender.uuidString)", recipient: others.isEmpty ? "…" : others)
            return item
        }
    }

    /// A message by its name. Nil if it is not in the set.
    public subscript(name: MessageName) -> MessageItem? {
        messages.first { $0.name == name }
    }
}

extension LanguageChoice {
    /// The texts of a message. Each text is in the most preferred language that has it.
    func text(of message: Message) -> MessageText {
        func choose(_ key: KeyPath<MessageText, String?>) -> String? {
            let texts = message.translations.compactMapValues { $0[keyPath: key] }
            let chosen = text(message.text[keyPath: key] ?? "", texts)
            return chosen.isEmpty ? nil : chosen
        }
        return MessageText(
            caption: choose(\.caption), subcaption: choose(\.subcaption), trailingCaption: choose(\.trailingCaption),
            trailingSubcaption: choose(\.trailingSubcaption), imageTitle: choose(\.imageTitle),
            imageSubtitle: choose(\.imageSubtitle), summary: choose(\.summary), label: choose(\.label))
    }
}
