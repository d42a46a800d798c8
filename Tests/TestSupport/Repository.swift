import Foundation

/// The checkout that the tests were built from.
package enum Repository {
    package static let url = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    package static let path = url.path

    /// The absolute path of a file in it.
    package static func file(_ name: String) -> String { url.appending(path: name).path }

    /// The text of a file in it.
    package static func text(_ name: String) throws -> String {
        try String(contentsOf: url.appending(path: name), encoding: .utf8)
    }
}
