import FileAccess
import Foundation
import Intake

/// The hidden file in the drop folder by which it is known again.
enum FolderMarker {
    static let name = FeedbackFileName.mark

    private static let explanation =
        "stickerd recognises its drop folder by this file. Do not remove it: an empty folder without it could be a "
        + "share that is not mounted."
    /// Larger than any marker.
    private static let mostBytes = 4096

    /// The mark; nil when the folder has none, or it says nothing. Anyone who can write to the folder can put something
    /// else in its place: only an ordinary file is read, and no more of it than a mark has.
    static func read(in folder: String) -> String? {
        guard let file = try? OpenFile(folder + "/" + name, followsLinks: false),
            let bytes = try? file.bytes(atMost: mostBytes),
            let line = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).last
        else { return nil }
        let mark = line.trimmingCharacters(in: .whitespaces)
        return UUID(uuidString: mark) == nil ? nil : mark
    }

    /// Marks a folder.
    ///
    /// - Parameter mark: nil for a new one.
    /// - Returns: the mark; nil where stickerd may not write, which is nothing to complain of.
    static func write(_ mark: String?, in folder: String) -> String? {
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
