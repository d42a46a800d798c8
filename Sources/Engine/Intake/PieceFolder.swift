import FileAccess
import Foundation
import StickerConfiguration

/// The folder of a pack of game pieces, as set in its pack.json.
package enum PieceFolder {
    /// The side of the square that a single file's piece has, in points; nil for a file of any other pack, and if the
    /// pack.json cannot be read.
    ///
    /// - Parameter path: the file's, absolute.
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
