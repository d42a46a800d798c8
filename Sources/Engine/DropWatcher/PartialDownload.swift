import FileAccess
import Foundation

/// The temporary file of a browser or a download program next to an unfinished file.
///
/// Firefox and Chrome reserve the name of a download with an empty file, and write to `Cat.png.part` or
/// `Unconfirmed 12.crdownload`. aria2 writes the file with its full size first, and records the missing parts in
/// `Cat.png.aria2`.
enum PartialDownload {
    /// File extensions of unfinished downloads, in lower case.
    private static let extensions: Set<String> = [
        "part", "partial", "crdownload", "download", "opdownload", "filepart", "aria2", "lftp-pget-status",
    ]

    /// The last progress of the download that a neighbouring file belongs to, in nanoseconds since 1970.
    ///
    /// - Parameters:
    ///   - path: the absolute path of the file.
    ///   - isEmpty: whether the file is empty. Firefox gives the neighbouring file a random name, so any unfinished
    ///     download in the folder counts then.
    ///   - isComplete: whether the file ends correctly. Only aria2 may write the end first. Others are then downloading
    ///     the next version.
    /// - Returns: nil if the file is not being downloaded.
    static func progress(beside path: String, isEmpty: Bool, isComplete: Bool) -> Int? {
        guard let slash = path.lastIndex(of: "/") else { return nil }
        let folder = path[...slash]
        let names =
            isEmpty
            ? ((try? FileManager.default.contentsOfDirectory(atPath: String(folder))) ?? []).filter(isPartial)
                .map { "\(folder)\($0)" }
            : (isComplete ? ["aria2"] : extensions).map { "\(path).\($0)" }
        return names.compactMap { name -> Int? in
            var status = stat()
            guard lstat(name, &status) == 0 else { return nil }
            return max(FileStat(status).modified, FileStat(status).changed)
        }.max()
    }

    private static func isPartial(_ name: String) -> Bool {
        guard let dot = name.lastIndex(of: ".") else { return false }
        return extensions.contains(name[name.index(after: dot)...].lowercased())
    }
}
