import Foundation

extension Catalog {
    /// Reads a manifest.
    ///
    /// - Throws: `CatalogError` when it is not one, or when a newer stickerd wrote it in a shape this library cannot read.
    public init(json: Data) throws {
        struct Version: Decodable { var schemaVersion: Int }
        do {
            let version = try JSONDecoder().decode(Version.self, from: json).schemaVersion
            guard version == Catalog.currentSchemaVersion else {
                throw CatalogError.unknownSchemaVersion(version)
            }
            self = try JSONDecoder().decode(Catalog.self, from: json)
        } catch let error as CatalogError {
            throw error
        } catch {
            throw CatalogError.notACatalog(String(describing: error))
        }
    }

    /// The manifest as it is written: sorted keys, two spaces of indent, a final newline.
    public func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        var data = try encoder.encode(self)
        data.append(UInt8(ascii: "\n"))
        return data
    }
}
