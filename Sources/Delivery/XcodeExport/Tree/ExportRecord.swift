import Foundation
import JobModel
import Publishing

/// The list of the files that stickerd wrote into an export's folder, with their hashes. It is the file
/// `.stickerd-export.json`, which must be committed to version control together with the listed files.
struct ExportRecord: Codable, Equatable {
    static let fileName = ".stickerd-export.json"

    var schemaVersion = 1
    /// The SHA-256 of each file by path, grouped by part. The name of a part is a pack's id, or `.project`.
    var parts: [String: [String: String]] = [:]

    private enum CodingKeys: String, CodingKey {
        case schemaVersion, parts
    }

    /// The maximum size of a record in bytes. A sticker takes about 400.
    static let largest = 256 << 20

    /// The SHA-256 of each file in all parts, by path.
    var digests: [String: String] {
        var digests: [String: String] = [:]
        for files in parts.values { digests.merge(files) { first, _ in first } }
        return digests
    }

    /// The names of folders with recorded files, grouped by the path of their parent folder.
    var folders: [String: Set<String>] {
        var folders: [String: Set<String>] = [:]
        for path in parts.values.lazy.flatMap(\.keys) {
            let parts = path.split(separator: "/")
            guard parts.count > 2 else { continue }
            folders[parts.dropLast(2).joined(separator: "/"), default: []].insert(String(parts[parts.count - 2]))
        }
        return folders
    }

    /// Reads the record in a folder. Empty if there is none.
    ///
    /// - Throws: `XcodeExportError.unreadableRecord`.
    static func read(in folder: OutputFolder) throws -> ExportRecord {
        guard folder.exists(fileName) else { return ExportRecord() }
        let bytes = folder.read(fileName, limit: largest) ?? []
        guard let record = try? JSONDecoder().decode(ExportRecord.self, from: Data(bytes)), record.schemaVersion == 1,
            record.parts.values.allSatisfy({ $0.keys.allSatisfy(isInside) })
        else { throw XcodeExportError.unreadableRecord(path: folder.absolute(fileName)) }
        return record
    }

    /// The record as JSON: sorted keys, an indent of two spaces, a final newline. Each part is encoded separately,
    /// because an encoder takes many times the memory of its input.
    ///
    /// - Throws: `EncodingError`.
    func json() throws -> [UInt8] {
        let encoder = JSONEncoder.indented
        guard !parts.isEmpty else { return Array(try encoder.encode(self)) + [UInt8(ascii: "\n")] }
        var text = Array("{\n  \"parts\" : {".utf8)
        for (number, part) in parts.sorted(by: { $0.key < $1.key }).enumerated() {
            text += Array(number > 0 ? ",\n    ".utf8 : "\n    ".utf8)
            text += try encoder.encode(part.key)
            text += Array(" : ".utf8)
            for byte in try encoder.encode(part.value) {
                text.append(byte)
                if byte == UInt8(ascii: "\n") { text += [UInt8](repeating: UInt8(ascii: " "), count: 4) }
            }
        }
        text += Array("\n  },\n  \"schemaVersion\" : \(schemaVersion)\n}\n".utf8)
        return text
    }

    /// Whether a path is inside the export's folder. A record with other paths is invalid, because listed files may be
    /// removed.
    private static func isInside(_ path: String) -> Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        return !path.contains("\0") && parts.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
    }
}

/// The result of an export.
package struct ExportOutcome: Sendable, Equatable {
    /// Paths of the files that were written, relative to the export's folder.
    package var written: [String] = []
    /// Paths of the files that were removed.
    package var removed: [String] = []
    /// The number of correct files that were not changed.
    package var unchanged = 0
    /// Notices for the person who runs the export.
    package var notices: [String] = []

    package init() {}
}
