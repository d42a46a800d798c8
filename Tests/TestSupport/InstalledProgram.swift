import Foundation

/// Writes scripts that tests execute.
package enum InstalledProgram {
    /// Writes a script that can be executed immediately, and replaces an existing one.
    ///
    /// The program `install` writes the script, because a new child process of this process inherits all its open files
    /// until it executes another program. A file that is open for writing cannot be executed (ETXTBSY).
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
