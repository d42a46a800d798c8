import Foundation
import Publishing
import StickerCatalog

/// Reads the manifest when another has taken its place.
struct ManifestReader: Sendable {
    /// Which manifest it is; nil for none.
    typealias Identity = ServedFile.Identity?

    let folder: ServedFolder

    init(out: String) {
        folder = ServedFolder(path: out)
    }

    /// - Parameter known: the manifest that was read last; nil when none was.
    /// - Returns: nil when it is still that one; else which one there is now, and what is in it.
    /// - Throws: `CatalogError`, `WebError`.
    func read(unless known: Identity?) async throws -> (identity: Identity, catalog: Catalog?)? {
        try await blocking { [folder] in
            guard let file = try folder.file(OutputNames.catalog) else { return known == .some(nil) ? nil : (nil, nil) }
            if known == .some(file.identity) { return nil }
            var bytes = try file.bytes(at: 0, count: file.identity.size)
            let catalog = try Catalog(json: Data(bytes.readBytes(length: bytes.readableBytes) ?? []))
            return (file.identity, catalog)
        }
    }
}
