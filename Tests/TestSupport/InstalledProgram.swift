import Foundation

/// A script that tests execute.
package enum InstalledProgram {
    /// Writes a script that can be executed immediately, and replaces an existing one.
    ///
    /// A process that this one starts inherits every open file until it executes another program, and a file that is open for
    /// writing cannot be executed (ETXTBSY). So `install` writes it, and never this process.
    ///
    /// - Throws: the errors of Foundation; `CocoaError` if `install` fails.
    package static func write(_ text: String, to path: String) throws {
        try FileManager.default.createDirectory(
            at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
        let source = path + ".source"
        try Data(text.utf8).write(to: URL(filePath: source))
        defer { try? FileManager.default.removeItem(atPath: source) }
        let install = try Tool.run(["install", "-m", "755", source, path])
        guard install.status == 0 else { throw CocoaError(.fileWriteUnknown) }
    }
}
