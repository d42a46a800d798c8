import ArgumentParser
import Foundation

/// `stickerd export`: writes the published stickers in a form for apps.
struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Export the published stickers as files of an app.",
        subcommands: [ExportXcodeCommand.self, ExportAppCommand.self, ExportDotNetCommand.self])
}

/// A temporary folder that exists while a closure runs.
enum ScratchFolder {
    /// Creates a temporary folder, and removes it with its contents afterwards.
    ///
    /// - Throws: `CocoaError` if the folder cannot be created; the errors of `body`.
    static func with<Value>(_ body: (String) async throws -> Value) async throws -> Value {
        let url = FileManager.default.temporaryDirectory.appending(path: "stickerd-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: url, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: url) }
        return try await body(url.path(percentEncoded: false))
    }
}
