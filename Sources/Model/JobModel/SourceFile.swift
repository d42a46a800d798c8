import FileAccess
import Foundation

/// Reads a source the way jobs may: whole, and only if it is the one that was announced.
package enum SourceFile {
    /// - Throws: `JobError` when it cannot be read, or is not an ordinary file.
    package static func read(_ path: String, name: String) throws -> [UInt8] {
        do {
            let file = try OpenFile(path)
            return try file.bytes(atMost: try file.stamp().size)
        } catch {
            throw JobError.sourceUnreadable(name)
        }
    }

    /// - Throws: `JobError` when it cannot be read, or has other bytes than `sha256` says.
    package static func read(_ path: String, name: String, sha256: String) throws -> [UInt8] {
        let bytes = try read(path, name: name)
        guard Digest.sha256(bytes) == sha256 else { throw JobError.sourceChanged(name) }
        return bytes
    }

    /// The finding about a file that has more bytes than a source may; nil for all others.
    package static func refusal(_ path: String, limits: SourceLimits) -> RuleFinding? {
        // Not through FileManager, which also asks who owns the file: by a socket, and in /etc.
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        let bytes = Int(status.st_size)
        guard bytes > limits.fileBytes else { return nil }
        return Rule.fileTooLarge.finding(
            "\(RuleFinding.pathToken) has \(NumberFormat.number(bytes)) bytes; the limit is "
                + "\(NumberFormat.number(limits.fileBytes)).",
            measured: Double(bytes), limit: Double(limits.fileBytes))
    }
}
