import Foundation
import StickerConfiguration
import TestSupport
import Testing

/// A folder with settings files, which is removed at the end of a test.
final class SettingsFolder {
    let path: String
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        path = folder.url.resolvingSymlinksInPath().path
    }

    /// Writes a file, and creates its parent folders.
    @discardableResult
    func write(_ text: String, to name: String) throws -> String {
        try folder.write(text, to: name)
        return path + "/" + name
    }

    /// Reads a configuration from the text of a `pipeline.json` in the folder.
    func configuration(_ text: String) throws(ConfigurationError) -> Configuration {
        try Configuration(json: Array(text.utf8), file: "pipeline.json", folder: path)
    }

    /// The error messages about the text of a `pipeline.json`. Empty if the text is valid.
    func complaints(_ text: String) -> [String] {
        do {
            _ = try configuration(text)
            return []
        } catch {
            return error.description.split(separator: "\n").map { String($0) }
        }
    }
}
