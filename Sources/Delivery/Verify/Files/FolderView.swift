import Foundation
import JobModel
import Publishing
import XcodeExport

/// A read-only view of a folder: paths are relative to it, reading is bounded, and links inside it are not followed.
struct FolderView: Sendable {
    /// Absolute path.
    let root: String

    /// The maximum size of a file that is read, in bytes; far more than a valid file needs.
    static let fileLimit = 64 << 20
    /// The deepest level that is searched.
    private static let depthLimit = 12

    /// Names are found in any Unicode form, as on a Mac.
    func absolute(_ path: String) -> String {
        path.isEmpty ? root : "\(root)/\(spelling(of: path))"
    }

    private func spelling(of path: String) -> String { OutputFolder(root).spelling(of: path) }

    /// The name of a child that differs from this one only in upper and lower case. Nil without one.
    func otherCase(of name: String, in folder: String) -> String? {
        let folded = name.lowercased()
        return children(folder).first { $0 != name && $0.lowercased() == folded }
    }

    func join(_ folder: String, _ name: String) -> String { folder.isEmpty ? name : "\(folder)/\(name)" }

    /// The bytes of a file. Nil if it does not exist, or is too large.
    func read(_ path: String) -> [UInt8]? {
        guard let size = size(path), size <= FolderView.fileLimit else { return nil }
        return OutputFolder(root).read(spelling(of: path))
    }

    /// The reason why a file cannot be read, as the end of a sentence: `it does not exist`.
    func absence(of path: String) -> String {
        var status = stat()
        guard stat(absolute(path), &status) == 0 else { return "it is not there" }
        switch status.st_mode & S_IFMT {
        case S_IFREG:
            return status.st_size > FolderView.fileLimit
                ? "it has \(NumberFormat.number(Int(status.st_size))) bytes, which is too large" : "it cannot be read"
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

    /// The names in a folder, sorted, without hidden ones.
    func children(_ path: String) -> [String] {
        OutputFolder(absolute(path)).children().filter { !$0.hasPrefix(".") }.sorted()
    }

    /// Folders with one of the given file extensions. Neither their contents nor build folders, such as Xcode's, are searched.
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

    /// The files below a folder, except files in asset catalogs.
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
