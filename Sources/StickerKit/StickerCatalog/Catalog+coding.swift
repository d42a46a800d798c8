import Foundation

extension Catalog {
    /// Reads a manifest.
    ///
    /// - Throws: `CatalogError` when it is not one, or when a newer stickerd wrote it in a shape this library cannot read.
    public init(json: Data) throws {
        do {
            self = try JSONDecoder().decode(KnownShape.self, from: json).catalog
        } catch let error as CatalogError {
            throw error
        } catch {
            throw CatalogError.notACatalog(String(describing: error))
        }
    }

    /// The manifest as it is written: sorted keys, two spaces of indent, a final newline.
    public func json() throws -> Data { Data(try written().bytes) }
}

/// A manifest whose version is looked at before anything else in it.
private struct KnownShape: Decodable {
    var catalog: Catalog

    private enum CodingKeys: CodingKey {
        case schemaVersion
    }

    init(from decoder: any Decoder) throws {
        let version = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .schemaVersion)
        guard version == Catalog.currentSchemaVersion else { throw CatalogError.unknownSchemaVersion(version) }
        catalog = try Catalog(from: decoder)
    }
}
