import Foundation
import JobModel
import Publishing
import XcodeExport

/// A read-only view of a folder. Paths are relative to the folder, the size of read files is limited, and searches do
/// not follow symbolic links.
struct FolderView: Sendable {
    /// The absolute path.
    let root: String

    /// The maximum size of a file that is read, in bytes. Valid files are much smaller.
    static let fileLimit = 64 << 20
    /// The maximum depth of a search.
    private static let depthLimit = 12

    /// The absolute path of a file. Finds names in any Unicode normalization form, like macOS.
    func absolute(_ path: String) -> String {
        path.isEmpty ? root : "\(root)/\(spelling(of: path))"
    }

    private func spelling(of path: String) -> String { OutputFolder(root).spelling(of: path) }

    /// A name in the folder that differs from the given one only in case. Nil if there is none.
    func otherCase(of name: String, in folder: String) -> String? {
        let folded = name.lowercased()
        return children(folder).first { $0 != name && $0.lowercased() == folded }
    }

    func join(_ folder: String, _ name: String) -> String { folder.isEmpty ? name : "\(folder)/\(name)" }

    /// The bytes of a file. Nil if the file does not exist or is too large.
    func read(_ path: String) -> [UInt8]? {
        guard let size = size(path), size <= FolderView.fileLimit else { return nil }
        return OutputFolder(root).read(spelling(of: path))
    }

    /// The reason why a file cannot be read, as the end of a sentence, such as "it does not exist".
    func absence(of path: String) -> String {
        var status = stat()
        guard stat(absolute(path), &status) == 0 else { return "it does not exist" }
        switch status.st_mode & S_IFMT {
        case S_IFREG:
            return status.st_size > FolderView.fileLimit
                ? "its size is \(NumberFormat.number(Int(status.st_size))) bytes, which is too large"
                : "it cannot be read"
        case S_IFDIR: return "it is a folder"
        case S_IFIFO: return "it is a pipe (FIFO) and not a file"
        case S_IFSOCK: return "it is a socket and not a file"
        default: return "it is a device and not a file"
        }
    }

    func size(_ path: String) -> Int? { OutputFolder(root).size(of: spelling(of: path)) }

    func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: absolute(path), isDirectory: &isFolder) && isFolder.boolValue
    }

    func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: absolute(path))
    }

    /// The names in a folder, sorted, without hidden names.
    func children(_ path: String) -> [String] {
        OutputFolder(absolute(path)).children().filter { !$0.hasPrefix(".") }.sorted()
    }

    /// The paths of folders that have one of the given file extensions. Does not search inside these folders, or in
    /// build folders such as Xcode's.
    func folders(ending endings: [String], below path: String = "", depth: Int = 0) -> [String] {
        guard depth < FolderView.depthLimit else { return [] }
        var found: [String] = []
        for name in children(path) where !FolderView.skipped.contains(name) {
            let child = join(path, name)
            guard isFolder(child), !isLink(child) else { continue }
            if endings.contains(where: { name.hasSuffix($0) }) {
                found.append(child)
            } else {
                found += folders(ending: endings, below: child, depth: depth + 1)
            }
        }
        return found
    }

    /// The paths of the files below a folder, except those in asset catalogs.
    func files(below path: String, depth: Int = 0) -> [String] {
        guard depth < FolderView.depthLimit else { return [] }
        return children(path).filter { !FolderView.skipped.contains($0) }.map { join(path, $0) }.flatMap { child in
            guard isFolder(child) else { return [child] }
            let isCatalog = child.hasSuffix(".xcassets") || child.hasSuffix(".xcstickers")
            return isCatalog || isLink(child) ? [] : files(below: child, depth: depth + 1)
        }
    }

    private static let skipped: Set<String> = ["Pods", "Carthage", "DerivedData", "node_modules", "build"]

    private func isLink(_ path: String) -> Bool {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: absolute(path))) != nil
    }
}
