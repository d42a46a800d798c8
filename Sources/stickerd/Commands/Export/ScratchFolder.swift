import Foundation

/// A temporary folder of this process for the duration of a command.
enum ScratchFolder {
    /// Makes one, and removes it with all that is in it.
    ///
    /// - Throws: `CocoaError` when none can be made; the errors of the body.
    static func with<Value>(_ body: (String) async throws -> Value) async throws -> Value {
        let url = FileManager.default.temporaryDirectory.appending(path: "stickerd-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: url, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: url) }
        return try await body(url.path(percentEncoded: false))
    }
}
