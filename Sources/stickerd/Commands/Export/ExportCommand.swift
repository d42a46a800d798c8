import ArgumentParser
import Foundation

/// `stickerd export`: writes the published stickers in the form that an app ships.
struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Export the published stickers in the form that an app ships.",
        subcommands: [ExportXcodeCommand.self, ExportAppCommand.self, ExportDotNetCommand.self])
}

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
