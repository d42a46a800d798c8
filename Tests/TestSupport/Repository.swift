import Foundation

/// The checkout from which the tests were built.
package enum Repository {
    package static let url = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    package static let path = url.path

    /// The absolute path of a file in the repository.
    package static func file(_ name: String) -> String { url.appending(path: name).path }

    /// The text of a file in the repository.
    package static func text(_ name: String) throws -> String {
        try String(contentsOf: url.appending(path: name), encoding: .utf8)
    }
}
