import FileAccess
import Foundation
import JobModel
import StickerConfiguration
import StickerManifest

/// The folder `messages` in a pack folder. Its art becomes the pictures of interactive messages.
package enum MessagesFolder {
    /// Whether a folder in a pack has the name of a messages folder.
    package static func isMeant(by name: String) -> Bool {
        pattern.matches(NamePattern.lowered(name))
    }

    private static let pattern = NamePattern(MessagePack.folderName)

    /// The texts of a file in a messages folder. Empty if it has no sidecar. Nil if the file is not in a messages
    /// folder.
    ///
    /// - Parameters:
    ///   - path: the absolute path of the file.
    ///   - drop: the absolute path of the drop folder. A folder `messages` directly in it is an ordinary pack.
    ///   - problem: receives a sentence about a problem of the sidecar.
    package static func texts(ofFileAt path: String, drop: String, problem: (String) -> Void) -> MessageTexts? {
        let file = URL(filePath: path).standardizedFileURL
        let folder = file.deletingLastPathComponent()
        guard isMeant(by: folder.lastPathComponent),
            folder.deletingLastPathComponent().path(percentEncoded: false)
                != URL(filePath: drop, directoryHint: .isDirectory).standardizedFileURL.path(percentEncoded: false)
        else { return nil }
        let name = file.lastPathComponent.nfc
        for candidate in [name, ArtName(name).stem] {
            let sidecar = folder.appending(path: candidate + ".json").path(percentEncoded: false)
            guard let stamp = try? OpenFile(sidecar).stamp() else { continue }
            let scanned = ScannedFile(
                name: candidate + ".json", path: sidecar, absolutePath: sidecar, stamp: stamp)
            switch SettingsFile.read(scanned, parse: MessageTexts.init(json:file:)) {
            case .settings(let texts): return texts
            case .failed(let message): problem(message)
            case .vanished: continue
            }
        }
        return MessageTexts()
    }
}
