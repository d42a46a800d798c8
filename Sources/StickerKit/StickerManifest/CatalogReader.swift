import Foundation

/// Reads a manifest of any schema version from any source.
///
/// Every reader of a manifest in two levels must follow this rule: read the index, then read each part by its hash, and
/// check its length. If a part is missing, a newer index was published at the same time, so start again with that
/// index. A part whose bytes have another hash is damaged, and reading it again does not help.
package struct CatalogReader: Sendable {
    /// The current bytes of `catalog.json`. Nil if nothing is published.
    package typealias IndexSource = @Sendable () throws -> Data?
    /// The bytes of a file below `assets/` by its name. Nil if there is none. A file with more bytes than the limit
    /// need not be read: the result may be nil, or any bytes beyond the limit.
    package typealias PartSource = @Sendable (_ name: String, _ limit: Int) throws -> Data?

    /// The maximum number of attempts, each with a newer index.
    private static let attempts = 4

    /// Whether the stickers of a manifest that is read as a whole are stored in compact form (`Sticker.compact`).
    package var isCompact = false

    private let index: IndexSource
    private let part: PartSource
    private let digest: @Sendable (Data) -> String

    /// - Parameter digest: SHA-256 in lower-case hexadecimal.
    package init(
        index: @escaping IndexSource, part: @escaping PartSource, digest: @escaping @Sendable (Data) -> String
    ) {
        self.index = index
        self.part = part
        self.digest = digest
    }

    /// The error for a part that the index lists but that does not exist.
    package struct MissingPart: Error {
        package let path: String
    }

    /// Reads the index, and then the files that `body` needs. Reads both again if a part is missing and the index has
    /// changed.
    ///
    /// - Returns: nil without a manifest.
    /// - Throws: `CatalogError`; the errors of the sources and of `body`.
    package func read<Value>(_ body: (_ json: Data, _ document: ManifestDocument) throws -> Value) throws -> Value? {
        guard var json = try index() else { return nil }
        for attempt in 1... {
            do {
                return try body(json, try ManifestDocument(json: json))
            } catch let missing as MissingPart {
                guard attempt < CatalogReader.attempts, let next = try index(), next != json else {
                    throw CatalogError.notACatalog("\(missing.path) is missing")
                }
                json = next
            }
        }
        return nil
    }

    /// - Throws: `MissingPart`; `CatalogError.damaged`.
    package func bytes(of part: ManifestPart) throws -> Data {
        guard let data = try self.part(part.name, part.bytes) else { throw MissingPart(path: part.path) }
        guard data.count == part.bytes, digest(data) == part.sha256 else { throw CatalogError.damaged(part.path) }
        return data
    }

    /// - Throws: `MissingPart`; `CatalogError`.
    package func value<Part: Decodable>(_ type: Part.Type, of part: ManifestPart) throws -> Part {
        do {
            return try JSONDecoder().decode(type, from: try bytes(of: part))
        } catch let error as DecodingError {
            throw CatalogError.notACatalog("\(part.path): \(error)")
        }
    }
}
