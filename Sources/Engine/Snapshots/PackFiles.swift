import Foundation
import JobModel
import Publishing
import StickerManifest

/// The list of the files of a pack in one state of the pack. It contains the manifest parts and records of the pack,
/// and the files to which each part or record refers. If a pack is equal in several snapshots, the snapshots share its
/// list.
///
/// The text format has one line per part or record. Below it, lines that begin with a space contain the files to which
/// the part or record refers.
package struct PackFiles: Equatable {
    /// A part or record of the manifest.
    package struct Document: Equatable {
        /// The file name, in the form `<sha256>.json`.
        package var name: String
        /// The names of the files to which the part or record refers, relative to `assets/`.
        package var files: [String] = []
    }

    package var documents: [Document] = []

    package init() {}

    /// Reads a list. Nil if the text does not have the format of a list.
    package init?(text: [UInt8]) {
        for line in text.split(separator: UInt8(ascii: "\n")) {
            let isNamed = line.first == UInt8(ascii: " ")
            let name = String(decoding: isNamed ? line.dropFirst() : line, as: UTF8.self)
            guard PackFiles.isName(name), !isNamed || !documents.isEmpty else { return nil }
            if isNamed {
                documents[documents.count - 1].files.append(name)
            } else {
                documents.append(Document(name: name))
            }
        }
    }

    package var text: [UInt8] {
        var text: [UInt8] = []
        for document in documents {
            text += Array("\(document.name)\n".utf8)
            for file in document.files { text += Array(" \(file)\n".utf8) }
        }
        return text
    }

    /// Passes the hash of each file in the text of a list to a closure, until it returns false.
    static func forEachDigest(in text: [UInt8], _ body: (ArraySlice<UInt8>) -> Bool) {
        var place = 0
        while place < text.count {
            if text[place] == UInt8(ascii: " ") { place += 1 }
            guard place + 64 <= text.count, body(text[place..<place + 64]) else { return }
            place += 64
            // The loop skips the file extension and the end of the line.
            while place < text.count, text[place] != UInt8(ascii: "\n") { place += 1 }
            place += 1
        }
    }

    /// The names of all files, including the parts and records, relative to `assets/`.
    package var names: Set<String> { documents.reduce(into: []) { $0.formUnion($1.files + [$1.name]) } }

    /// Whether a name is a hash with a file extension. Other names are rejected, because names become parts of paths.
    private static func isName(_ name: String) -> Bool {
        ManifestPart.isDigest(String(name.prefix(64))) && name.utf8.dropFirst(64).first == UInt8(ascii: ".")
            && !name.contains("/")
    }
}

extension CatalogReader {
    /// Lists the files of a pack.
    ///
    /// - Parameters:
    ///   - known: the files of records that were read before, by record name.
    ///   - records: increased by the number of records that are read.
    /// - Throws: `MissingPart`; `CatalogError`.
    func files(
        of entry: PackEntry, knowing known: [String: [String]], reading records: inout Int
    ) throws -> PackFiles {
        var list = PackFiles()
        list.documents = (entry.app ?? []).map { PackFiles.Document(name: $0.name) }
        var seen: Set<String> = []
        for part in entry.review ?? [] {
            let review = try value(ReviewPart.self, of: part)
            list.documents.append(PackFiles.Document(name: part.name, files: review.ownFiles))
            for record in (review.stickers + (review.awaiting ?? [])).map(\.record)
            where seen.insert(record.name).inserted {
                if let files = known[record.name] {
                    list.documents.append(PackFiles.Document(name: record.name, files: files))
                } else {
                    records += 1
                    let files = try value(RecordFiles.self, of: record).names
                    list.documents.append(PackFiles.Document(name: record.name, files: files))
                }
            }
        }
        return list
    }
}

/// Decodes only the file names of a record.
private struct RecordFiles: Decodable {
    private struct File: Decodable {
        var sha256: String
        var format: String

        private enum CodingKeys: String, CodingKey {
            case sha256, format
        }
    }

    private var renditions: [File]
    private var previews: [File]
    private var filmstrip: File?

    private enum CodingKeys: String, CodingKey {
        case renditions, previews, filmstrip
    }

    var names: [String] {
        (renditions + previews + [filmstrip].compactMap(\.self)).map {
            "\($0.sha256).\(StickerFormat.fileExtension(ofFormat: $0.format))"
        }
    }
}

extension ReviewPart {
    /// The files to which the part refers directly and not through a record: icons, and the files of messages and game
    /// pieces.
    fileprivate var ownFiles: [String] {
        let others = Catalog(
            generator: "", packs: [], rejected: [], messages: messages, messagesAwaitingApproval: awaitingMessages,
            pieces: pieces.map { [$0] }, piecesAwaitingApproval: awaitingPieces.map { [$0] })
        let paths = others.assets.union((icon ?? []).map(\.path))
        return paths.map { String($0.dropFirst(OutputNames.assets.utf8.count + 1)) }.sorted()
    }
}
