import Foundation

/// A folder that lives as long as the test that uses it.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "stickerd-tests-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func file(_ name: String) -> String { path + "/" + name }

    func bytes(_ name: String) -> [UInt8]? {
        FileManager.default.contents(atPath: file(name)).map { [UInt8]($0) }
    }

    func text(_ name: String) -> String? {
        bytes(name).map { String(decoding: $0, as: UTF8.self) }
    }

    func write(_ bytes: [UInt8], to name: String) throws {
        let url = URL(filePath: file(name))
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
    }

    func write(_ text: String, to name: String) throws {
        try write(Array(text.utf8), to: name)
    }

    func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: file(name))
    }

    /// Every file below, relative, sorted.
    var files: [String] {
        let all = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        return all.filter {
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: file($0), isDirectory: &isFolder) && !isFolder.boolValue
        }.sorted()
    }
}
