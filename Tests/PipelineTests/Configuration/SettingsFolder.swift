import Foundation
import StickerConfiguration
import Testing

/// A folder with settings in it, which is removed at the end of a test.
final class SettingsFolder {
    let path: String

    init() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("settings-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.resolvingSymlinksInPath().path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes a file, and the folders it is in.
    @discardableResult
    func write(_ text: String, to name: String) throws -> String {
        let file = URL(fileURLWithPath: path).appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        return file.path
    }

    /// The configuration that this text is, as `pipeline.json` in the folder.
    func configuration(_ text: String) throws(ConfigurationError) -> Configuration {
        try Configuration(json: Array(text.utf8), file: "pipeline.json", folder: path)
    }

    /// The messages about this text as `pipeline.json`. Empty if it is accepted.
    func complaints(_ text: String) -> [String] {
        do {
            _ = try configuration(text)
            return []
        } catch {
            return error.description.split(separator: "\n").map { String($0) }
        }
    }
}
