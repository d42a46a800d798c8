import Foundation
import StickerConfiguration
import TestSupport
import Testing

/// A folder with settings in it, which is removed at the end of a test.
final class SettingsFolder {
    let path: String
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        path = folder.url.resolvingSymlinksInPath().path
    }

    /// Writes a file, and the folders it is in.
    @discardableResult
    func write(_ text: String, to name: String) throws -> String {
        try folder.write(text, to: name)
        return path + "/" + name
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
