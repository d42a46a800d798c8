import FileAccess
import ImageHeaders

/// Reads a `pack.json` or a sidecar.
package enum SettingsFile {
    /// The maximum size in bytes. Files that people write are a thousand times smaller.
    package static let byteLimit = 1_000_000

    /// The result of parsing a file.
    package enum Reading<Settings> {
        case settings(Settings)
        /// The file is invalid. Contains a sentence about the error.
        case failed(String)
        /// The file was removed after the folder was listed.
        case vanished
    }

    /// Reads and parses a file. The parser receives the bytes of the file, and the path for messages.
    package static func read<Settings>(
        _ file: ScannedFile, parse: (_ json: [UInt8], _ file: String) throws -> Settings
    ) -> Reading<Settings> {
        do {
            return .settings(try parse(try bytes(of: file), file.path))
        } catch let failure as SystemCallError {
            let error = IntakeError(failure, path: file.path)
            return failure.saysMissing ? .vanished : .failed(error.description)
        } catch {
            return .failed(sentences(String(describing: error)))
        }
    }

    /// The kind of a `.json` file that another program has written. Nil if the file may contain settings.
    static func foreignKind(of file: ScannedFile) -> ForeignFile? {
        let text = try? OpenFile(file.absolutePath, followsLinks: false).bytes(at: 0, count: byteLimit)
        return text.flatMap(ForeignJSON.identify)
    }

    /// The ignored entry for a `.json` file without art.
    static func orphan(_ file: ScannedFile) -> IgnoredEntry {
        guard let kind = foreignKind(of: file) else { return IgnoredEntry(path: file.path, reason: .orphanSidecar) }
        return IgnoredEntry(path: file.path, reason: .notArt, kind: kind.explanation)
    }

    /// The text with a full stop after each line, because a line with the fix follows.
    private static func sentences(_ text: String) -> String {
        text.split(separator: "\n").map { line in
            line.last.map { ".!?".contains($0) } == true ? String(line) : line + "."
        }.joined(separator: "\n")
    }

    private static func bytes(of file: ScannedFile) throws -> [UInt8] {
        let open = try OpenFile(file.absolutePath, followsLinks: false)
        let size = try open.stamp().size
        guard size <= byteLimit else { throw IntakeError.tooLarge(file.path, bytes: size, limit: byteLimit) }
        return try open.bytes(atMost: size)
    }
}
