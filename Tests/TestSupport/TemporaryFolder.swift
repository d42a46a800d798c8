import Foundation

/// A new folder that is removed when its last reference is released.
package final class TemporaryFolder: Sendable {
    package let path: String

    package init() throws {
        path = FileManager.default.temporaryDirectory.path + "/stickerd-tests-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    package var url: URL { URL(filePath: path, directoryHint: .isDirectory) }

    /// The absolute path of a name in the folder.
    package func file(_ name: String) -> String { path + "/" + name }

    package func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: file(name)) }

    /// The bytes of a file. Nil if the file does not exist.
    package func bytes(_ name: String) -> [UInt8]? {
        FileManager.default.contents(atPath: file(name)).map { [UInt8]($0) }
    }

    /// The text of a file. Nil if the file does not exist.
    package func text(_ name: String) -> String? {
        bytes(name).map { String(decoding: $0, as: UTF8.self) }
    }

    /// A file's text.
    package func read(_ name: String) throws -> String {
        try String(contentsOfFile: file(name), encoding: .utf8)
    }

    /// Writes a file in place, and creates its parent folders.
    package func write(_ bytes: [UInt8], to name: String) throws {
        let url = URL(filePath: file(name))
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
    }

    package func write(_ text: String, to name: String) throws {
        try write(Array(text.utf8), to: name)
    }

    package func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: file(name))
    }

    /// The entries of the folder itself, sorted.
    package var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

    /// The relative paths of all files in the folder and its subfolders, sorted.
    package var files: [String] {
        let all = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        return all.filter {
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: file($0), isDirectory: &isFolder) && !isFolder.boolValue
        }.sorted()
    }
}
