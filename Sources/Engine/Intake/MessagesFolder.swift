import JobModel
import StickerManifest

/// The folder `messages` in a pack's folder: its art becomes the pictures of interactive messages.
package enum MessagesFolder {
    /// Whether the name of a folder in a pack indicates that it contains the art of messages.
    package static func isMeant(by name: String) -> Bool {
        pattern.matches(NamePattern.lowered(name))
    }

    private static let pattern = NamePattern(MessagePack.folderName)
}
