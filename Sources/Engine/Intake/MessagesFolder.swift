import JobModel
import StickerManifest

/// The folder `messages` in a pack folder, whose art becomes the pictures of interactive messages.
package enum MessagesFolder {
    /// Whether a folder in a pack has the name of a messages folder.
    package static func isMeant(by name: String) -> Bool {
        pattern.matches(NamePattern.lowered(name))
    }

    private static let pattern = NamePattern(MessagePack.folderName)
}
