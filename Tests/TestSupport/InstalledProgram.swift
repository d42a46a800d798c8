import Foundation

/// A script that tests execute.
package enum InstalledProgram {
    /// Writes a script that can be executed at once, in place of one that is there.
    ///
    /// A process that this one starts has every open file until it is another program, and what somebody has open for writing
    /// cannot be executed (ETXTBSY). So `install` writes it, and never this process.
    ///
    /// - Throws: what Foundation throws; `CocoaError` when `install` fails.
    package static func write(_ text: String, to path: String) throws {
        try FileManager.default.createDirectory(
            at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
        let source = path + ".source"
        try Data(text.utf8).write(to: URL(filePath: source))
        defer { try? FileManager.default.removeItem(atPath: source) }
        let install = Process()
        install.executableURL = URL(filePath: "/usr/bin/install")
        install.arguments = ["-m", "755", source, path]
        try install.run()
        install.waitUntilExit()
        guard install.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
    }
}
