import FileAccess
import Foundation
import JobModel
import StickerConfiguration
import StickerManifest

/// The folder `messages` in a pack's folder: its art becomes the pictures of interactive messages.
package enum MessagesFolder {
    /// Whether the name of a folder in a pack indicates that it contains the art of messages.
    package static func isMeant(by name: String) -> Bool {
        pattern.matches(NamePattern.lowered(name))
    }

    private static let pattern = NamePattern(MessagePack.folderName)

    /// The texts of one file in a messages folder, empty without a sidecar. Nil for any other file.
    ///
    /// - Parameters:
    ///   - path: the absolute path of the file.
    ///   - drop: the absolute path of the drop folder. A folder `messages` directly in it is an ordinary pack.
    ///   - problem: receives a problem of the sidecar as a text for people.
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
