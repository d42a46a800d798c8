import FileAccess
import Foundation

/// Detects unfinished downloads by the temporary file that a browser or download program keeps next to a file.
///
/// Firefox and Chrome reserve the name of a download with an empty file, and write to `Cat.png.part` or
/// `Unconfirmed 12.crdownload`. aria2 writes the file with its full size first, and records the missing parts in
/// `Cat.png.aria2`.
package enum PartialDownload {
    /// File extensions of unfinished downloads, in lower case.
    private static let extensions: Set<String> = [
        "part", "partial", "crdownload", "download", "opdownload", "filepart", "aria2", "lftp-pget-status",
    ]

    /// The time of the last progress of a file's download, in nanoseconds since 1970.
    ///
    /// - Parameters:
    ///   - path: the absolute path of the file.
    ///   - isEmpty: whether the file is empty. If it is, any unfinished download in the folder may belong to it,
    ///     because Firefox uses a random name.
    ///   - isComplete: whether the file has a correct end. If it has, only downloads by aria2 are detected, because
    ///     aria2 may write the end before other parts. With other programs, a complete file is the previous version.
    /// - Returns: nil if the file is not being downloaded.
    package static func progress(beside path: String, isEmpty: Bool, isComplete: Bool) -> Int? {
        guard let slash = path.lastIndex(of: "/") else { return nil }
        let folder = path[...slash]
        let names =
            isEmpty
            ? ((try? FileManager.default.contentsOfDirectory(atPath: String(folder))) ?? []).filter(isPartial)
                .map { "\(folder)\($0)" }
            : (isComplete ? ["aria2"] : extensions).map { "\(path).\($0)" }
        return names.compactMap { FileStat(at: $0, followsLinks: false) }.map { max($0.modified, $0.changed) }.max()
    }

    private static func isPartial(_ name: String) -> Bool {
        guard let dot = name.lastIndex(of: ".") else { return false }
        return extensions.contains(name[name.index(after: dot)...].lowercased())
    }
}
