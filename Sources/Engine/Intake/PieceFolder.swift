import FileAccess
import Foundation
import StickerConfiguration

/// Recognizes the folder of a pack of game pieces, by its pack.json.
package enum PieceFolder {
    /// The side in points of the square for a file's game piece. Nil if the file's pack is not a pack of game pieces,
    /// or if its pack.json cannot be read.
    ///
    /// - Parameter path: the absolute path of the file.
    package static func box(ofFileAt path: String) -> Int? {
        let folder = URL(filePath: path).standardizedFileURL.deletingLastPathComponent()
        let file = folder.appending(path: "pack.json").path(percentEncoded: false)
        guard let stamp = try? OpenFile(file).stamp() else { return nil }
        let scanned = ScannedFile(name: "pack.json", path: file, absolutePath: file, stamp: stamp)
        guard case .settings(let settings) = SettingsFile.read(scanned, parse: PackSettings.init(json:file:)) else {
            return nil
        }
        return settings.pieceBox
    }
}
