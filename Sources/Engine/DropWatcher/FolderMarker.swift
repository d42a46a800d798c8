import FileAccess
import Foundation
import Intake

/// The hidden file in the drop folder by which it is known again.
package enum FolderMarker {
    package static let name = FeedbackFileName.mark

    private static let explanation =
        "stickerd recognises its drop folder by this file. Do not remove it: an empty folder without it could be a "
        + "share that is not mounted."
    /// The maximum number of bytes that are read. No marker is that long.
    private static let mostBytes = 4096

    /// The marker. Nil if the folder has none, or it is empty. Anyone who can write to the folder can replace it, so
    /// only a regular file is read, and only the length of a marker.
    package static func read(in folder: String) -> String? {
        guard let file = try? OpenFile(folder + "/" + name, followsLinks: false),
            let bytes = try? file.bytes(atMost: mostBytes),
            let line = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).last
        else { return nil }
        let mark = line.trimmingCharacters(in: .whitespaces)
        return UUID(uuidString: mark) == nil ? nil : mark
    }

    /// Writes a marker file.
    ///
    /// - Parameter mark: the marker. Nil for a new one.
    /// - Returns: the marker. Nil if stickerd may not write to the folder, which is not an error.
    package static func write(_ mark: String?, in folder: String) -> String? {
        let mark = mark ?? UUID().uuidString
        let text = explanation + "\n" + mark + "\n"
        do {
            try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + name), options: .atomic)
            return mark
        } catch {
            return nil
        }
    }
}
