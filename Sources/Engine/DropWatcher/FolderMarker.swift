import FileAccess
import Foundation
import Intake

/// The hidden file in the drop folder by which stickerd recognizes the folder.
package enum FolderMarker {
    package static let name = FeedbackFileName.mark

    private static let explanation =
        "stickerd recognises its drop folder by this file. Do not remove it: an empty folder without it could be a "
        + "share that is not mounted."
    /// The maximum number of bytes that are read. A marker file is much shorter.
    private static let mostBytes = 4096

    /// Reads the marker. Nil without a valid marker. Anyone who can write to the folder can replace the file, so only a
    /// regular file is read, up to a limit.
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
    /// - Parameter mark: the marker to write. If nil, a new marker is created.
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
