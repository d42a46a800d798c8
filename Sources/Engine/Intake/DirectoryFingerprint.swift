import FileAccess
import Glibc
import JobModel

/// A digest of everything that a listing of the drop folder is made from, by the file system's stamps alone: no name is
/// interpreted and no file is opened, so that it takes a fraction of the time.
package enum DirectoryFingerprint {
    /// The drop folder, the packs in it, and the folders of frames in those.
    private static let depth = 2

    /// Equal stamps mean that `DropScanner.list` gives the same listing.
    ///
    /// - Returns: nil when something cannot be read, or leads elsewhere, so that a stamp would promise too much.
    package static func of(_ folder: String) -> String? {
        var digest = StructuredHasher()
        digest.add(folder)
        guard let stamp = try? FileStat(ofFolder: folder) else { return nil }
        digest.add(stamp)
        guard add(folder + "/", isTop: true, depth: 0, to: &digest) else { return nil }
        return digest.text
    }

    private static func add(_ folder: String, isTop: Bool = false, depth: Int, to digest: inout StructuredHasher)
        -> Bool
    {
        guard let entries = try? FolderReader.entries(of: folder, followingLink: isTop) else { return false }
        digest.add(entries.count)
        for entry in entries {
            entry.name.withUnsafeBytes { digest.add($0) }
            digest.add(entry.kind.number)
            switch entry.kind {
            case .file, .special: digest.add(entry.stamp)
            case .folder:
                // Its own stamp too: what comes and goes again between two looks leaves no other trace.
                digest.add(entry.stamp)
                guard depth < DirectoryFingerprint.depth, let name = String(validating: entry.name, as: UTF8.self)
                else {
                    continue
                }
                guard add(folder + "/" + name, depth: depth + 1, to: &digest) else { return false }
            case .link:
                guard let name = String(validating: entry.name, as: UTF8.self) else { continue }
                guard let target = fileStamp(behind: folder + "/" + name) else { return false }
                digest.add(entry.stamp)
                digest.add(target)
            case .unreachable: return false
            }
        }
        return true
    }

    /// Nil where a link leads to anything but a file.
    private static func fileStamp(behind link: String) -> FileStat? {
        var status = Glibc.stat()
        guard stat(link, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return FileStat(status)
    }
}

extension FolderEntry.Kind {
    fileprivate var number: Int {
        switch self {
        case .file: 0
        case .folder: 1
        case .link: 2
        case .special: 3
        case .unreachable: 4
        }
    }
}
