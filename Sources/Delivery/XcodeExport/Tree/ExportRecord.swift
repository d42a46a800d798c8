import Foundation
import Publishing

/// Which files in an export's folder are stickerd's, and what it last wrote there: `.stickerd-export.json`, which belongs
/// into version control with them.
struct ExportRecord: Codable, Equatable {
    static let fileName = ".stickerd-export.json"

    var schemaVersion = 1
    /// Digests by path, by what the files are for: a pack's id, or `.project`.
    var parts: [String: [String: String]] = [:]

    private enum CodingKeys: String, CodingKey {
        case schemaVersion, parts
    }

    /// The digest of a file that stickerd wrote; nil for the files of others.
    func digest(of path: String) -> String? {
        for files in parts.values {
            if let digest = files[path] { return digest }
        }
        return nil
    }

    /// - Throws: `XcodeExportError.unreadableRecord`.
    static func read(in folder: OutputFolder) throws -> ExportRecord {
        guard folder.exists(fileName) else { return ExportRecord() }
        let bytes = folder.read(fileName, limit: 64 << 20) ?? []
        guard let record = try? JSONDecoder().decode(ExportRecord.self, from: Data(bytes)), record.schemaVersion == 1,
            record.parts.values.allSatisfy({ $0.keys.allSatisfy(isInside) })
        else { throw XcodeExportError.unreadableRecord(path: folder.absolute(fileName)) }
        return record
    }

    var json: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(self) else { return [] }
        return Array(data) + [UInt8(ascii: "\n")]
    }

    /// Whether a path stays in the folder: what the record names may be removed.
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
    /// How many files were as they should be and were not touched.
    package var unchanged = 0
    /// Notices for the person.
    package var notices: [String] = []

    package init() {}
}
